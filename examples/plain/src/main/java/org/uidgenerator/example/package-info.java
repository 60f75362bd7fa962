/** A Spring application, configured in XML, that takes a worker id from an embedded database and prints UIDs. */
@NullMarked
package org.uidgenerator.example;

import org.jspecify.annotations.NullMarked;
