package io.gavel.policies.audit;

import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.ConstraintRow;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Judges invariants that compare jobs with each other. */
final class Envy {

  private Envy() {}

  /**
   * Compares each job with every other. With the workers of job {@code i}, scaled by weight, job
   * {@code m} would run its gangs on the fastest types first, until its own time is used up. Time
   * on types that are forbidden to it does not count, and neither do jobs with which it could not
   * exchange its workers without breaking a constraint.
   */
  static Finding freeness(Reading x, Tolerance tolerance) {
    if (x.hasPairs()) {
      return new Finding.Undecided(
          Invariant.ENVY_FREENESS, "pairs share workers, so their owner is not defined");
    }
    Worst worst = new Worst(Invariant.ENVY_FREENESS, tolerance);
    Constrained constrained = x.constrained();
    for (int m = 0; m < x.jobs(); m++) {
      int[] byRate = fastestFirst(x, m);
      for (int i = 0; i < x.jobs() && byRate.length > 0; i++) {
        if (i != m) {
          double value = value(x, m, i, byRate);
          int job = m;
          int other = i;
          if (!(value <= x.throughput[m]) && constrained.allowExchange(m, i)) {
            worst.atMost(
                value,
                x.throughput[m],
                value,
                () -> new Witness.Envious(x.id(job), x.id(other), x.throughput[job], value));
          }
        }
      }
    }
    return worst.finding();
  }

  private static int[] fastestFirst(Reading x, int m) {
    return IntStream.range(0, x.cluster.typeCount())
        .filter(j -> x.problem.runs(m, j))
        .boxed()
        .sorted((a, b) -> Double.compare(rate(x, m, b), rate(x, m, a)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static double value(Reading x, int m, int i, int[] fastestFirst) {
    Job own = x.problem.job(m);
    Job other = x.problem.job(i);
    double gangs = own.weight() * other.workers() / (other.weight() * own.workers());
    double left = 1;
    double value = 0;
    for (int j : fastestFirst) {
      double time = Math.min(left, gangs * x.fraction(i, j));
      value += rate(x, m, j) * time;
      left -= time;
    }
    return value;
  }

  private static double rate(Reading x, int m, int j) {
    return x.problem.throughputs().stepsPerSecond(m, j);
  }

  static Finding equalTreatment(Reading x, Tolerance tolerance) {
    boolean[] paired = new boolean[x.jobs()];
    for (int g = x.jobs(); g < x.problem.groupCount(); g++) {
      paired[x.problem.group(g).member(0)] = true;
      paired[x.problem.group(g).member(1)] = true;
    }
    Worst worst = new Worst(Invariant.EQUAL_TREATMENT, tolerance);
    Map<Likeness, Integer> least = new HashMap<>();
    Map<Likeness, Integer> most = new HashMap<>();
    for (int m = 0; m < x.jobs(); m++) {
      if (!paired[m]) {
        least.merge(Likeness.of(x, m), m, (a, b) -> x.throughput[b] < x.throughput[a] ? b : a);
        most.merge(Likeness.of(x, m), m, (a, b) -> x.throughput[b] > x.throughput[a] ? b : a);
      }
    }
    for (int m = 0; m < x.jobs(); m++) { // in the order of jobs: the order of a map is arbitrary
      int job = m;
      int twin = paired[m] ? m : most.getOrDefault(Likeness.of(x, m), m);
      if (!paired[m] && least.getOrDefault(Likeness.of(x, m), -1) == m) {
        worst.atMost(
            x.throughput[twin],
            x.throughput[m],
            x.throughput[twin],
            () ->
                new Witness.Unequal(x.id(job), x.id(twin), x.throughput[job], x.throughput[twin]));
      }
    }
    return worst.finding();
  }

  /** The properties of a job except its id, and its coefficients in constraints. */
  private record Likeness(
      Job job, List<Double> rates, List<Integer> forbidden, List<Double> coefficients) {
    static Likeness of(Reading x, int m) {
      List<Double> rates = new ArrayList<>();
      for (int j = 0; j < x.cluster.typeCount(); j++) {
        rates.add(rate(x, m, j));
      }
      List<Integer> forbidden =
          Arrays.stream(x.problem.eligibility().forbiddenTypes(m)).boxed().toList();
      List<Double> coefficients = new ArrayList<>();
      for (ConstraintRow row : x.problem.constraintRows()) {
        for (int j = 0; j < x.cluster.typeCount(); j++) {
          coefficients.add(row.coefficient(m, j));
        }
      }
      Job job = x.problem.job(m).toBuilder("any").build();
      return new Likeness(job, rates, forbidden, coefficients);
    }
  }
}
