/**
 * The generators: {@link org.uidgenerator.impl.CachedUidGenerator} hands out UIDs that were claimed ahead,
 * {@link org.uidgenerator.impl.DefaultUidGenerator} claims each when it is asked for.
 */
@NullMarked
package org.uidgenerator.impl;

import org.jspecify.annotations.NullMarked;
