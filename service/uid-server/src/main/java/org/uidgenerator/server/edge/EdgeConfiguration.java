package org.uidgenerator.server.edge;

import org.apache.catalina.Context;
import org.apache.catalina.core.StandardHost;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** The edge of one Tomcat: that of the service, or that of the actuator where it has a port of its own. */
@Configuration(proxyBeanMethods = false)
class EdgeConfiguration {
    @Bean
    FailureLog failureLog() {
        return new FailureLog(System::nanoTime);
    }

    @Bean
    FilterRegistrationBean<UnservedRequests> unservedRequests(FailureLog log) {
        FilterRegistrationBean<UnservedRequests> filter = new FilterRegistrationBean<>(new UnservedRequests(log));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }

    /** After the customizers of Spring Boot, which add error pages and a valve of Tomcat's. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemReports() {
        return factory -> factory.addContextCustomizers(EdgeConfiguration::reportProblems);
    }

    private static void reportProblems(Context context) {
        for (ErrorPage page : context.findErrorPages()) { // a page would read the request again, and may fail again
            context.removeErrorPage(page);
        }
        StandardHost host = (StandardHost) context.getParent();
        host.setErrorReportValveClass(null);
        host.getPipeline().addValve(new ProblemReports());
    }
}
