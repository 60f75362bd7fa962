/**
 * For the tests of applications: a {@linkplain org.uidgenerator.test.TestUidGenerator generator} whose UIDs a test can
 * predict, a {@linkplain org.uidgenerator.test.SettableClock clock} that a test sets, and a
 * {@linkplain org.uidgenerator.test.UidExtension JUnit extension} that hands both to tests.
 */
@NullMarked
package org.uidgenerator.test;

import org.jspecify.annotations.NullMarked;
