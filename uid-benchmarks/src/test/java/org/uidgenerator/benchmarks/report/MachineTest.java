package org.uidgenerator.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineTest {
    @ParameterizedTest
    @CsvSource({"AuthenticAMD, AMD", "GenuineIntel, INTEL", "ARM, OTHER", "HygonGenuine, OTHER"})
    void readsWhoseCpuItIs(String vendorId, CpuVendor vendor) {
        String lscpu = """
            Architecture:                            x86_64
            CPU(s):                                  2
            Vendor ID:                               %s
            Model name:                              Some CPU: 3 GHz
            Model:                                   2
            """.replace("%s", vendorId);

        Machine machine = Machine.of(lscpu);

        assertThat(machine.cpu()).isEqualTo("Some CPU: 3 GHz");
        assertThat(machine.vendor()).isEqualTo(vendor);
    }

    @Test
    void namesTheArchitectureWhereThereIsNoLscpu() {
        Machine machine = Machine.of("unknown");

        assertThat(machine.cpu()).isEqualTo(System.getProperty("os.arch"));
        assertThat(machine.vendor()).isEqualTo(CpuVendor.OTHER);
    }

    @Test
    void saysWhoseBarsApply() {
        assertThat(CpuVendor.AMD.whoseBars()).isEqualTo("Bars that depend on the CPU are those for AMD.");
        assertThat(CpuVendor.INTEL.whoseBars()).isEqualTo("Bars that depend on the CPU are those for Intel.");
        assertThat(CpuVendor.OTHER.whoseBars())
                .isEqualTo("The CPU is neither AMD's nor Intel's, so bars that depend on it are those for AMD.");
    }
}
