package org.uidgenerator.spring.boot.generators;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.uidgenerator.spring.boot.client.Discovery;
import org.uidgenerator.spring.boot.client.RemoteGenerators;
import org.uidgenerator.spring.boot.internal.settings.SettingsBeans;

/** What makes stores, assigners and generators. */
@Configuration(proxyBeanMethods = false)
@Import({SettingsBeans.class, WorkerIdAssigners.class, UidGenerators.class, RemoteGenerators.class, Discovery.class})
class UidBeans {}
