package io.gavel.policies.lp.internal.level;

import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.internal.AllocationFactory;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;

/**
 * The highest level whose demands can be met, for demands that do not decrease with the level. A
 * probe maximises the multiple of a level's demands that can be met. If it is below 1, its prices
 * prove {@code Σ y_m throughput_m ≤ V} for every allocation, and the search continues at the
 * highest level whose demands have a value {@code Σ y_m demand_m} of at most {@code V}. That is an
 * upper bound, so the search approaches from above and ends at the first feasible level, or where
 * the last point meets the demands of its bound; when bounds fall slowly, it bisects. The prices of
 * earlier searches over the same jobs and resources bound the level before the first program. No
 * program has floors. If limits end a program, they end the search. Immutable.
 */
public final class HighestLevel {

  /**
   * A program with the demands of a level, and its solution.
   *
   * @param program the program
   * @param point the solution, with prices that prove a bound
   * @param others the optimum of the jobs with a choice, which the point contains
   */
  public record Cut(AllocationProgram program, CertifiedSolution point, CertifiedSolution others) {}

  /** Solves a program. */
  @FunctionalInterface
  public interface Solver {
    CertifiedSolution solve(AllocationProgram program);
  }

  /** A generous limit on the steps of the search. */
  private static final int MOST_PROBES = 200;

  /** The accuracy of a search whose programs are solved in double precision. */
  public static final double DOUBLE_PRECISION = 1e-11;

  private static final double ROUNDING = 1e-15;

  /** The part of a bound below which only rounding in its prices lets a level rise. */
  private static final double SPENT = 1e-9;

  private final double level;
  private final double[] demands;
  private final Cut last;
  private final boolean stopped;
  private final Optional<Cut> cut;

  private HighestLevel(
      double level, double[] demands, Cut last, boolean stopped, Optional<Cut> cut) {
    this.level = level;
    this.demands = demands;
    this.last = last;
    this.stopped = stopped;
    this.cut = cut;
  }

  /**
   * Searches.
   *
   * @param program the program, whose requirements are replaced
   * @param demands the throughputs that a level demands, {@code [job]}
   * @param least a level that is known to be feasible
   * @param shortfall the relative shortfall of the feasible level against its demands; prices that
   *     rule out only this much of another level prove nothing
   * @param most a level above which demands do not grow
   * @param accuracy a relative change of the level, or part of the demands, that counts as none
   * @param known bounds of earlier searches, valid for all allocations; receives the bounds of this
   *     search
   */
  public static HighestLevel search(
      Solver solver,
      AllocationProgram program,
      DoubleFunction<double[]> demands,
      double least,
      double shortfall,
      double most,
      double accuracy,
      List<DualBound> known) {
    double low = least;
    double level = most;
    Optional<DualBound> holding = Optional.empty();
    double[] reached = demands.apply(least);
    known.removeIf(earlier -> valueOf(earlier, reached) >= earlier.value() * (1 - SPENT));
    for (DualBound earlier : known) {
      double allowed = provedBy(earlier, demands, low, level);
      holding = allowed < level ? Optional.of(earlier) : holding;
      level = allowed;
    }
    double high = level;
    double fall = Double.POSITIVE_INFINITY;
    Optional<Cut> cut = Optional.empty();
    for (int i = 0; i < MOST_PROBES; i++) {
      double[] demanded = demands.apply(level);
      AllocationProgram probe = program.withRequirement(demanded);
      FullTime fullTime = FullTime.of(probe);
      CertifiedSolution others = solver.solve(fullTime.others());
      CertifiedSolution point = fullTime.all(others);
      Cut found = new Cut(probe, point, others);
      if (others.isStopped()) {
        return new HighestLevel(level, demanded, found, true, Optional.of(cut.orElse(found)));
      }
      boolean met = 1 - part(others, others.bound().value()) <= accuracy + 2 * shortfall;
      double allowed = others.isNothing() ? low : provedBy(point.bound(), demands, low, level);
      double next = met ? level : allowed;
      boolean fast = level - next <= level * fall / 2;
      met |=
          next == level && Tolerance.CERTIFIED.atMost(1, point.objective()); // no more can be said
      if (met) {
        low = level;
        cut = cut.isPresent() ? cut : holding.map(earlier -> of(found, demanded, earlier));
      } else {
        known.add(point.bound());
        fall = (level - next) / level;
        high = next;
        double[] lower = demands.apply(next);
        Cut same = of(found, lower, point.bound());
        if (1 - part(same.point, same.point.objective()) <= accuracy + 2 * shortfall) {
          return new HighestLevel(next, lower, same, false, Optional.of(found));
        }
      }
      boolean closed = high - low <= accuracy * high;
      if (closed && !met && level > low && !isMet(point)) { // demands that begin above it
        cut = Optional.of(found);
        high = low;
        level = low;
        continue;
      }
      if ((met || closed) && Math.abs(level - high) <= accuracy * high) {
        requireMet(point, level);
        return new HighestLevel(level, demanded, found, false, cut);
      }
      if (!met) {
        cut = Optional.of(found);
      }
      level = closed || met || fast ? high : low + (high - low) / 2;
    }
    throw new SolveFailedException(
        "the search for a level did not end within %s programs".formatted(MOST_PROBES));
  }

