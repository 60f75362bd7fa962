/**
 * 64-bit, time-ordered, globally unique ids: the generators, the layout of a UID, the worker id SPI, and ids as text.
 */
@SuppressWarnings("module") // the client need not be there
module org.uidgenerator.core {
    requires static jdk.jfr; // runtimes that were cut down may lack it
    requires org.jctools.core.jdk11;
    requires static transitive org.jspecify;

    exports org.uidgenerator;
    exports org.uidgenerator.buffer;
    exports org.uidgenerator.internal.engine to
            org.uidgenerator.client;
    exports org.uidgenerator.generator;
    exports org.uidgenerator.internal to
            org.uidgenerator.client,
            org.uidgenerator.worker.db;
    exports org.uidgenerator.internal.background to
            org.uidgenerator.client;
    exports org.uidgenerator.permutation;
    exports org.uidgenerator.segment;
    exports org.uidgenerator.simpleflake;
    exports org.uidgenerator.text;
    exports org.uidgenerator.worker;
    exports org.uidgenerator.worker.lease;
    exports org.uidgenerator.worker.lease.store;
}
