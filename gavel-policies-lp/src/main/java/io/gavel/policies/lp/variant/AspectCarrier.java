package io.gavel.policies.lp.variant;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.History;
import io.gavel.policies.model.Job;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Which aspects a problem carries, by the first job, entity or worker type that has one. */
final class AspectCarrier {

  private AspectCarrier() {}

  /**
   * Returns the owner of an aspect and its value, as the beginning of a sentence; empty without an
   * owner.
   */
  static Optional<String> carrier(AllocationProblem problem, Aspect aspect) {
    return switch (aspect) {
      case WEIGHTS -> job(problem, job -> job.weight() != 1, job -> "has weight " + job.weight());
      case ENTITIES ->
          job(
                  problem,
                  job -> job.entity().isPresent(),
                  job -> "belongs to entity \"%s\"".formatted(job.entity().orElseThrow()))
              .or(
                  () ->
                      problem.entities().stream()
                          .findFirst()
                          .map(entity -> "there is an entity \"%s\"".formatted(entity.id())));
      case SLOS ->
          job(
              problem,
              job -> job.sloSeconds().isPresent(),
              job -> "has an SLO of %s s".formatted(job.sloSeconds().orElseThrow()));
      case STEPS ->
          job(
              problem,
              job -> job.stepsRemaining().isPresent(),
              job -> "has %s steps remaining".formatted(job.stepsRemaining().orElseThrow()));
      case HISTORY -> job(problem, AspectCarrier::hasPast, job -> "has a history");
      case PAIRS -> pair(problem);
      case CONFIGURATIONS -> configuration(problem);
      case CONSTRAINTS ->
          problem.constraintNames().stream()
              .findFirst()
              .map("there is constraint \"%s\""::formatted);
      case SHARES ->
          job(
              problem,
              job -> job.gpuMilli() != Job.WHOLE_WORKER,
              job -> "takes %s thousandths of a worker".formatted(job.gpuMilli()));
      case PRICES ->
          problem.cluster().types().stream()
              .filter(type -> type.pricePerHour() > 0)
              .findFirst()
              .map(
                  type ->
                      "worker type \"%s\" costs %s an hour"
                          .formatted(type.name(), type.pricePerHour()));
      case INTERVALS ->
          problem.throughputs().isCertain()
              ? Optional.empty()
              : Optional.of("throughputs are uncertain");
      case ARRIVAL_ORDER -> Optional.empty(); // every problem has one
    };
  }

  private static boolean hasPast(Job job) {
    return job.secondsSinceStart() > 0
        || job.isolatedSecondsSoFar() > 0
        || !job.history().equals(History.none());
  }

  private static Optional<String> job(
      AllocationProblem problem, Predicate<Job> carries, Function<Job, String> what) {
    return problem.jobs().stream()
        .filter(carries)
        .findFirst()
        .map(job -> "job \"%s\" %s".formatted(job.id(), what.apply(job)));
  }

  private static Optional<String> pair(AllocationProblem problem) {
    if (!problem.pairsByType().isEmpty()) {
      return Optional.of("jobs may share workers by their types");
    }
    if (problem.pairCount() == 0) {
      return Optional.empty();
    }
    Group pair = problem.group(problem.jobCount());
    return Optional.of(
        "jobs \"%s\" and \"%s\" may share workers"
            .formatted(problem.job(pair.member(0)).id(), problem.job(pair.member(1)).id()));
  }

  private static Optional<String> configuration(AllocationProblem problem) {
    return problem.configurationCount() == 0
        ? Optional.empty()
        : Optional.of(
            "job \"%s\" has configurations"
                .formatted(
                    problem
                        .job(
                            problem
                                .group(problem.listedGroupCount() - problem.configurationCount())
                                .member(0))
                        .id()));
  }
}
