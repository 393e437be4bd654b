package io.gavel.policies.lp.variant;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm.Term;
import io.gavel.policies.constraint.LinearForm.Term.Unit;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.internal.CombinedAllocations;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Decorates a policy to ignore the differences between worker types: the baseline for
 * heterogeneity-aware policies (Gavel §7).
 *
 * <p>The decorated policy gets a problem in which every job that can run is equally fast on all
 * types. Its allocation is then evaluated with the true throughputs. So it may give a job time on a
 * type where the job cannot run, or where its gang does not fit: rule 5 of {@link Policy} does not
 * hold, and such time is wasted. Objective and bound refer to the believed problem. Pairs and
 * configurations are never run, since nothing is known about their throughputs.
 *
 * <p>Equal types are optimal in any mix. The time of a job is divided in proportion to the workers
 * of each type, unless constraints, forbidden types, shared pools or prices distinguish the types.
 *
 * <p>Constraints are kept, except constraints in steps: such a problem is rejected, since the
 * policy knows no rates.
 *
 * <p>Immutable and thread-safe.
 *
 * @param policy the decorated policy
 * @param referenceType the worker type that all types are taken for; empty if all rates are taken
 *     for 1
 */
public record HeterogeneityAgnostic(Policy policy, Optional<String> referenceType)
    implements Policy {

  /**
   * Checks the options.
   *
   * @param policy the decorated policy
   * @param referenceType the worker type that all types are taken for; empty if all rates are taken
   *     for 1
   */
  public HeterogeneityAgnostic {
    requireNonNull(policy, "policy");
  }

  /**
   * Returns a policy that assumes that every job makes 1 step per second on every worker type, so
   * only time counts.
   *
   * @param policy the policy to decorate
   * @return the decorated policy
   */
  public static HeterogeneityAgnostic unitRates(Policy policy) {
    return new HeterogeneityAgnostic(policy, Optional.empty());
  }

  /**
   * Returns a policy that assumes that every job is as fast on every worker type as on the
   * reference type. Use it for policies that calculate in seconds, such as {@link
   * FinishTimeFairness} and {@link Makespan}.
   *
   * <p>{@link #allocate} throws an {@link IllegalArgumentException} if the cluster has no such
   * type, or a job that runs elsewhere has throughput 0 there.
   *
   * @param policy the policy to decorate
   * @param typeName the name of the reference type
   * @return the decorated policy
   */
  public static HeterogeneityAgnostic referenceType(Policy policy, String typeName) {
    return new HeterogeneityAgnostic(policy, Optional.of(requireNonNull(typeName, "type name")));
  }

  private static double onReference(AllocationProblem problem, int m, String typeName) {
    double rate = problem.throughputs().stepsPerSecond(m, problem.cluster().indexOf(typeName));
    if (!(rate > 0)) {
      throw new IllegalArgumentException(
          "throughput of job \"%s\" on the reference type \"%s\" is %s; it must be > 0"
              .formatted(problem.job(m).id(), typeName, rate));
    }
    return rate;
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.requireListedPairs(problem, this);
    problem.constraintSet().requireRightsStated("a policy that ignores worker types");
    requireNoSteps(problem);
    Allocation believed = policy.allocate(problem.believing(believed(problem)));
    Certificate c = believed.certificate(); // its statement is about the believed rates
    Certificate unstated = new Certificate(c.objective(), c.bound(), c.maxViolation(), c.prices());
    Allocation even = typesAreEqual(problem) ? evenly(believed) : believed;
    return Allocation.of(problem, even.fractions(), unstated);
  }

  /** Returns whether worker types differ in nothing but rates, which the policy does not know. */
  private boolean typesAreEqual(AllocationProblem problem) {
    return problem.constraintNames().isEmpty()
        && problem.eligibility().isAll()
        && problem.cluster().poolCount() == problem.cluster().typeCount()
        && !policy.reads().contains(Aspect.PRICES);
  }

  /** Divides the time of each job among the types in proportion to their workers. */
  private static Allocation evenly(Allocation x) {
    Cluster cluster = x.problem().cluster();
    int types = cluster.typeCount();
    double[] even = new double[x.problem().groupCount() * types];
    for (int m = 0; m < x.problem().jobCount(); m++) {
      for (int j = 0; j < types; j++) {
        even[m * types + j] = x.timeFraction(m) * cluster.poolWorkers(j) / cluster.workers();
      }
    }
    return CombinedAllocations.repaired(x.problem(), even, x.certificate());
  }

  /** Rejects constraints in steps, which cannot be kept by who does not know rates. */
  private void requireNoSteps(AllocationProblem problem) {
    for (Constraint constraint : problem.constraints()) {
      for (Term term : constraint.form().terms()) {
        if (term.unit() == Unit.STEPS) {
          throw new IllegalArgumentException(
              "%s does not support constraints in steps, as it knows no rates; the problem has \"%s\""
                  .formatted(getClass().getSimpleName(), constraint.name()));
        }
      }
    }
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.minus(policy.reads(), Aspect.PAIRS, Aspect.CONFIGURATIONS, Aspect.INTERVALS);
  }

  @Override
  public Claims claims() {
    return Claims.rules().without(Invariant.USEFUL_TIME);
  }

  private ThroughputMatrix believed(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    ThroughputMatrix.Builder believed = ThroughputMatrix.builder(types);
    boolean[] runnable = PoolShares.runnable(problem);
    double[] none = new double[types];
    for (int m = 0; m < problem.jobCount(); m++) {
      double[] rates = new double[types];
      if (runnable[m]) {
        int job = m;
        Arrays.fill(rates, referenceType.map(type -> onReference(problem, job, type)).orElse(1.0));
      }
      believed.job(rates);
    }
    for (int g = problem.jobCount(); g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      if (group instanceof Group.Configuration way) {
        believed.configuration(way.job(), way.name(), way.holding(), none);
      } else {
        believed.pair(group.member(0), group.member(1), none, none);
      }
    }
    return believed.build();
  }
}
