/**
 * UIDs as JSON strings. In JavaScript numbers are doubles, which round integers above 2<sup>53</sup>, so that a UID
 * comes back as a different one. Mark UIDs with an annotation that Jackson 2 and 3 understand:
 *
 * <pre>{@code
 * record Order(@JsonUid long id, @JsonUid List<Long> items, long cents) {}
 * }</pre>
 *
 * <p>or by a rule, for classes that should not know about JSON:
 *
 * <pre>{@code
 * new Jackson3UidModule((type, property) -> type.getPackageName().startsWith("com.example.shop")
 *         && (property.equals("id") || property.endsWith("Id")))
 * }</pre>
 *
 * <p>UIDs that should not tell others how many there are have a public form, which needs a key and a module:
 *
 * <pre>{@code
 * record Order(@PublicUid long id, long cents) {}
 *
 * new Jackson3PublicUidModule(PublicUidFormat.of(UidPermutation.ofAllBits(key), UidFormat.CROCKFORD32))
 * }</pre>
 *
 * <p>There is deliberately no module that writes each {@code long} as a string. Amounts and counts would change as
 * well.
 *
 * <p>No string is needed if UIDs stay below 2<sup>53</sup>, as with
 * {@code UidLayout.builder().totalBits(53).timeBits(32).workerBits(8).seqBits(13).build()}, which lasts for 136 years.
 */
@NullMarked
package org.uidgenerator.jackson;

import org.jspecify.annotations.NullMarked;
