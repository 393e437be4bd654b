package io.gavel.policies.lp.baseline;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.lp.Configured;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.internal.FreeWorkers;
import io.gavel.policies.lp.internal.JobRates;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Sia (SOSP 2023) for rigid jobs: every job runs full time on one worker type, or waits.
 *
 * <pre>
 *   minimise   Σ_m Σ_j X_mj A_mj^p + λ Σ_m (1 − Σ_j X_mj),   X_mj ∈ {0, 1}
 *   A_mj = T_mj / min_j T_mj                                          on the current type
 *   A_mj = T_mj / min_j T_mj · max(age − restarts · S, 0) / (age + S)   on any other type
 * </pre>
 *
 * <p>with {@code p = −0.5}, {@code λ = 1.1} and the seconds {@code S} that a restart costs. A
 * waiting job has no current type and pays for no restart. Since {@code A ≥ 1}, running on any type
 * is better than waiting, and a faster type is better than a slower one. A move must outweigh its
 * restart, which counts more for a job that was moved often.
 *
 * <p>The policy solves the linear relaxation, with gains that decrease by a thousandth from the
 * first job to the last so that equal jobs do not share. Then whole gangs are placed by decreasing
 * fraction, each on the type with the largest gain that has room. The certificate's objective is
 * the gain of the whole gangs, {@code Σ (λ − A^p) X}, and its bound is that of the relaxation, so
 * its gap is an upper bound on the loss by rounding. For single workers the relaxation has integral
 * optima.
 *
 * <p>The original also chooses the number of workers of each job. Weights and pairs are ignored.
 * Immutable.
 */
public final class Sia extends Configured implements Policy {

  /** The relative bonus on the gain of the first job over the last. */
  private static final double EARLIER = 1e-3;

  /** The penalty λ for a waiting job. */
  private static final double WAITING = 1.1;

  private record Options(CertifiedSolver solver, double power, double restartSeconds) {}

  private final Options options;

  private Sia(CertifiedSolver solver, double power, double restartSeconds) {
    options = new Options(solver.forPolicy("sia"), power, restartSeconds);
  }

  /**
   * The policy with the published parameters and restarts of 30 seconds.
   *
   * @return the policy
   */
  public static Sia create() {
    return new Sia(CertifiedSolver.standard(), -0.5, 30);
  }

  /**
   * The same policy with another power.
   *
   * @param p finite and below 0; the smaller, the less a faster type counts
   * @return a copy
   * @throws IllegalArgumentException if the power is outside that range
   */
  public Sia withPower(double p) {
    if (!(p < 0) || p == Double.NEGATIVE_INFINITY) {
      throw new IllegalArgumentException("power is %s; it must be finite and below 0".formatted(p));
    }
    return new Sia(options.solver(), p, options.restartSeconds());
  }

  /**
   * The same policy with another restart time.
   *
   * @param seconds the time that a job is idle after a move, finite and at least 0
   * @return a copy
   * @throws IllegalArgumentException if the time is outside that range
   */
  public Sia withRestartSeconds(double seconds) {
    if (!(seconds >= 0) || seconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a restart takes %s seconds; it must be finite and \u2265 0".formatted(seconds));
    }
    return new Sia(options.solver(), options.power(), seconds);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    AllocationFactory.requireNoConstraints(problem, this);
    int types = problem.cluster().typeCount();
    double[] gain = new double[problem.groupCount() * types];
    double[] preferred = new double[gain.length];
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < types; j++) {
        gain[m * types + j] = gain(problem, m, j);
        preferred[m * types + j] =
            gain[m * types + j] * (1 + EARLIER * (problem.jobCount() - m) / problem.jobCount());
      }
    }
    AllocationProgram program =
        AllocationProgram.maximizeGain(problem.withoutPairs(), solos(problem, preferred));
    CertifiedSolution relaxed = options.solver().solve(program);
    double[] time = new double[problem.jobCount()];
    double[] x = relaxed.fractions();
    for (int c = 0; c < x.length; c++) {
      time[program.first(c)] += x[c];
    }
    double[] fractions = whole(problem, time, gain);
    double objective = 0;
    for (int i = 0; i < fractions.length; i++) {
      objective += fractions[i] * gain[i];
    }
    return Allocation.of(
        problem,
        fractions,
        new Certificate(objective, relaxed.bound().value(), 0, relaxed.bound().prices()));
  }

  private static double[] solos(AllocationProblem problem, double[] gain) {
    return Arrays.copyOf(gain, problem.jobCount() * problem.cluster().typeCount());
  }

  /** Places whole gangs by time in the relaxation, then by gain per worker, then by arrival. */
  private static double[] whole(AllocationProblem problem, double[] time, double[] gain) {
    int types = problem.cluster().typeCount();
    double[] fractions = new double[gain.length];
    FreeWorkers free = new FreeWorkers(problem);
    IntStream.range(0, problem.jobCount())
        .boxed()
        .sorted(
            Comparator.<Integer>comparingDouble(m -> -StrictMath.rint(time[m] * 1e3))
                .thenComparingDouble(m -> -best(gain, m, types) / problem.workers(m)))
        .forEachOrdered(
            m -> {
              int best = -1;
              for (int j = 0; j < types; j++) {
                if (gain[m * types + j] > (best < 0 ? 0 : gain[m * types + best])
                    && free.hasRoom(m, problem.cluster().poolOf(j))) {
                  best = j;
                }
              }
              if (best >= 0) {
                free.take(m, problem.cluster().poolOf(best));
                fractions[m * types + best] = 1;
              }
            });
    return fractions;
  }

  private static double best(double[] gain, int m, int types) {
    return IntStream.range(0, types).mapToDouble(j -> gain[m * types + j]).max().orElseThrow();
  }

  /** The gain {@code λ − A^p}; 0 where the job cannot run, or where a move does not pay yet. */
  private double gain(AllocationProblem problem, int m, int j) {
    if (!problem.runs(m, j) || JobRates.isDone(problem.job(m))) {
      return 0;
    }
    double slowest = Double.POSITIVE_INFINITY; // on forbidden types too
    for (int i = 0; i < problem.cluster().typeCount(); i++) {
      if (problem.runsIfAllowed(m, i)) {
        slowest = Math.min(slowest, problem.throughputs().stepsPerSecond(m, i));
      }
    }
    double relativeRate =
        problem.throughputs().stepsPerSecond(m, j) / slowest * restartFactor(problem, m, j);
    return Math.max(0, WAITING - StrictMath.pow(relativeRate, options.power()));
  }

  private double restartFactor(AllocationProblem problem, int m, int j) {
    Job job = problem.job(m);
    double restartSeconds = options.restartSeconds();
    int current = JobRates.current(problem, m);
    if (current < 0 || current == j) {
      return 1;
    }
    double age = job.secondsSinceStart();
    double left = age - job.history().restarts() * restartSeconds;
    return left > 0 ? left / (age + restartSeconds) : 0;
  }

  @Override
  protected Record options() {
    return options;
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(
        Aspect.STEPS, Aspect.HISTORY, Aspect.SHARES, Aspect.ARRIVAL_ORDER, Aspect.CONSTRAINTS);
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }
}
