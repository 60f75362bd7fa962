package org.uidgenerator.server.access;

import java.net.InetAddress;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.uidgenerator.UidGenerator;

/**
 * What is open, and what needs a token with which scope. The actuator is under the same rules wherever it is, because
 * Spring Boot puts them in front of its own port as well.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ServerProperties.class)
class AccessConfiguration {
    private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"
            + " img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none';"
            + " form-action 'none'; frame-ancestors 'none'";

    @Bean
    Lead lead(Clock clock, UidGenerator generator) {
        return new Lead(clock, generator.layout().uidsPerSecond());
    }

    @Bean
    Clients clients(
            ServerProperties properties,
            org.springframework.boot.web.server.autoconfigure.ServerProperties network,
            Environment environment,
            Lead lead) {
        InetAddress actuator = Binder.get(environment)
                .bind("management.server.address", InetAddress.class)
                .orElse(null);
        return Clients.of(properties, exposed(network.getAddress(), actuator), lead);
    }

    @Bean
    Entrance entrance(Clients clients, ServerProperties properties) {
        boolean isOpen = clients.everyone().isPresent();
        return new Entrance(
                clients, isOpen ? new OpenServerGuard(properties.anonymous(), properties.hostNames()) : null);
    }

    /** Returns the property that lets other machines reach this server or its actuator, or null if none does. */
    private static @Nullable String exposed(@Nullable InetAddress address, @Nullable InetAddress actuator) {
        if (address == null || !address.isLoopbackAddress()) {
            return "server.address";
        }
        return actuator == null || actuator.isLoopbackAddress() ? null : "management.server.address";
    }

    @Bean
    SecurityFilterChain rules(
            HttpSecurity http,
            Entrance entrance,
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver problems) {
        http.csrf(AbstractHttpConfigurer::disable) // no cookies, no sessions
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .anonymous(AbstractHttpConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .headers(headers -> headers.contentSecurityPolicy(
                                policy -> policy.policyDirectives(CONTENT_SECURITY_POLICY))
                        .referrerPolicy(policy -> policy.policy(ReferrerPolicy.NO_REFERRER))
                        .crossOriginOpenerPolicy(policy -> policy.policy(CrossOriginOpenerPolicy.SAME_ORIGIN))
                        .crossOriginResourcePolicy(policy -> policy.policy(CrossOriginResourcePolicy.SAME_ORIGIN)))
                .exceptionHandling(refusals -> refusals.authenticationEntryPoint((request, response, exception) ->
                                problems.resolveException(request, response, null, exception))
                        .accessDeniedHandler((request, response, exception) ->
                                problems.resolveException(request, response, null, exception)))
                .addFilterAfter(new EntranceFilter(entrance, problems), HeaderWriterFilter.class)
                .authorizeHttpRequests(requests -> requests.requestMatchers(
                                HttpMethod.GET, "/", "/index.html", "/page/**", "/favicon.ico", "/openapi.yaml")
                        .permitAll()
                        .requestMatchers(EndpointRequest.to(HealthEndpoint.class))
                        .permitAll()
                        .requestMatchers(EndpointRequest.toAnyEndpoint())
                        .hasAuthority(Scope.OPERATIONS.name())
                        .requestMatchers("/api/workers")
                        .hasAuthority(Scope.OPERATIONS.name())
                        .anyRequest()
                        .authenticated());
        return http.build();
    }
}
