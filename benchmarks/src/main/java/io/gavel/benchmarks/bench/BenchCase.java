package io.gavel.benchmarks.bench;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * One line of the table. Immutable.
 *
 * @param name as {@code --case} takes it
 * @param title what is measured, for people
 * @param family cases that only grow; a rival that was stopped in one is not run in later ones
 * @param target what it is to reach
 * @param task makes the problem
 * @param missing why the library cannot do this yet
 */
record BenchCase(
    String name,
    String title,
    String family,
    Target target,
    Supplier<Task> task,
    Optional<String> missing) {

  static BenchCase of(
      String name, String title, String family, Target target, Supplier<Task> task) {
    return new BenchCase(name, title, family, target, task, Optional.empty());
  }

  /** A case that nothing in the library answers. */
  static BenchCase missing(String name, String title, Target target, String reason) {
    return new BenchCase(
        name,
        title,
        name,
        target,
        () -> {
          throw new IllegalStateException(reason);
        },
        Optional.of(reason));
  }
}
