package io.gavel.estimator.internal;

import java.util.List;

/**
 * The penalised likelihood of the references' zeros, {@code log odds = base + job + partner +
 * worker type}, maximised by Newton steps, one block of parameters at a time.
 */
final class LogitLikelihood {

  private static final double BASE = -3; // before any evidence 5 % of pairs do not fit
  private static final int SWEEPS = 60;
  private static final double TOLERANCE = 1e-4;

  private final double variance; // of the prior of each parameter
  private final boolean[][] zero; // [reference][pair]
  private final List<int[]> parts; // for each pair, its partner and worker type
  private final double[] jobs;
  private final double[] partners;
  private final double[] workers;

  LogitLikelihood(
      double variance, boolean[][] zero, List<int[]> parts, int partnerCount, int workerCount) {
    this.variance = variance;
    this.zero = zero;
    this.parts = parts;
    this.jobs = new double[zero.length];
    this.partners = new double[partnerCount];
    this.workers = new double[workerCount];
  }

  /** Returns the log odds of 0 in each pair for a job without a demand of its own. */
  double[] maximize() {
    double change = Double.POSITIVE_INFINITY;
    for (int sweep = 0; sweep < SWEEPS && change > TOLERANCE; sweep++) {
      change = step(jobs, (i, p) -> i);
      change = Math.max(change, step(partners, (i, p) -> parts.get(p)[0]));
      change = Math.max(change, step(workers, (i, p) -> parts.get(p)[1]));
    }
    double[] logOdds = new double[parts.size()];
    for (int p = 0; p < logOdds.length; p++) {
      logOdds[p] = pairLogOdds(p);
    }
    return logOdds;
  }

  private double pairLogOdds(int p) {
    return BASE + partners[parts.get(p)[0]] + workers[parts.get(p)[1]];
  }

  /** One Newton step for each parameter of a block, of size at most 1; returns the largest size. */
  private double step(double[] block, Owner owner) {
    double[] gradient = new double[block.length];
    double[] curvature = new double[block.length];
    for (int b = 0; b < block.length; b++) {
      gradient[b] = -block[b] / variance;
      curvature[b] = 1 / variance;
    }
    double[] jobOdds = new double[jobs.length];
    for (int i = 0; i < jobs.length; i++) {
      jobOdds[i] = StrictMath.exp(jobs[i]); // odds multiply, so few exponentials suffice
    }
    for (int p = 0; p < parts.size(); p++) {
      double pairOdds = StrictMath.exp(pairLogOdds(p));
      for (int i = 0; i < zero.length; i++) {
        double odds = jobOdds[i] * pairOdds;
        double probability = odds / (1 + odds);
        int b = owner.of(i, p);
        gradient[b] += (zero[i][p] ? 1 : 0) - probability;
        curvature[b] += probability * (1 - probability);
      }
    }
    double widest = 0;
    for (int b = 0; b < block.length; b++) {
      double move = Math.max(-1, Math.min(1, gradient[b] / curvature[b]));
      block[b] += move;
      widest = Math.max(widest, Math.abs(move));
    }
    return widest;
  }

  /** The parameter of a block that an observation depends on. */
  @FunctionalInterface
  private interface Owner {
    int of(int reference, int pair);
  }
}
