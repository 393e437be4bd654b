package io.gavel.bench;

import java.util.function.Supplier;

/**
 * A benchmark case. Immutable.
 *
 * @param name the name for {@code --case}
 * @param title a short description
 * @param family cases of growing size; a reference solver stopped in one is skipped in the later
 *     ones
 * @param target the time to reach
 * @param task creates the problem
 * @param heap the heap of the JVM of this library, such as {@code 2g}
 */
record BenchCase(
    String name, String title, String family, Target target, Supplier<Task> task, String heap) {

  BenchCase(String name, String title, String family, Target target, Supplier<Task> task) {
    this(name, title, family, target, task, ChildJvm.HEAP);
  }
}
