/** The crash harness. */
package org.uidgenerator.crash;
