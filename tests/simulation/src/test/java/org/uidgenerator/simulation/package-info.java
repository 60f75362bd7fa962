/** Several processes, their clocks and their store, driven step by step by one seeded scheduler on one thread. */
package org.uidgenerator.simulation;
