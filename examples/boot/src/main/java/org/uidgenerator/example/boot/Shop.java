package org.uidgenerator.example.boot;

import java.util.List;
import java.util.Locale;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.uidgenerator.UidGenerator;

/**
 * Starts the application: orders are placed and shown at {@code /orders}, the generator is shown at
 * {@code /actuator/uid}.
 */
@SpringBootApplication
public class Shop {
    /** Made by Spring. */
    public Shop() {}

    /**
     * Runs the application until it is stopped.
     *
     * @param args of Spring Boot; {@code --spring.profiles.active=postgresql} for another database than H2
     */
    public static void main(String[] args) {
        SpringApplication.run(Shop.class, args);
    }

    @Bean
    ApplicationRunner firstOrders(Orders orders, UidGenerator uidGenerator) {
        return arguments -> orders.saveAll(List.of(new CustomerOrder("Ada"), new CustomerOrder("Grace")))
                .forEach(order -> System.out.printf(
                        Locale.ROOT, "%s ordered: %s%n", order.getCustomer(), uidGenerator.parseUID(order.getId())));
    }
}
