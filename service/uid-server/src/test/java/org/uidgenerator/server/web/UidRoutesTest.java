package org.uidgenerator.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UidRoutesTest {
    @Test
    void tellsTheIdentityFromTheName() {
        assertThat(UidRoutes.parts("default/482903117264"))
                .hasToString("{identity=default/482903117264, name=default, number=482903117264}");
    }

    @Test
    void takesTheTextForTheNameIfNoStoreKeepsAnIdentity() {
        assertThat(UidRoutes.parts("orders")).hasToString("{identity=orders, name=orders}");
        assertThat(UidRoutes.parts("a/b")).hasToString("{identity=a/b, name=a/b}");
    }

    @Test
    void isEmptyWhereNothingIsKnown() {
        assertThat(UidRoutes.parts(null)).isEmpty();
    }
}
