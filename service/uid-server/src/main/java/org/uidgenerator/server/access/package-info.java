/** Who may do what, and how often. */
@NullMarked
package org.uidgenerator.server.access;

import org.jspecify.annotations.NullMarked;
