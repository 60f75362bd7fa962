/**
 * The generators as beans of Spring Framework: {@linkplain org.uidgenerator.spring.UidGeneratorFactoryBean factory
 * beans} for XML and Java configuration, and the {@linkplain org.uidgenerator.spring.ExecutorShutdownOrder order of
 * shutdown}.
 */
@NullMarked
package org.uidgenerator.spring;

import org.jspecify.annotations.NullMarked;
