package org.uidgenerator.persistence.hibernate;

import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;

@MappedSuperclass
abstract class Identified<I, N> {
    @Id
    @Uid
    I id;

    @UidSegment("receipts")
    N number;
}
