/** The suites that every generator and every worker id assigner must pass, and the clock they are driven by. */
@NullMarked
package org.uidgenerator.contract;

import org.jspecify.annotations.NullMarked;
