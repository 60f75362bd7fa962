package org.uidgenerator.races;

/** How much is tried, from the command line: {@code short} as in the gate and the proofs, or a mode of jcstress. */
public final class Mode {
    static final String NAME = System.getProperty("races.mode");
    public static final boolean SHORT = NAME.equals("short");

    /** How many random scenarios Lincheck tries. */
    public static final int SCENARIOS = SHORT ? 2 : 20;

    /** How many schedules of each. */
    public static final int SCHEDULES = SHORT ? 50 : 1_000;

    /** How many schedules of each if one takes long, or if there are more scenarios. */
    public static final int FEW_SCHEDULES = 50;

    private Mode() {}
}
