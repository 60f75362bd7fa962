/** The resources of the service, and those of Leaf and TinyId. */
@NullMarked
package org.uidgenerator.server.web;

import org.jspecify.annotations.NullMarked;
