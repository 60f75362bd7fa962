/** The paths of Leaf and TinyId, for their clients. */
@NullMarked
package org.uidgenerator.server.peer;

import org.jspecify.annotations.NullMarked;
