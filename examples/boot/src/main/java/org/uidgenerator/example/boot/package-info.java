/** A web application on Spring Boot and JPA whose entities have UIDs. */
@NullMarked
package org.uidgenerator.example.boot;

import org.jspecify.annotations.NullMarked;
