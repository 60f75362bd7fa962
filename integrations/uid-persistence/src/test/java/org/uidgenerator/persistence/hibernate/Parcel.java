package org.uidgenerator.persistence.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A primitive id, on a property. */
@Entity
class Parcel {
    private long id;

    @Id
    @Uid
    public long getId() {
        return id;
    }

    public void setId(long id) {
        this.id = id;
    }
}
