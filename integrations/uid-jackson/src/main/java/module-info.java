/** UIDs as JSON strings, as they are or in a public form, by Jackson 2 and 3. */
module org.uidgenerator.jackson {
    requires transitive com.fasterxml.jackson.annotation;
    requires static transitive com.fasterxml.jackson.databind;
    requires static transitive tools.jackson.databind;
    requires static transitive org.jspecify;
    requires transitive org.uidgenerator.core;

    exports org.uidgenerator.jackson;
}
