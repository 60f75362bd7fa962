/**
 * For the tests of applications: a generator whose UIDs a test can predict, a clock that a test sets, a JUnit
 * extension.
 */
module org.uidgenerator.test {
    requires transitive org.uidgenerator.core;
    requires static transitive org.junit.jupiter.api; // for the extension only
    requires static transitive org.jspecify;

    exports org.uidgenerator.test;
}
