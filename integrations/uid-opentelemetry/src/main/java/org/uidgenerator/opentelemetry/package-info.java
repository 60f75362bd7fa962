/** Trace ids of OpenTelemetry that carry UIDs. */
@NullMarked
package org.uidgenerator.opentelemetry;

import org.jspecify.annotations.NullMarked;
