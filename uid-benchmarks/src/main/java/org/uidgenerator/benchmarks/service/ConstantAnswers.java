package org.uidgenerator.benchmarks.service;

import jakarta.servlet.Servlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/**
 * A Tomcat that answers each request with the same 18 digits, by a servlet or by a controller of Spring MVC: the least
 * that an id over HTTP costs. Runs with the libraries of the id service, so both have the same Tomcat and Spring.
 */
public final class ConstantAnswers {
    private static final String DIGITS = "120830254808826442";

    private ConstantAnswers() {}

    /** Takes {@code servlet} or {@code controller} and a port; ends with its process. */
    public static void main(String[] args) throws IOException, LifecycleException {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("tomcat").toString());
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(Integer.parseInt(args[1]));
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxKeepAliveRequests", "-1"); // as the id service
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "constant", args[0].equals("servlet") ? new Constant() : dispatcher())
                .setLoadOnStartup(1);
        context.addServletMappingDecoded("/", "constant");
        tomcat.start();
        tomcat.getServer().await();
    }

    private static Servlet dispatcher() {
        AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();
        spring.register(Mvc.class);
        return new DispatcherServlet(spring);
    }

    private static final class Constant extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            byte[] body = DIGITS.getBytes(StandardCharsets.ISO_8859_1);
            response.setContentType("text/plain");
            response.setContentLength(body.length);
            response.getOutputStream().write(body);
        }
    }

    /** The controller, and all that Spring MVC has by default. */
    @EnableWebMvc
    @RestController
    public static class Mvc {
        /** Answers. */
        @GetMapping("/api/id")
        public String id() {
            return DIGITS;
        }
    }
}
