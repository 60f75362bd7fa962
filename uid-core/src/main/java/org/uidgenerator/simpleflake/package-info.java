/**
 * Ids of time and random bits, as simpleflake made them: without coordination, and without the promise of the rest of
 * this library that no id comes twice.
 */
@NullMarked
package org.uidgenerator.simpleflake;

import org.jspecify.annotations.NullMarked;
