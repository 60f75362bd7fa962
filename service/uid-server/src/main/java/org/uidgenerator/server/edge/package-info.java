/** What is between the network and the resources: it answers what they do not, and bounds what clients can cost. */
@NullMarked
package org.uidgenerator.server.edge;

import org.jspecify.annotations.NullMarked;
