package org.uidgenerator.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpaceNameTest {
    @Test
    void tellsTheIdentityFromTheName() {
        assertThat(SpaceName.parts("default/482903117264"))
                .hasToString("{space=default/482903117264, name=default, identity=482903117264}");
    }

    @Test
    void takesTheTextForTheNameIfNoStoreKeepsAnIdentity() {
        assertThat(SpaceName.parts("orders")).hasToString("{space=orders, name=orders}");
        assertThat(SpaceName.parts("a/b")).hasToString("{space=a/b, name=a/b}");
    }

    @Test
    void isEmptyWhereNothingIsKnown() {
        assertThat(SpaceName.parts(null)).isEmpty();
    }
}
