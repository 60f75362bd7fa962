package org.uidgenerator.server.edge;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.context.annotation.Import;

/** The edge of the actuator's own Tomcat, which has a context of its own. */
@ManagementContextConfiguration(proxyBeanMethods = false)
@Import(EdgeConfiguration.class)
class ManagementEdge {}
