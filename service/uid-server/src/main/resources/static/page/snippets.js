// A layout as what an application needs to have it.

/** Properties, XML and Java of a layout: [name, text]. */
export function snippets(layout) {
  const text = layout.text();
  const dataCenter = layout.dataCenterBits > 0;
  return [
    ["application.properties", `uid.layout.text=${text}` + (dataCenter ? "\nuid.worker.data-center-id=0" : "")],
    [
      "XML",
      `<bean id="uidGenerator" class="org.uidgenerator.spring.CachedUidGeneratorFactoryBean">
  <property name="workerIdAssigner" ref="workerIdAssigner"/>
  <property name="layout" value="${text}"/>${dataCenter ? '\n  <property name="dataCenterId" value="0"/>' : ""}
</bean>`,
    ],
    ["Java", `UidLayout layout = UidLayout.parse("${text}");`],
  ];
}
