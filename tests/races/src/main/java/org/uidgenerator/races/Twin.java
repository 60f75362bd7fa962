package org.uidgenerator.races;

/**
 * The twins: the same races, each with one rule of the algorithm broken, so that each must fail. A run of jcstress has
 * either all tests as they are, or all as twins.
 */
public final class Twin {
    /** A constant once this class is initialised, so compiled tests hold no trace of it. */
    public static final boolean RUNS = Boolean.getBoolean("twin");

    private Twin() {}
}
