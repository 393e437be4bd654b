package io.gavel.estimator.throughput;

/** What a job's reports of a throughput are found to be. */
public enum ReportVerdict {

  /** The job has not reported the throughput, or too long ago. */
  NONE,

  /** The reports agree with what is known without them. */
  AGREES,

  /** The reports differ from the measurement as those of enough other jobs do: it is outdated. */
  DRIFT,

  /** The reports differ from what is known, and nobody confirms them: they are not believed. */
  DEVIATES
}
