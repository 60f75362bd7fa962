/** What tests of several modules share and users do not need: those that a store must pass are in uid-test. */
@NullMarked
package org.uidgenerator.contract;

import org.jspecify.annotations.NullMarked;
