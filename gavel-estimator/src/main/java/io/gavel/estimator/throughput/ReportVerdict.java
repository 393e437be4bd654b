package io.gavel.estimator.throughput;

/** The verdict on a job's reports of a throughput. */
public enum ReportVerdict {

  /** The job has not reported the throughput, or too long ago. */
  NONE,

  /** The reports agree with the other reports and measurements. */
  AGREES,

  /**
   * The reports differ from the measurement, and enough other jobs confirm them: the measurement is
   * outdated.
   */
  DRIFT,

  /**
   * The reports differ from other reports and measurements, and no job confirms them: they are not
   * believed.
   */
  DEVIATES
}
