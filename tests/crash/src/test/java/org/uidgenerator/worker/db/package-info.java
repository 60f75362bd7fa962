/** The crash harness. It lies in the package of the assigner to be able to take the fence out. */
package org.uidgenerator.worker.db;
