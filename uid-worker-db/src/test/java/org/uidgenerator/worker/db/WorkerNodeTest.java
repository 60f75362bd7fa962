package org.uidgenerator.worker.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.uidgenerator.UidGenerateException;
import org.uidgenerator.contract.ChildJvm;
import org.uidgenerator.internal.LocalHost;

class WorkerNodeTest {
    private static final String STAND_IN = "1795255200000-42";

    private static WorkerNode detect(Map<String, String> variables) {
        return detect(variables, "/no/such/mark");
    }

    private static WorkerNode detect(Map<String, String> variables, String containerMark) {
        return WorkerNode.detect(variables, Path.of(containerMark)::equals, () -> "local-host", STAND_IN);
    }

    @Test
    void isAnActualMachineWhenNothingSpeaksForAContainer() {
        assertThat(detect(Map.of("HOSTNAME", "from-the-shell")))
                .isEqualTo(new WorkerNode("local-host", STAND_IN, WorkerNode.ACTUAL));
    }

    @Test
    void takesHostAndHttpPortOfJpaas() {
        Map<String, String> variables =
                Map.of("JPAAS_HOST", "10.1.2.3", "JPAAS_HTTP_PORT", "8080", "JPAAS_HOST_PORT_8080", "30080");

        assertThat(detect(variables)).isEqualTo(new WorkerNode("10.1.2.3", "8080", WorkerNode.CONTAINER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void takesTheMappedPortOfJpaasWhenTheHttpPortIsBlank(String blank) {
        Map<String, String> variables =
                Map.of("JPAAS_HOST", "10.1.2.3", "JPAAS_HTTP_PORT", blank, "JPAAS_HOST_PORT_8080", "30080");

        assertThat(detect(variables)).isEqualTo(new WorkerNode("10.1.2.3", "30080", WorkerNode.CONTAINER));
    }

    @Test
    void refusesJpaasWithoutAPort() {
        assertThatThrownBy(() -> detect(Map.of("JPAAS_HOST", "10.1.2.3")))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "JPAAS_HOST and one of JPAAS_HTTP_PORT, JPAAS_HOST_PORT_8080 must be set together, or none of"
                                + " them: JPAAS_HOST=10.1.2.3, port=null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"JPAAS_HTTP_PORT", "JPAAS_HOST_PORT_8080"})
    void refusesJpaasWithoutAHost(String portVariable) {
        assertThatThrownBy(() -> detect(Map.of(portVariable, "8080", "JPAAS_HOST", "")))
                .isInstanceOf(UidGenerateException.class)
                .hasMessage(
                        "JPAAS_HOST and one of JPAAS_HTTP_PORT, JPAAS_HOST_PORT_8080 must be set together, or none of"
                                + " them: JPAAS_HOST=null, port=8080");
    }

    @Test
    void takesTheNameOfTheKubernetesPod() {
        assertThat(detect(Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "HOSTNAME", "orders-6d4cf56db6-x7k2p")))
                .isEqualTo(new WorkerNode("orders-6d4cf56db6-x7k2p", STAND_IN, WorkerNode.CONTAINER));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/.dockerenv", "/run/.containerenv"})
    void takesTheNameOfTheContainerOfDockerAndPodman(String containerMark) {
        assertThat(detect(Map.of("HOSTNAME", "3f2a1b0c9d8e"), containerMark))
                .isEqualTo(new WorkerNode("3f2a1b0c9d8e", STAND_IN, WorkerNode.CONTAINER));
    }

    @Test
    void takesTheLocalHostNameInAContainerWithoutAName() {
        assertThat(detect(Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1")))
                .isEqualTo(new WorkerNode("local-host", STAND_IN, WorkerNode.CONTAINER));
        assertThat(detect(Map.of("HOSTNAME", " "), "/.dockerenv"))
                .isEqualTo(new WorkerNode("local-host", STAND_IN, WorkerNode.CONTAINER));
    }

    @Test
    void isNamedAsLeasesNameTheirHostIfNoNameServiceKnowsIt() throws Exception {
        List<String> options = List.of("-Djdk.net.hosts.file=" + Path.of("no", "such", "file"));

        assertThat(ChildJvm.run(Map.of("HOSTNAME", ""), options, NameOfThisHost.class))
                .isEqualTo(LocalHost.name());
    }

    /** Prints the name, whether this machine is a container or not. */
    static final class NameOfThisHost {
        public static void main(String... args) {
            System.out.print(WorkerNode.ofThisProcess().hostName());
        }
    }

    @Test
    void prefersJpaasToKubernetesAndDocker() {
        Map<String, String> variables = Map.of(
                "JPAAS_HOST", "10.1.2.3",
                "JPAAS_HTTP_PORT", "8080",
                "KUBERNETES_SERVICE_HOST", "10.0.0.1",
                "HOSTNAME", "pod");

        assertThat(detect(variables, "/.dockerenv"))
                .isEqualTo(new WorkerNode("10.1.2.3", "8080", WorkerNode.CONTAINER));
    }

    @Test
    void cutsWhatIsTooLongForItsColumn() {
        WorkerNode node = new WorkerNode("h".repeat(64) + "tail", "p".repeat(64) + "tail", WorkerNode.ACTUAL);

        assertThat(node.hostName()).isEqualTo("h".repeat(64));
        assertThat(node.port()).isEqualTo("p".repeat(64));
    }

    @Test
    void writesTheTypeAsTheWellKnownGeneratorDoes() {
        assertThat(WorkerNode.CONTAINER).isEqualTo(1);
        assertThat(WorkerNode.ACTUAL).isEqualTo(2);
    }

    @Test
    void tellsTheStartsOfThisProcessApartByTimeAndPid() {
        long before = System.currentTimeMillis();

        String[] standIn = WorkerNode.ofThisProcess().port().split("-", -1);

        assertThat(Long.parseLong(standIn[0])).isBetween(before, System.currentTimeMillis());
        assertThat(Long.parseLong(standIn[1])).isEqualTo(ProcessHandle.current().pid());
    }
}
