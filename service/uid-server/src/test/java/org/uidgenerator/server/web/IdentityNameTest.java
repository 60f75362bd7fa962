package org.uidgenerator.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdentityNameTest {
    @Test
    void tellsTheIdentityFromTheName() {
        assertThat(IdentityName.parts("default/482903117264"))
                .hasToString("{identity=default/482903117264, name=default, number=482903117264}");
    }

    @Test
    void takesTheTextForTheNameIfNoStoreKeepsAnIdentity() {
        assertThat(IdentityName.parts("orders")).hasToString("{identity=orders, name=orders}");
        assertThat(IdentityName.parts("a/b")).hasToString("{identity=a/b, name=a/b}");
    }

    @Test
    void isEmptyWhereNothingIsKnown() {
        assertThat(IdentityName.parts(null)).isEmpty();
    }
}
