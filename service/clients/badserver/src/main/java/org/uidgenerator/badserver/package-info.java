/** A server that breaks the rules of clients, for the tests of all of them. */
@NullMarked
package org.uidgenerator.badserver;

import org.jspecify.annotations.NullMarked;
