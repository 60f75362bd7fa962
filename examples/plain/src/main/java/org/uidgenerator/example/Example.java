package org.uidgenerator.example;

import org.springframework.context.support.ClassPathXmlApplicationContext;

/** Starts the application, prints UIDs and ends. The next start takes another worker id. */
public final class Example {
    private Example() {}

    /**
     * Runs the example on the embedded database in the file that the system property {@code example.database} names.
     *
     * @param args not used
     */
    public static void main(String[] args) {
        try (ClassPathXmlApplicationContext context =
                new ClassPathXmlApplicationContext("example.xml", Example.class)) {
            Orders orders = context.getBean(Orders.class);
            orders.printSome();
            orders.printRate();
        }
        System.out.println("Next: start it again for another worker id; docs/quick-start.md adds UIDs to your project");
    }
}
