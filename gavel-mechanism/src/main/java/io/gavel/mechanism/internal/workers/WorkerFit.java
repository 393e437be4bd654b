package io.gavel.mechanism.internal.workers;

import io.gavel.mechanism.plan.Worker;
import java.util.List;

/** The workers of one pool that are not taken in a round, and a rule for taking more. Mutable. */
interface WorkerFit {

  /** Takes the given workers, which must be free. */
  void keep(List<Worker> workers);

  /** Takes the given worker, which must be free. */
  List<Worker> keep(int index);

  /**
   * Takes free workers for a group, which must fit and be no larger than the previous one.
   *
   * @param size the number of workers
   */
  List<Worker> place(int g, int size);
}
