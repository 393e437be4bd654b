package io.gavel.baselines;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Decorates a policy with the fairness rule of AlloX (EuroSys 2020): only the users with the least
 * progress take part. It is meant for {@link io.gavel.policies.lp.queue.AlloX}, but works with any
 * policy.
 *
 * <p>A user is an entity, or a job without an entity. Its progress is {@code Σ workers · steps done
 * / fastest throughput} over its present jobs, in worker-seconds on their fastest types. The {@code
 * ⌈α · users⌉} users with the least progress are admitted; ties go to the earlier one. While the
 * policy runs no job, α is doubled. A smaller α is fairer; α = 1 is the policy itself.
 *
 * <p>Objective and bound refer to the policy for the admitted jobs; prices are 0. Workers that the
 * admitted jobs do not use stay idle in the allocation, but the mechanism back-fills them. Pairs
 * are not run. Immutable.
 *
 * <p>Problems with constraints are refused: the admitted jobs alone may miss a lower limit that all
 * jobs can keep.
 *
 * @param policy the policy for the admitted jobs
 * @param alpha the fraction of users that take part, above 0 and at most 1
 */
public record FairAdmission(Policy policy, double alpha) implements Policy {

  /**
   * Checks the options.
   *
   * @param policy the policy for the admitted jobs
   * @param alpha above 0 and at most 1
   * @throws IllegalArgumentException if the fraction is outside that range
   */
  public FairAdmission {
    requireNonNull(policy, "policy");
    if (!(alpha > 0 && alpha <= 1)) {
      throw new IllegalArgumentException(
          "admitted fraction is %s; it must be above 0 and at most 1".formatted(alpha));
    }
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.pairsByType(problem, this);
    Unsupported.constraints(
        problem, this, "the admitted jobs alone may miss a lower limit that all jobs can keep");
    int types = problem.cluster().typeCount();
    List<List<Integer>> users = usersByProgress(problem);
    int[] workers =
        IntStream.range(0, problem.cluster().poolCount())
            .map(problem.cluster()::poolWorkers)
            .toArray();
    for (double part = alpha; ; part *= 2) {
      int admitted = (int) Math.min(users.size(), Math.ceil(part * users.size() - 1e-9));
      int[] jobs =
          users.subList(0, admitted).stream()
              .flatMap(List::stream)
              .mapToInt(Integer::intValue)
              .sorted()
              .toArray();
      Allocation x = policy.allocate(SubProblem.of(problem, jobs, workers));
      boolean idle = IntStream.range(0, jobs.length).allMatch(i -> x.timeFraction(i) == 0);
      if (!idle || admitted == users.size()) {
        double[] fractions = new double[problem.groupCount() * types];
        for (int i = 0; i < jobs.length; i++) {
          for (int j = 0; j < types; j++) {
            fractions[jobs[i] * types + j] = x.fraction(i, j);
          }
        }
        Certificate of = x.certificate();
        return Allocation.of(
            problem,
            fractions,
            new Certificate(of.objective(), of.bound(), 0, Prices.zero(problem)));
      }
    }
  }

  /** Returns the runnable jobs of each user, the user with the least progress first. */
  private static List<List<Integer>> usersByProgress(AllocationProblem problem) {
    Map<String, List<Integer>> users = new LinkedHashMap<>(); // in order of arrival
    for (int m = 0; m < problem.jobCount(); m++) {
      if (JobFacts.fastest(problem, m) > 0 && !JobFacts.isDone(problem.job(m))) {
        Job job = problem.job(m);
        String user = job.entity().map("entity "::concat).orElse("job " + job.id());
        users.computeIfAbsent(user, name -> new ArrayList<>()).add(m);
      }
    }
    return users.values().stream()
        .sorted(
            Comparator.comparingDouble( // stable
                jobs -> jobs.stream().mapToDouble(m -> progress(problem, m)).sum()))
        .toList();
  }

  private static double progress(AllocationProblem problem, int m) {
    Job job = problem.job(m);
    return job.workers() * job.history().stepsDone() / JobFacts.fastest(problem, m);
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.union(
        Aspect.minus(policy.reads(), Aspect.PAIRS, Aspect.CONFIGURATIONS),
        Aspect.ENTITIES,
        Aspect.STEPS,
        Aspect.HISTORY,
        Aspect.ARRIVAL_ORDER);
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
