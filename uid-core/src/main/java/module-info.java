/** 64-bit, time-ordered, globally unique ids: the generators, the layout of a UID and the worker id SPI. */
module org.uidgenerator.core {
    requires jdk.jfr;
    requires org.jctools.core.jdk11;
    requires static transitive org.jspecify;

    exports org.uidgenerator;
    exports org.uidgenerator.buffer;
    exports org.uidgenerator.impl;
    exports org.uidgenerator.text;
    exports org.uidgenerator.worker;
}
