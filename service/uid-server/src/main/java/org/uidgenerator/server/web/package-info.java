/** The resources under {@code /api}. */
@NullMarked
package org.uidgenerator.server.web;

import org.jspecify.annotations.NullMarked;
