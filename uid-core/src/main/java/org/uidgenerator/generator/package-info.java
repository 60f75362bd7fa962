/**
 * The generators: {@link org.uidgenerator.generator.CachedUidGenerator} hands out UIDs that were claimed ahead,
 * {@link org.uidgenerator.generator.DefaultUidGenerator} claims each when it is asked for.
 */
@NullMarked
package org.uidgenerator.generator;

import org.jspecify.annotations.NullMarked;
