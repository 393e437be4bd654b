package io.gavel.baselines;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Policy;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Claims;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Sia (SOSP 2023): every job runs full time in one of its ways on one worker type, or waits.
 *
 * <pre>
 *   minimise   Σ_m Σ_gj X_gj A_gj^p + λ Σ_m (1 − Σ_gj X_gj),   X_gj ∈ {0, 1}
 *   A_gj = T_gj / min T                                          in the current way and type
 *   A_gj = T_gj / min T · max(age − restarts · S, 0) / (age + S)   in any other
 * </pre>
 *
 * <p>The sums and the minimum are over the ways {@code g} of a job, which are its first way and its
 * {@linkplain io.gavel.policies.model.Group.Configuration configurations}, and over worker types.
 * The original's throughputs are goodputs.
 *
 * <p>Here {@code p = −0.5}, {@code λ = 1.1}, and {@code S} are the seconds that a restart costs. A
 * waiting job has no current type and pays for no restart. Since {@code A ≥ 1}, running on any type
 * is better than waiting, and a faster type is better than a slower one. A move must outweigh its
 * restart, which counts more for a job that was moved often.
 *
 * <p>The policy solves the linear relaxation, with gains that decrease by a thousandth from the
 * first job with a gain to the last so that equal jobs do not share. Then gangs are placed in the
 * order of the largest fraction of each job in the relaxation. Each takes the way and the type with
 * its largest fraction among types with room, or with the largest gain if all are 0. The
 * certificate's objective is the gain of the gangs, {@code Σ (λ − A^p) X}, and its bound is that of
 * the relaxation, so its gap is an upper bound on the loss by rounding. For single workers the
 * relaxation has integral optima.
 *
 * <p>The {@linkplain io.gavel.policies.model.History history} names the current worker type and
 * configuration. Weights and pairs are ignored. Immutable.
 *
 * <p>Problems with constraints are refused: gangs that keep them need an integer program, while Sia
 * rounds a linear one.
 *
 * @param solver solves the relaxation
 * @param power {@code p}, finite and below 0; the smaller, the less a faster type counts
 * @param restartSeconds {@code S}, the time that a job is idle after a move, finite and at least 0
 */
public record Sia(CertifiedSolver solver, double power, double restartSeconds) implements Policy {

  /** The relative bonus on the gain of the first job over the last. */
  private static final double EARLIER = 1e-3;

  /** The penalty λ for a waiting job. */
  private static final double WAITING = 1.1;

  /**
   * Checks the options.
   *
   * @param solver solves the relaxation
   * @param power finite and below 0
   * @param restartSeconds finite and at least 0
   * @throws IllegalArgumentException if a number is outside its range
   */
  public Sia {
    if (!(power < 0) || power == Double.NEGATIVE_INFINITY) {
      throw new IllegalArgumentException(
          "power is %s; it must be finite and below 0".formatted(power));
    }
    if (!(restartSeconds >= 0) || restartSeconds == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a restart takes %s seconds; it must be finite and \u2265 0".formatted(restartSeconds));
    }
  }

  /**
   * Returns the policy with the published parameters and restarts of 30 seconds.
   *
   * @return the policy
   */
  public static Sia create() {
    return new Sia(CertifiedSolver.standard().forPolicy("sia"), -0.5, 30);
  }

  @Override
  public Allocation allocate(AllocationProblem problem) {
    Unsupported.pairsByType(problem, this);
    Unsupported.constraints(
        problem,
        this,
        "whole gangs that keep them need an integer program, while Sia rounds a linear one");
    AllocationProblem alone = problem.withoutPairs();
    double[] gain = gains(alone);
    AllocationProgram program =
        AllocationProgram.maximizeGain(alone, preferringEarlier(alone, gain));
    CertifiedSolution relaxed = solver.solve(program);
    double[] x = new double[gain.length];
    double[] relaxedFractions = relaxed.fractions();
    for (int c = 0; c < relaxedFractions.length; c++) {
      x[program.entry(c)] = relaxedFractions[c];
    }
    double[] fractions = new Rounding(alone, x, gain).fractions();
    double objective = 0;
    for (int i = 0; i < fractions.length; i++) {
      objective += fractions[i] * gain[i];
    }
    return Allocation.of(
        problem,
        addingIdlePairs(problem, fractions),
        new Certificate(objective, relaxed.bound().value(), 0, relaxed.bound().prices()));
  }

  /** Returns the gains, raised for earlier jobs; jobs without a gain do not count. */
  private static double[] preferringEarlier(AllocationProblem problem, double[] gain) {
    int types = problem.cluster().typeCount();
    boolean[] gains = new boolean[problem.jobCount()];
    for (int i = 0; i < gain.length; i++) {
      gains[problem.group(i / types).member(0)] |= gain[i] > 0;
    }
    int[] later = new int[gains.length + 1];
    for (int m = gains.length - 1; m >= 0; m--) {
      later[m] = later[m + 1] + (gains[m] ? 1 : 0);
    }
    double[] preferred = new double[gain.length];
    Arrays.setAll(
        preferred,
        i -> {
          int m = problem.group(i / types).member(0);
          return gain[i] * (1 + EARLIER * later[m] / Math.max(1, later[0]));
        });
    return preferred;
  }

