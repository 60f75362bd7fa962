/** What a fleet of many processes costs its store. */
package org.uidgenerator.fleet;
