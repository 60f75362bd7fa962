/** The worker id SPI: where worker ids come from, and which ticks may be used under them. */
@NullMarked
package org.uidgenerator.worker;

import org.jspecify.annotations.NullMarked;
