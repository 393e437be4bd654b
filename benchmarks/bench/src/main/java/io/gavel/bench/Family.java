package io.gavel.bench;

import io.gavel.bench.Instances.Rates;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A family of problems that differ in rates, rows or load; the jobs need twice the workers. */
public enum Family {
  /** Each job has rates of its own. */
  DISTINCT(Rates.DISTINCT),
  /** A worker type is by the same factor faster for every job. */
  RANK_ONE(Rates.RANK_ONE),
  /** The rates of all jobs agree to seven digits. */
  NEARLY_EQUAL(Rates.NEARLY_EQUAL),
  /** Each job runs on one or two worker types only. */
  BLOCKS(Rates.BLOCKS),
  /** Each of 20 entities has a limit on one worker type. */
  QUOTAS(Rates.DISTINCT),
  /** Each job has a limit of its time. */
  CAPS(Rates.DISTINCT),
  /** Each eight jobs are a team. */
  TEAMS(Rates.DISTINCT),
  /** The jobs need fifty times the workers. */
  OVERLOAD(Rates.DISTINCT);

  private static final int ENTITIES = 20;
  private static final double MEAN_GANG = 1.9;
  private static final int LARGEST_GANG = 8;

  private final Rates rates;

  Family(Rates rates) {
    this.rates = rates;
  }

  /**
   * Returns the name in options and reports.
   *
   * @return the name, in lower case
   */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Finds a family.
   *
   * @param key the name in options
   * @return the family
   * @throws IllegalArgumentException if there is none
   */
  public static Family of(String key) {
    return Arrays.stream(values())
        .filter(family -> family.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no family \"%s\"; it must be one of %s"
                        .formatted(
                            key,
                            Arrays.stream(values())
                                .map(Family::key)
                                .collect(Collectors.joining(", ")))));
  }

  /** Creates a problem with gangs, entities and rows, if the family has any. */
  AllocationProblem problem(int jobs, int types) {
    int entities = this == TEAMS ? Math.max(1, jobs / LARGEST_GANG) : Math.min(ENTITIES, jobs);
    double load = this == OVERLOAD ? 50 : 2;
    double workersPerJob =
        Math.max(MEAN_GANG / (load * types), (double) LARGEST_GANG / jobs); // every gang fits
    AllocationProblem problem =
        Instances.of(jobs, types, 21)
            .rates(rates)
            .gangs()
            .entities(entities)
            .workersPerJob(workersPerJob)
            .build();
    return switch (this) {
      case QUOTAS -> withQuotas(problem);
      case CAPS -> withCaps(problem);
      default -> problem;
    };
  }

  private static AllocationProblem withQuotas(AllocationProblem problem) {
    int entities = problem.entities().size();
    ConstraintSet quotas = problem.constraintSet();
    for (int e = 0; e < entities; e++) {
      WorkerType type = problem.cluster().type(e % problem.cluster().typeCount());
      quotas =
          quotas.and(
              Quota.of(problem.entities().get(e).id())
                  .limitedTo(type.name(), 0.9 * type.workers() / entities));
    }
    return problem.withConstraints(quotas);
  }

  private static AllocationProblem withCaps(AllocationProblem problem) {
    List<Constraint> caps = new ArrayList<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      String job = problem.job(m).id();
      double most = 0.1 + 0.9 * (m % 10) / 9;
      caps.add(Constraint.named("time of " + job).that(LinearForm.time().ofJobs(job)).atMost(most));
    }
    return problem.withConstraints(new ConstraintSet(caps, List.of()));
  }
}
