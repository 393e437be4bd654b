package io.gavel.policies.explain;

/** What became of a job. */
public enum Verdict {
  /** It runs all of its time on a worker type on which it is fastest. */
  FULL,
  /** It runs, and could run faster or longer. */
  PARTIAL,
  /** It gets nothing now; another time it may. */
  WAITING,
  /** It can run nowhere in this cluster, whatever the others do. */
  NEVER
}
