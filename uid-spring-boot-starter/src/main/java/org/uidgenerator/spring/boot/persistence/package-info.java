/** Ids for Spring Data, MyBatis and MyBatis-Plus, and tables that Flyway, Liquibase and scripts create first. */
@NullMarked
package org.uidgenerator.spring.boot.persistence;

import org.jspecify.annotations.NullMarked;
