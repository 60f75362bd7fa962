package org.uidgenerator.benchmarks.report;

/**
 * The vendor of a machine's CPU. Some bars depend on it, because an atomic addition costs several times as much on one
 * as on another.
 */
enum CpuVendor {
    AMD("Bars that depend on the CPU are those for AMD."),
    INTEL("Bars that depend on the CPU are those for Intel."),
    OTHER("The CPU is neither AMD's nor Intel's, so bars that depend on it are those for AMD.");

    private final String whoseBars;

    CpuVendor(String whoseBars) {
        this.whoseBars = whoseBars;
    }

    /** Returns the vendor with an id of the instruction {@code CPUID}, {@code "AuthenticAMD"} for example. */
    static CpuVendor of(String vendorId) {
        return switch (vendorId) {
            case "AuthenticAMD" -> AMD;
            case "GenuineIntel" -> INTEL;
            default -> OTHER;
        };
    }

    /** Returns the bound for this vendor; that for AMD if there is none of its own. */
    double bound(double onAmd, double onIntel) {
        return this == INTEL ? onIntel : onAmd;
    }

    /** Returns a sentence about which bars apply. */
    String whoseBars() {
        return whoseBars;
    }
}
