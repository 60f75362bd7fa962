package org.uidgenerator.persistence.hibernate;

import jakarta.persistence.Entity;

/** Inherits attributes whose types are type parameters. */
@Entity
class Receipt extends Identified<Long, String> {}
