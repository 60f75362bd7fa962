/** The command line: {@code uid generate}, {@code parse}, {@code layout} and {@code bench}. */
@NullMarked
package org.uidgenerator.cli;

import org.jspecify.annotations.NullMarked;
