package io.gavel.baselines;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.Prices;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Optimus (EuroSys 2018): assigns slices of time greedily to the job whose remaining time they
 * shorten most per worker.
 *
 * <pre>
 *   repeat: give a slice of a worker type to the job with the largest
 *     ( steps / throughput  −  steps / throughput with the slice ) / workers
 * </pre>
 *
 * <p>This is a greedy descent on {@code Σ_m steps_m / throughput_m}, the sum of remaining times at
 * constant throughputs. A job without a slice has an infinite remaining time, so every job first
 * gets one slice, in order of arrival, while slices remain. The original grows jobs by workers and
 * parameter servers. Here a job with {@linkplain io.gavel.policies.model.Group.Configuration
 * configurations} grows by exchanging a slice for one on more workers, and rigid gangs get slices
 * of time.
 *
 * <p>Objective and bound are the mean throughput relative to the fastest type, over the jobs with
 * steps remaining. Requires the steps remaining of every job. Weights and pairs are ignored.
 * O(slices · workers · (K + log n)). Immutable.
 *
 * <p>Problems with constraints are refused: it gives slices one by one and takes none back, so it
 * may miss a lower limit that can be kept.
 *
 * @param slices the number of slices of a worker's time, at least 1; with 1, gangs run full time
 */
public record Optimus(int slices) implements Policy {

  /** The default number of slices of a worker's time. */
  static final int SLICES = 20;

  /** Why problems with constraints are refused. */
  static final String GREEDY =
      "it gives slices one by one and takes none back, so it may miss a lower limit that can be"
          + " kept";

  /**
   * Checks the number.
   *
   * @param slices at least 1
   * @throws IllegalArgumentException if the number is below 1
   */
  public Optimus {
    requireSlices(slices);
  }

  /**
   * Returns the policy with 20 slices of time per worker.
   *
   * @return the policy
   */
  public static Optimus create() {
    return new Optimus(SLICES);
  }

  static void requireSlices(int slices) {
    if (slices < 1) {
      throw new IllegalArgumentException(
          "number of slices is %s; it must be at least 1".formatted(slices));
    }
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.pairsByType(problem, this);
    Unsupported.constraints(problem, this, GREEDY);
    double[] steps =
        IntStream.range(0, problem.jobCount())
            .mapToDouble(
                m ->
                    JobFacts.fastestWay(problem, m) > 0
                        ? JobFacts.requireSteps(problem.job(m), "Optimus")
                        : 0)
            .toArray();
    return sliced(problem, slices, (m, rate) -> steps[m] == 0 ? 0 : -steps[m] / rate);
  }

  static Allocation sliced(AllocationProblem problem, int slices, TimeSlices.Value value) {
    double[] fractions = TimeSlices.fractions(problem, slices, value);
    Certificate none = new Certificate(0, 0, 0, Prices.zero(problem));
    Allocation x = RepairedAllocation.of(problem, fractions, none);
    double mean =
        IntStream.range(0, problem.jobCount())
            .filter(m -> JobFacts.fastestWay(problem, m) > 0 && !JobFacts.isDone(problem.job(m)))
            .mapToDouble(m -> x.effectiveThroughput(m) / JobFacts.fastestWay(problem, m))
            .average()
            .orElse(0);
    return Allocation.of(
        problem, x.fractions(), new Certificate(mean, mean, 0, Prices.zero(problem)));
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(
        Aspect.STEPS,
        Aspect.SHARES,
        Aspect.ARRIVAL_ORDER,
        Aspect.CONSTRAINTS,
        Aspect.CONFIGURATIONS);
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
