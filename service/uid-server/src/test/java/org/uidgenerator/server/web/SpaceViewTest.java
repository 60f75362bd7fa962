package org.uidgenerator.server.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpaceViewTest {
    @Test
    void tellsTheIdentityFromTheName() {
        assertThat(SpaceView.of("default/482903117264"))
                .isEqualTo(new SpaceView("default/482903117264", "default", "482903117264"));
    }

    @Test
    void takesTheTextForTheNameIfNoStoreKeepsAnIdentity() {
        assertThat(SpaceView.of("orders")).isEqualTo(new SpaceView("orders", "orders", null));
        assertThat(SpaceView.of("a/b")).isEqualTo(new SpaceView("a/b", "a/b", null));
    }

    @Test
    void isEmptyWhereNothingIsKnown() {
        assertThat(SpaceView.of(null)).isEqualTo(new SpaceView(null, null, null));
    }
}
