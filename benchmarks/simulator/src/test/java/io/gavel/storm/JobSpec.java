package io.gavel.storm;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A job of a storm.
 *
 * @param rates steps per second by worker type in its first way
 * @param ways its other configurations
 * @param forbidden the name of a worker type that it must not use; empty for none
 */
record JobSpec(
    String id,
    int scaleFactor,
    int gpuMilli,
    double weight,
    String entity,
    List<Double> rates,
    double totalSteps,
    List<Way> ways,
    String forbidden) {

  /** A configuration of a job. */
  record Way(String name, int workers, List<Double> rates) {}

  JobSpec withWeight(double other) {
    return new JobSpec(
        id, scaleFactor, gpuMilli, other, entity, rates, totalSteps, ways, forbidden);
  }

  void addTo(AllocationProblem.Builder problem, double done, double ageSeconds) {
    Job job =
        Job.builder(id)
            .scaleFactor(scaleFactor)
            .gpuMilli(gpuMilli)
            .weight(weight)
            .entity(entity)
            .stepsRemaining(totalSteps - done)
            .secondsSinceStart(ageSeconds)
            .build();
    problem.job(job, array(rates));
    for (Way way : ways) {
      problem.configuration(id, way.name(), way.workers(), array(way.rates()));
    }
    if (!forbidden.isEmpty()) {
      problem.forbid(id, forbidden);
    }
  }

  /** Steps per second in a configuration, or in the first way. */
  double rate(int type, Optional<String> configuration) {
    return configuration
        .map(name -> ways.stream().filter(way -> way.name().equals(name)).findFirst().orElseThrow())
        .map(Way::rates)
        .orElse(rates)
        .get(type);
  }

  /** Whether it always takes one whole worker. */
  boolean isPlain() {
    return scaleFactor == 1 && gpuMilli == Job.WHOLE_WORKER && ways.isEmpty();
  }

  /** What a job keeps of its speed beside another one. */
  static double besides(String id, String other) {
    return 0.55 + Math.floorMod(31 * id.hashCode() + other.hashCode(), 40) / 100.0;
  }

  boolean pairsWith(JobSpec other) {
    return scaleFactor == other.scaleFactor
        && gpuMilli == Job.WHOLE_WORKER
        && other.gpuMilli == Job.WHOLE_WORKER
        && ways.isEmpty()
        && other.ways.isEmpty();
  }

  /** Adds a pair of two jobs. */
  static void addPair(AllocationProblem.Builder problem, JobSpec a, JobSpec b) {
    double[] ofA = a.rates.stream().mapToDouble(rate -> rate * besides(a.id, b.id)).toArray();
    double[] ofB = b.rates.stream().mapToDouble(rate -> rate * besides(b.id, a.id)).toArray();
    for (int j = 0; j < ofA.length; j++) {
      if (ofA[j] == 0 || ofB[j] == 0) {
        ofA[j] = 0;
        ofB[j] = 0;
      }
    }
    if (Arrays.stream(ofA).anyMatch(rate -> rate > 0)) {
      problem.pair(a.id, b.id, ofA, ofB);
    }
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
