package io.gavel.policies.lp.solver.internal.classes;

/** The time of columns of classes, and how it is to be split among the members of each class. */
interface ClassPoint {

  /**
   * Returns the time that a column takes of each of its classes; for a class paired with itself,
   * half of it.
   */
  double time(int c);

  /** Returns the throughput that the split gives a job at least. */
  double demand(int m);
}