  private static boolean isMet(CertifiedSolution point) {
    return Tolerance.CERTIFIED.atMost(1, part(point, point.objective()));
  }

  private static void requireMet(CertifiedSolution point, double level) {
    if (!isMet(point)) {
      throw new SolveFailedException(
          "level %s is neither reached nor proved infeasible: %s".formatted(level, point));
    }
  }

  /** Returns the part of the demands that is met; all of them if nothing is demanded. */
  private static double part(CertifiedSolution point, double value) {
    return point.program().hasLevel() ? value : 1;
  }

  /** Returns the part of the demands that the point meets. */
  public double part() {
    return part(last.point, last.point.objective());
  }

  /**
   * Returns the highest level, between the least and the given one, whose demands the prices allow.
   * The demands of the least level are known to be feasible, so prices that rule them out are wrong
   * by that amount, which is added to the bound.
   */
  private static double provedBy(
      DualBound proof, DoubleFunction<double[]> demands, double least, double level) {
    double allowed = Math.max(proof.value(), valueOf(proof, demands.apply(least)));
    if (valueOf(proof, demands.apply(level)) <= allowed * (1 + ROUNDING)) {
      return level;
    }
    return RegulaFalsi.rightOfRoot(
        t -> valueOf(proof, demands.apply(t)) - allowed * (1 + ROUNDING),
        least,
        level,
        ROUNDING * allowed);
  }

  private static double valueOf(DualBound proof, double[] demands) {
    return AllocationFactory.valueOf(proof.prices(), demands);
  }

  /** Returns the point of a cut with other demands, and the bound that given prices prove. */
  private static Cut of(Cut cut, double[] demanded, DualBound prices) {
    CertifiedSolution found = cut.point;
    AllocationProgram program = cut.program.withRequirement(demanded);
    DualBound bound = DualBound.of(program, prices.prices(), prices.rowPrices());
    AllocationProgram listed = found.program().withRequirement(demanded); // pairs by type, too
    CertifiedSolution point = CertifiedSolution.of(listed, found.pairs(), found.fractions(), bound);
    return new Cut(program, point, point);
  }

  /** Returns the level reached, up to the gap of the last probe. */
  public double level() {
    return level;
  }

  /** Returns the throughputs demanded at this level, {@code [job]}; must not be modified. */
  public double[] demands() {
    return demands;
  }

  /** Returns whether limits ended the search. Then the cut is the best one known. */
  public boolean isStopped() {
    return stopped;
  }

  /** Returns the solution that reaches the level. */
  public CertifiedSolution point() {
    return last.point;
  }

  /**
   * Returns the proof of the highest level, or of the last program if the highest possible is
   * reached.
   */
  public Cut proof() {
    return cut.orElse(last);
  }

  /**
   * Returns the proof that no higher level is feasible; empty if the highest possible level is
   * reached.
   */
  public Optional<Cut> cut() {
    return cut;
  }
}
