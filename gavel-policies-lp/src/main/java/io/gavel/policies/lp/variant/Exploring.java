package io.gavel.policies.lp.variant;

import static java.util.Objects.requireNonNull;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.internal.Require;
import io.gavel.policies.lp.internal.CombinedAllocations;
import io.gavel.policies.lp.internal.Unsupported;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.proof.Certifier;
import java.util.Arrays;
import java.util.Set;

/**
 * Decorates a policy to measure uncertain throughputs: a share of all time goes to jobs on worker
 * types where their throughputs are uncertain.
 *
 * <pre>
 *   X = (1 − share) · X of the policy  +  share · E
 * </pre>
 *
 * <p>{@code E} divides the workers of each type equally among the jobs whose throughputs there are
 * uncertain, and no job has more than all of its time. Since both parts are feasible, so is {@code
 * X}. It costs at most the share: exploration takes no more than this share of the workers' time,
 * and each job keeps at least {@code 1 − share} of the throughput that the policy gave it,
 * <em>whatever</em> the rates are, and so do levels and totals of throughputs. Floors and deadlines
 * may be missed by the share. The certificate has the bound of the policy, so that its gap says
 * what exploration costs at most at the rates of the problem.
 *
 * <p>A throughput is uncertain if the upper end of its interval is more than a factor above the
 * lower end; so exploration ends by itself once there are reports. Without such throughputs, the
 * answer is that of the policy. Only jobs alone, in their first way, are explored; problems with
 * constraints and with pairs by job type are refused, and so are policies whose certificates state
 * nothing.
 *
 * <p>Immutable; may be shared by threads if the policy may.
 *
 * @param policy the decorated policy
 * @param share the fraction of time to explore, above 0 and below 1
 * @param factor the ratio of the ends of an interval above which a rate is uncertain, finite and at
 *     least 1
 */
public record Exploring(Policy policy, double share, double factor) implements Policy {

  /**
   * Checks the options.
   *
   * @param policy the decorated policy
   * @param share the fraction of time to explore, above 0 and below 1
   * @param factor the ratio of the ends of an interval above which a rate is uncertain, finite and
   *     at least 1
   * @throws IllegalArgumentException if a number is out of range
   */
  public Exploring {
    requireNonNull(policy, "policy");
    Require.openFraction(share, "share of time to explore");
    if (!(factor >= 1 && factor < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "factor between the ends of an interval is %s; it must be finite and at least 1"
              .formatted(factor));
    }
  }

  /**
   * Returns a policy that explores.
   *
   * @param policy allocates the rest of the time
   * @param share of all time, between 0 and 1
   * @param factor the ratio of upper to lower end above which a throughput is explored, finite and
   *     at least 1
   * @return the policy
   * @throws IllegalArgumentException if a number is not as described
   */
  public static Exploring of(Policy policy, double share, double factor) {
    return new Exploring(policy, share, factor);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.requireNoConstraints(problem, this, "exploration would break them");
    Unsupported.requireListedPairs(problem, this);
    Allocation x = policy.allocate(problem);
    int[] uncertain = new int[problem.cluster().poolCount()];
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        uncertain[problem.cluster().poolOf(j)] += isUncertain(problem, m, j) ? 1 : 0;
      }
    }
    return Arrays.stream(uncertain).sum() == 0 ? x : mixed(problem, x, uncertain);
  }

  private boolean isUncertain(AllocationProblem problem, int m, int j) {
    ThroughputMatrix rates = problem.throughputs();
    return problem.runs(m, j)
        && rates.high().stepsPerSecond(m, j) > factor * rates.low().stepsPerSecond(m, j);
  }

  /** Returns the problem comes from the answer, whose rates may differ from the given problem. */
  private Allocation mixed(AllocationProblem asked, Allocation x, int[] uncertain) {
    AllocationProblem problem = x.problem();
    Certificate certificate = x.certificate();
    int types = problem.cluster().typeCount();
    double[] mixed = x.fractions();
    Arrays.setAll(mixed, i -> (1 - share) * mixed[i]);
    for (int m = 0; m < problem.jobCount(); m++) {
      double[] row = explored(asked, m, uncertain);
      for (int j = 0; j < types; j++) {
        // A job may not run at a lower end of 0, of which a policy that promises makes its rates.
        mixed[m * types + j] += problem.runs(m, j) ? share * row[j] : 0;
      }
    }
    Allocation repaired = CombinedAllocations.repaired(problem, mixed, certificate);
    return Certifier.certify(
        problem,
        repaired.fractions(),
        certificate
            .statement()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "certificates of %s state nothing, so the cost of exploration is not defined"
                            .formatted(policy))),
        certificate.prices(),
        certificate.bound());
  }

  /** Returns a job's row of {@code E}. */
  private double[] explored(AllocationProblem problem, int m, int[] uncertain) {
    Cluster cluster = problem.cluster();
    double[] row = new double[cluster.typeCount()];
    double sum = 0;
    for (int j = 0; j < row.length; j++) {
      if (isUncertain(problem, m, j)) {
        int k = cluster.poolOf(j);
        double workers = (double) cluster.poolWorkers(k) / uncertain[k];
        row[j] = Math.min(1, workers / problem.job(m).workers());
        sum += row[j];
      }
    }
    for (int j = 0; j < row.length; j++) {
      row[j] /= Math.max(1, sum);
    }
    return row;
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.union(policy.reads(), Aspect.INTERVALS);
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
