/** A Spring application that takes a worker id from an embedded database and prints UIDs. */
@NullMarked
package org.uidgenerator.example;

import org.jspecify.annotations.NullMarked;
