package io.gavel.kubernetes;

/**
 * The workers that a workload holds. Immutable.
 *
 * @param flavor their flavour
 * @param sinceSeconds since when, in seconds of the clock
 * @param running false while it moves there: it was asked to stop elsewhere, and has not started
 */
record Holding(String flavor, double sinceSeconds, boolean running) {}
