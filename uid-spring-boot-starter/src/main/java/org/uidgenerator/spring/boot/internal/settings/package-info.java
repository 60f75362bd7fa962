/** The properties: what they are bound to, which names there are, and which have no effect. */
@NullMarked
package org.uidgenerator.spring.boot.internal.settings;

import org.jspecify.annotations.NullMarked;
