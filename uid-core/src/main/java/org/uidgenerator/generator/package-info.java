/**
 * The generators: {@link org.uidgenerator.generator.CachedUidGenerator} hands out UIDs that were claimed ahead,
 * {@link org.uidgenerator.generator.DefaultUidGenerator} claims a tick when a call needs it.
 */
@NullMarked
package org.uidgenerator.generator;

import org.jspecify.annotations.NullMarked;
