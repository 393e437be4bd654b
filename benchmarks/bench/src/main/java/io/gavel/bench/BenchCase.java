package io.gavel.bench;

import java.util.function.Supplier;

/**
 * One line of the table. Immutable.
 *
 * @param name as {@code --case} takes it
 * @param title what is measured, for people
 * @param family cases that only grow; a rival that was stopped in one is not run in later ones
 * @param target what it is to reach
 * @param task makes the problem
 */
record BenchCase(String name, String title, String family, Target target, Supplier<Task> task) {}
