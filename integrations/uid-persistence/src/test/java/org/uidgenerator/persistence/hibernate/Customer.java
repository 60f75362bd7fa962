package org.uidgenerator.persistence.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

@Entity
class Customer {
    @Id
    @Uid
    Long id;

    @Uid("numbers")
    long number;

    String name = "Ada";
}
