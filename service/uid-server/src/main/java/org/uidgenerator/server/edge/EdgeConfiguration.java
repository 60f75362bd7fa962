package org.uidgenerator.server.edge;

import jakarta.servlet.Filter;
import org.apache.catalina.Context;
import org.apache.catalina.core.StandardHost;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;
import org.springframework.util.function.SingletonSupplier;
import org.uidgenerator.server.access.Entrance;
import org.uidgenerator.server.access.EntranceFilter;
import org.uidgenerator.server.edge.UnservedRequests.EarlyAnswers;

/** The edge of one Tomcat: that of the service, or that of the actuator if it has a port and a context of its own. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
class EdgeConfiguration {
    private static final String MAX_CONNECTIONS = "server.tomcat.max-connections";

    /** For probes and what collects meters, if the actuator has a port of its own. The heap is for the others. */
    private static final int ACTUATOR_CONNECTIONS = 100;

    @Bean
    FailureLog failureLog() {
        return new FailureLog(System::nanoTime);
    }

    @Bean
    FilterRegistrationBean<UnservedRequests> unservedRequests(
            ApplicationContext context, ObjectProvider<EarlyAnswers> ofService, FailureLog log) {
        SingletonSupplier<EarlyAnswers> later = SingletonSupplier.of(ofService::getObject); // Tomcat starts before
        EarlyAnswers early = isOfActuator(context)
                ? (request, response) -> false
                : (request, response) -> later.obtain().answer(request, response);
        FilterRegistrationBean<UnservedRequests> filter =
                new FilterRegistrationBean<>(new UnservedRequests(early, log));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }

    @Bean
    FilterRegistrationBean<Filter> entranceFilter(
            ObjectProvider<Entrance> entrance, ObjectProvider<PathMappedEndpoints> actuator, Problems problems) {
        SingletonSupplier<Filter> later =
                SingletonSupplier.of(() -> new EntranceFilter(entrance.getObject(), actuator.getObject(), problems));
        FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>(
                (request, response, chain) -> later.obtain().doFilter(request, response, chain));
        filter.setOrder(0); // after the meters of Spring Boot, which count what is refused as well
        return filter;
    }

    /** After the customizers of Spring Boot, which set what the properties say. */
    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> edge(
            ApplicationContext context, ServerProperties service) {
        Environment environment = context.getEnvironment();
        boolean isLimitSet = environment.containsProperty(MAX_CONNECTIONS);
        boolean hasAddress = StringUtils.hasLength(environment.getProperty("management.server.address"));
        boolean isOfActuator = isOfActuator(context);
        return factory -> {
            if (isOfActuator && !hasAddress) { // Spring Boot takes all interfaces
                factory.setAddress(service.getAddress());
            }
            factory.addContextCustomizers(EdgeConfiguration::reportProblems);
            factory.addConnectorCustomizers(connector -> {
                AbstractHttp11Protocol<?> protocol = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
                ConnectionMemory.shrink(protocol);
                if (isOfActuator) {
                    protocol.setMaxConnections(ACTUATOR_CONNECTIONS);
                } else {
                    ConnectionMemory.limit(
                            protocol, Runtime.getRuntime().maxMemory(), Ssl.isEnabled(factory.getSsl()), isLimitSet);
                }
            });
        };
    }

    private static boolean isOfActuator(ApplicationContext context) {
        return context.getParent() != null;
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
