/** What the stores in SQL databases share. For the modules of this project only. */
@NullMarked
package org.uidgenerator.jdbc.internal;

import org.jspecify.annotations.NullMarked;
