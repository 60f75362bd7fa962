package org.uidgenerator.server;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Starts the id service. */
@SpringBootApplication
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
}
