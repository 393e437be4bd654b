package io.gavel.bench;

import io.gavel.bench.Instances.Rates;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Quota;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
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
  OVERLOAD(Rates.DISTINCT),
  /** Each of 20 entities has a limit on each worker type and one on all. */
  NESTED(Rates.DISTINCT),
  /** Each of 20 overlapping groups of jobs has a limit on one worker type. */
  GROUPS(Rates.DISTINCT),
  /** Jobs also need cores and memory, of which the cluster has a third. */
  RESOURCES(Rates.DISTINCT),
  /** Each job may have two, three or four times its workers. */
  CONFIGURATIONS(Rates.DISTINCT),
  /** Each job may share its workers with up to five other jobs. */
  PAIRS(Rates.DISTINCT);

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
      case QUOTAS -> withQuotas(problem, entity -> quota(problem, entity));
      case CAPS -> withCaps(problem);
      case NESTED -> withQuotas(problem, entity -> nestedQuota(problem, entity));
      case GROUPS -> withGroups(problem);
      case RESOURCES ->
          problem
              .constraining(resource("cores", problem, 2, 16))
              .constraining(resource("GB", problem, 8, 128));
      case CONFIGURATIONS -> withConfigurations(problem);
      case PAIRS -> withPairs(problem);
      default -> problem;
    };
  }

  private static AllocationProblem withQuotas(
      AllocationProblem problem, Function<Entity, Quota> quota) {
    ConstraintSet quotas = problem.constraintSet();
    for (Entity entity : problem.entities()) {
      quotas = quotas.and(quota.apply(entity));
    }
    return problem.withConstraints(quotas);
  }

  private static Quota quota(AllocationProblem problem, Entity entity) {
    List<Entity> entities = problem.entities();
    WorkerType type =
        problem.cluster().type(entities.indexOf(entity) % problem.cluster().typeCount());
    return Quota.of(entity.id()).limitedTo(type.name(), 0.9 * type.workers() / entities.size());
  }

  private static Quota nestedQuota(AllocationProblem problem, Entity entity) {
    List<WorkerType> types = problem.cluster().types();
    int entities = problem.entities().size();
    double workers = types.stream().mapToDouble(WorkerType::workers).sum();
    Quota quota = Quota.of(entity.id()).limitedInAll(0.9 * workers / entities);
    for (int j = 0; j < types.size(); j++) {
      double part = 0.8 + (problem.entities().indexOf(entity) + j) % 5 / 5.0;
      quota = quota.limitedTo(types.get(j).name(), part * types.get(j).workers() / entities);
    }
    return quota;
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

  private static AllocationProblem withGroups(AllocationProblem problem) {
    SplittableRandom random = new SplittableRandom(9);
    List<Constraint> limits = new ArrayList<>();
    for (int i = 0; i < ENTITIES; i++) {
      String[] members =
          problem.jobs().stream()
              .filter(job -> random.nextInt(10) == 0)
              .map(Job::id)
              .toArray(String[]::new);
      if (members.length > 0) {
        WorkerType type = problem.cluster().type(i % problem.cluster().typeCount());
        limits.add(
            Constraint.named("group " + i)
                .that(LinearForm.workers().ofJobs(members).onTypes(type.name()))
                .atMost(0.08 * type.workers()));
      }
    }
    return problem.withConstraints(new ConstraintSet(limits, List.of()));
  }

  private static Constraint resource(String name, AllocationProblem problem, int least, int most) {
    SplittableRandom random = new SplittableRandom(most);
    Map<String, Double> needs = new TreeMap<>();
    for (Job job : problem.jobs()) {
      needs.put(job.id(), (double) job.scaleFactor() * random.nextInt(least, most));
    }
    double all = needs.values().stream().mapToDouble(need -> need).sum();
    return Constraint.resource(name, needs, 0.3 * all);
  }

  private static AllocationProblem withConfigurations(AllocationProblem problem) {
    AllocationProblem.Builder builder = problem.edit();
    for (int m = 0; m < problem.jobCount(); m++) {
      Job job = problem.job(m);
      for (int times = 2; times <= 4; times++) {
        double faster = StrictMath.pow(times, 0.5 + 0.45 * (m % 17) / 16);
        int workers = times * job.scaleFactor();
        double[] rates = Instances.rates(problem, m, faster);
        for (int j = 0; j < rates.length; j++) {
          rates[j] = workers > problem.cluster().type(j).workers() ? 0 : rates[j];
        }
        if (Arrays.stream(rates).sum() > 0) {
          builder.configuration(job.id(), "times " + times, workers, rates);
        }
      }
    }
    return builder.build();
  }

  private static AllocationProblem withPairs(AllocationProblem problem) {
    SplittableRandom random = new SplittableRandom(12);
    AllocationProblem.Builder builder = problem.edit();
    Set<List<Integer>> listed = new HashSet<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int i = 0; i < 5; i++) {
        int other = random.nextInt(problem.jobCount());
        if (other != m
            && problem.job(m).scaleFactor() == problem.job(other).scaleFactor()
            && listed.add(List.of(Math.min(m, other), Math.max(m, other)))) {
          builder.pair(
              problem.job(m).id(),
              problem.job(other).id(),
              Instances.rates(problem, m, random.nextDouble(0.5, 0.9)),
              Instances.rates(problem, other, random.nextDouble(0.5, 0.9)));
        }
      }
    }
    return builder.build();
  }
}
