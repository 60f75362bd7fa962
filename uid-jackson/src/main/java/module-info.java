/** UIDs as JSON strings, by Jackson 2 and 3. */
module org.uidgenerator.jackson {
    requires transitive com.fasterxml.jackson.annotation;
    requires static transitive com.fasterxml.jackson.databind;
    requires static transitive tools.jackson.databind;
    requires static transitive org.jspecify;

    exports org.uidgenerator.jackson;
}
