/** The command line {@code uid}, with one class per command. */
@NullMarked
package org.uidgenerator.cli;

import org.jspecify.annotations.NullMarked;
