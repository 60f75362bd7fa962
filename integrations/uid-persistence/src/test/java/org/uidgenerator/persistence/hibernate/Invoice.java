package org.uidgenerator.persistence.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Numbers of a counter, and UIDs as text. */
@Entity
class Invoice {
    @Id
    @UidSegment("invoices")
    String id;

    @UidSegment("invoices")
    long line;

    @Uid
    String token;
}
