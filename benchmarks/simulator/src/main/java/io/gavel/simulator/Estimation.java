package io.gavel.simulator;

import io.gavel.estimator.EstimationMethod;

/**
 * Estimation of the throughputs of jobs that share workers, for policies that must not read them
 * from the table. Some job types are references whose rates are all known. Every arriving job has
 * an unknown type: some of its rates with references were measured, and the remaining rates are
 * estimated. The rates of a pair that has run on a worker type are known there. Throughputs of jobs
 * alone are always known. Immutable.
 *
 * @param method estimates the rates that were not measured
 * @param references the number of reference job types
 * @param profile the probability that a rate of a job with a reference is measured
 * @param seed seed of references and profiles
 */
public record Estimation(EstimationMethod method, int references, double profile, long seed) {

  /** The number of reference job types in Gavel's experiment. */
  public static final int PUBLISHED_REFERENCES = 16;

  /** The probability that a rate is measured in Gavel's experiment. */
  public static final double PUBLISHED_PROFILE = 0.2;

  /**
   * Checks the numbers.
   *
   * @param method estimates the rates that were not measured
   * @param references at least 1
   * @param profile from 0 to 1
   * @param seed at least 0
   * @throws IllegalArgumentException naming the value that is out of range
   */
  public Estimation {
    if (references < 1) {
      throw new IllegalArgumentException(
          "references are %s; they must be at least 1".formatted(references));
    }
    if (!(profile >= 0 && profile <= 1)) {
      throw new IllegalArgumentException(
          "profile is %s; it must be from 0 to 1".formatted(profile));
    }
  }
}
