/** Ids for Spring Data JDBC, MyBatis and MyBatis-Plus, and tables that Flyway, Liquibase and scripts create first. */
@NullMarked
package org.uidgenerator.spring.boot.persistence;

import org.jspecify.annotations.NullMarked;
