package org.uidgenerator.server;

import java.time.Clock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Starts the id service. */
@SpringBootApplication(exclude = ErrorMvcAutoConfiguration.class)
public class UidServer {
    /** Made by Spring. */
    public UidServer() {}

    /**
     * Runs the service until it is stopped.
     *
     * @param args of Spring Boot, such as {@code --server.port=8081}
     */
    public static void main(String[] args) {
        SpringApplication.run(UidServer.class, args);
    }

    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }
}
