package org.uidgenerator.example.boot;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import org.uidgenerator.jackson.JsonUid;
import org.uidgenerator.persistence.hibernate.Uid;

/** An order. Its id is a UID, in JSON a string: JavaScript would round it. */
@Entity
public class CustomerOrder {
    @Id
    @Uid
    @JsonUid
    private long id;

    private String customer = "";
    private Instant placed = Instant.EPOCH;

    /** For JPA. */
    protected CustomerOrder() {}

    /**
     * Places an order.
     *
     * @param customer who wants something
     */
    public CustomerOrder(String customer) {
        this.customer = customer;
        this.placed = Instant.now();
    }

    /**
     * Returns the id.
     *
     * @return a UID, or 0 if the order is not saved
     */
    public long getId() {
        return id;
    }

    /**
     * Says who placed the order.
     *
     * @return a name
     */
    public String getCustomer() {
        return customer;
    }

    /**
     * Says when the order was placed.
     *
     * @return an instant of this machine's clock
     */
    public Instant getPlaced() {
        return placed;
    }
}
