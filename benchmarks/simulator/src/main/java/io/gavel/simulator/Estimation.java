package io.gavel.simulator;

import io.gavel.estimator.EstimationMethod;

/**
 * How a policy comes to know what two jobs make of workers that they share, if the table of
 * throughputs is not told. Some job types are references and known in full. Every job comes as one
 * of unknown type, of which some rates beside references were measured; the rest is estimated. A
 * pair that has run on a worker type is known there. Throughputs alone are known. Immutable.
 *
 * @param method fills in what was not measured
 * @param references how many job types are references
 * @param profile the probability that a rate of a job beside a reference is measured
 * @param seed of references and profiles
 */
public record Estimation(EstimationMethod method, int references, double profile, long seed) {

  /** How many job types are references in Gavel's experiment. */
  public static final int PUBLISHED_REFERENCES = 16;

  /** The probability that a rate is measured in Gavel's experiment. */
  public static final double PUBLISHED_PROFILE = 0.2;

  /**
   * Checks the numbers.
   *
   * @param method fills in what was not measured
   * @param references at least 1
   * @param profile from 0 to 1
   * @param seed at least 0
   * @throws IllegalArgumentException naming the number that is out of range
   */
  public Estimation {
    if (references < 1) {
      throw new IllegalArgumentException(
          "references are %d; must be at least 1".formatted(references));
    }
    if (!(profile >= 0 && profile <= 1)) {
      throw new IllegalArgumentException("profile is %s; must be from 0 to 1".formatted(profile));
    }
  }
}
