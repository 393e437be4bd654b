package io.gavel.benchmarks.replay;

import io.gavel.benchmarks.input.TraceJob;

/** A job on its way through a replay. Mutable. */
final class ReplayedJob {

  /** So many failures in a row, and the job is given up. */
  static final int FAILURES = 5;

  final TraceJob trace;
  double remaining;
  int failures;

  ReplayedJob(TraceJob trace) {
    this.trace = trace;
    this.remaining = trace.totalSteps();
  }

  /** The steps of one round at a rate: whole ones, unless they are the last. */
  double stepsIn(double roundSeconds, double stepsPerSecond) {
    return Math.min(Math.floor(stepsPerSecond * roundSeconds), remaining);
  }

  /** A gang whose first worker gets no whole step, or no time, counts as failed. */
  boolean failsWith(double steps, double seconds) {
    return !(Math.floor(steps / trace.kind().scaleFactor()) > 0) || !(seconds > 0);
  }
}
