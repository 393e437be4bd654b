package io.gavel.policies.explain;

/** The outcome of a job. */
public enum Verdict {
  /** The job runs all of its time on a worker type on which it is fastest. */
  FULL,
  /** The job runs, and could run faster or longer. */
  PARTIAL,
  /** The job gets no time now, but may get some later. */
  WAITING,
  /** The job can run nowhere in this cluster, even if it were alone. */
  NEVER
}
