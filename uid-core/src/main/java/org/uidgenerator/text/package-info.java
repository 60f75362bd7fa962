/**
 * UIDs as text, for people and for systems that keep ids as text: {@linkplain org.uidgenerator.text.UidFormat short
 * ids} that sort as their UIDs do, {@linkplain org.uidgenerator.text.LabelFormat labels} with a prefix and a check
 * character, and {@linkplain org.uidgenerator.text.SerialNumberFormat serial numbers} that show date, worker and
 * sequence. UIDs can be {@linkplain org.uidgenerator.text.UuidFormat UUIDs}, too. Numbers that are counted in place of
 * UIDs have {@linkplain org.uidgenerator.text.CounterFormat formats} of their own, and
 * {@linkplain org.uidgenerator.text.BusinessNumbers start again} with each day or month.
 *
 * <p>Ids of other systems are {@linkplain org.uidgenerator.text.ForeignId recognised} by their form, and
 * {@linkplain org.uidgenerator.text.UidNumber numbers} that are no UIDs are refused with the reason.
 *
 * <p>Each text or UUID of a format stands for one UID or one counted number: it can be read back, and it is unique
 * wherever that is. A format has no state. All types are immutable and safe for use by any number of threads.
 */
@NullMarked
package org.uidgenerator.text;

import org.jspecify.annotations.NullMarked;
