package io.gavel.policies.lp.level;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * The highest level whose demands can be met, where demands only grow with the level. A probe asks
 * which multiple of a level's demands can be met; if it is not all, its prices prove {@code Σ y_m
 * throughput_m ≤ V} for every allocation, and the search goes on at the highest level whose demands
 * are worth no more than {@code V}. That is an upper bound, so the search comes from above, and it
 * ends at the first level that can be reached; where bounds do not fall fast, it halves in between.
 * All its programs are without floors. If limits end one, they end the search. Immutable.
 */
public final class HighestLevel {

  /** A program whose demands are too high, with its solution. */
  public record Cut(AllocationProgram program, CertifiedSolution point) {}

  /** What solves a program. */
  @FunctionalInterface
  public interface Solver {
    CertifiedSolution solve(AllocationProgram program);
  }

  /** Far beyond what the search needs. */
  private static final int MOST_PROBES = 200;

  /** A fall of the level, or a part of the demands, that is as good as none. */
  private static final double EXACT = 1e-11;

  private static final double ROUNDING = 1e-15;

  private final double level;
  private final double[] demands;
  private final CertifiedSolution point;
  private final Optional<Cut> cut;

  private HighestLevel(double level, double[] demands, CertifiedSolution point, Optional<Cut> cut) {
    this.level = level;
    this.demands = demands;
    this.point = point;
    this.cut = cut;
  }

  /**
   * Searches.
   *
   * @param program the program, whose requirements are replaced
   * @param demands the throughputs that a level demands, {@code [job]}
   * @param least a level that is known to be reached
   * @param shortfall the part of its demands by which it may be missed, so that prices which deny
   *     as much of another level say nothing
   * @param most a level above which nothing is demanded
   */
  public static HighestLevel search(
      Solver solver,
      AllocationProgram program,
      DoubleFunction<double[]> demands,
      double least,
      double shortfall,
      double most) {
    double low = least;
    double high = most;
    double level = most;
    double fall = Double.POSITIVE_INFINITY;
    Optional<Cut> cut = Optional.empty();
    for (int i = 0; i < MOST_PROBES; i++) {
      double[] demanded = demands.apply(level);
      AllocationProgram probe = program.withRequirement(demanded);
      CertifiedSolution point = solver.solve(probe);
      if (point.isStopped()) {
        Cut best = cut.orElse(new Cut(probe, point));
        return new HighestLevel(level, demanded, point, Optional.of(best));
      }
      boolean met = 1 - point.bound().value() <= EXACT + 2 * shortfall;
      double next = met ? level : provedBy(point, demands, low, level);
      boolean fast = level - next <= level * fall / 2;
      met |=
          next == level && Tolerance.CERTIFIED.atMost(1, point.objective()); // no more can be said
      if (met) {
        low = level;
      } else {
        fall = (level - next) / level;
        high = next;
      }
      boolean closed = high - low <= EXACT * high;
      if ((met || closed) && Math.abs(level - high) <= EXACT * high) {
        return new HighestLevel(level, demanded, requireMet(point, level), cut);
      }
      if (!met) {
        cut = Optional.of(new Cut(probe, point));
      }
      level = closed || met || fast ? high : low + (high - low) / 2;
    }
    throw new SolveFailedException(
        "the search for a level did not end within %d programs".formatted(MOST_PROBES));
  }

  private static CertifiedSolution requireMet(CertifiedSolution point, double level) {
    if (!Tolerance.CERTIFIED.atMost(1, point.objective())) {
      throw new SolveFailedException(
          "level %s is neither reached nor proved to be out of reach: %s".formatted(level, point));
    }
    return point;
  }

  /**
   * The highest level, from the least to the given one, whose demands the prices allow. That those
   * of the least can be met is known, so that prices which deny it are off by so much.
   */
  private static double provedBy(
      CertifiedSolution point, DoubleFunction<double[]> demands, double least, double level) {
    double allowed = Math.max(point.bound().value(), worth(point, demands.apply(least)));
    if (worth(point, demands.apply(level)) <= allowed * (1 + ROUNDING)) {
      return level;
    }
    return RegulaFalsi.rightOfRoot(
        t -> worth(point, demands.apply(t)) - allowed * (1 + ROUNDING),
        least,
        level,
        ROUNDING * allowed);
  }

  private static double worth(CertifiedSolution point, double[] demands) {
    double worth = 0;
    for (int m = 0; m < demands.length; m++) {
      worth += point.bound().prices().ofThroughput(m) * demands[m];
    }
    return worth;
  }

  /** What is reached, but for the gap of the last probe. */
  public double level() {
    return level;
  }

  /** The throughputs demanded there, {@code [job]}; not to be written. */
  public double[] demands() {
    return demands;
  }

  /** Whether limits ended the search: then the cut is the best that is known. */
  public boolean isStopped() {
    return point.isStopped();
  }

  /** The allocation that reaches it. */
  public CertifiedSolution point() {
    return point;
  }

  /** What proves that no more can be reached; empty if the highest level of all is reached. */
  public Optional<Cut> cut() {
    return cut;
  }
}