  /** Returns fractions by group with zeros for pairs, from fractions of a problem without pairs. */
  private static double[] addingIdlePairs(AllocationProblem problem, double[] withoutPairs) {
    int types = problem.cluster().typeCount();
    int jobs = problem.jobCount() * types;
    double[] fractions = new double[problem.groupCount() * types];
    System.arraycopy(withoutPairs, 0, fractions, 0, jobs);
    int configurations = withoutPairs.length - jobs;
    System.arraycopy(
        withoutPairs, jobs, fractions, fractions.length - configurations, configurations);
    return fractions;
  }

  /**
   * Returns the gain {@code λ − A^p} of each group on each type, row-major, of a problem without
   * pairs.
   */
  private double[] gains(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    double[] gain = new double[problem.groupCount() * types];
    double[] slowest = slowest(problem);
    for (int g = 0; g < problem.groupCount(); g++) {
      int m = problem.group(g).member(0);
      for (int j = 0; j < types; j++) {
        gain[g * types + j] = gain(problem, g, j, slowest[m]);
      }
    }
    return gain;
  }

  /**
   * Returns the smallest throughput of each job in any way on any type, forbidden types included.
   */
  private static double[] slowest(AllocationProblem problem) {
    double[] slowest = new double[problem.jobCount()];
    Arrays.fill(slowest, Double.POSITIVE_INFINITY);
    for (int g = 0; g < problem.groupCount(); g++) {
      int m = problem.group(g).member(0);
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        if (problem.runsIfAllowed(g, j)) {
          slowest[m] = Math.min(slowest[m], problem.throughputs().stepsPerSecond(g, j));
        }
      }
    }
    return slowest;
  }

  /** 0 where the group cannot run, or where a move does not pay yet. */
  private double gain(AllocationProblem problem, int g, int j, double slowest) {
    int m = problem.group(g).member(0);
    if (!problem.runs(g, j) || JobFacts.isDone(problem.job(m))) {
      return 0;
    }
    double relativeRate =
        problem.throughputs().stepsPerSecond(g, j) / slowest * restartFactor(problem, g, j);
    return Math.max(0, WAITING - StrictMath.pow(relativeRate, power));
  }

  private double restartFactor(AllocationProblem problem, int g, int j) {
    int m = problem.group(g).member(0);
    Job job = problem.job(m);
    boolean sameWay = job.history().configuration().equals(nameOf(problem.group(g)));
    int current = JobFacts.current(problem, m);
    if (current < 0 || (current == j && sameWay)) {
      return 1;
    }
    double age = job.secondsSinceStart();
    double left = age - job.history().restarts() * restartSeconds;
    return left > 0 ? left / (age + restartSeconds) : 0;
  }

  /** Returns the name of a configuration; empty for the first way. */
  private static Optional<String> nameOf(Group group) {
    return group instanceof Group.Configuration way ? Optional.of(way.name()) : Optional.empty();
  }

  @Override
  public Set<Aspect> reads() {
    return Aspect.only(
        Aspect.STEPS,
        Aspect.HISTORY,
        Aspect.SHARES,
        Aspect.ARRIVAL_ORDER,
        Aspect.CONSTRAINTS,
        Aspect.CONFIGURATIONS);
  }

  @Override
  public Claims claims() {
    return Claims.rules();
  }

  /** Places gangs by a relaxed solution. */
  private static final class Rounding {

    private final AllocationProblem problem;
    private final double[] relaxed;
    private final double[] gain;
    private final FreeWorkers free;

    Rounding(AllocationProblem problem, double[] relaxed, double[] gain) {
      this.problem = problem;
      this.relaxed = relaxed;
      this.gain = gain;
      this.free = new FreeWorkers(problem);
    }

    double[] fractions() {
      int types = problem.cluster().typeCount();
      double[] most = new double[problem.jobCount()];
      double[] gainPerWorker = new double[most.length];
      for (int i = 0; i < relaxed.length; i++) {
        int m = problem.group(i / types).member(0);
        most[m] = Math.max(most[m], relaxed[i]);
        gainPerWorker[m] = Math.max(gainPerWorker[m], gain[i] / problem.workers(i / types));
      }
      double[] fractions = new double[gain.length];
      Arrays.setAll(most, m -> -rounded(most[m]));
      Arrays.setAll(gainPerWorker, m -> -gainPerWorker[m]);
      for (int m : JobFacts.ascending(JobFacts.ascending(gainPerWorker), most)) {
        place(m, fractions);
      }
      return fractions;
    }

    private void place(int m, double[] fractions) {
      int types = problem.cluster().typeCount();
      int best = -1;
      int[] ways =
          IntStream.concat(IntStream.of(m), Arrays.stream(problem.configurationsOf(m))).toArray();
      for (int g : ways) {
        for (int j = 0; j < types; j++) {
          int i = g * types + j;
          boolean better = gain[i] > 0 && (best < 0 || isBefore(i, best));
          if (better && free.hasRoom(g, problem.cluster().poolOf(j))) {
            best = i;
          }
        }
      }
      if (best >= 0) {
        free.take(best / types, problem.cluster().poolOf(best % types));
        fractions[best] = 1;
      }
    }

    private boolean isBefore(int i, int other) {
      int byFraction = Double.compare(rounded(relaxed[i]), rounded(relaxed[other]));
      return byFraction > 0 || (byFraction == 0 && gain[i] > gain[other]);
    }

    private static double rounded(double fraction) {
      return StrictMath.rint(fraction * 1e3);
    }
  }
}
