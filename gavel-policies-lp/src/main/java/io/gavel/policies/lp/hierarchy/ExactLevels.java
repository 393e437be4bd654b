package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.level.MaxMinRequirements;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.ExactOptimum;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The levels of water filling as fractions. Each event is one program: jobs that are full below its
 * level are owed all that they can make, saturated jobs keep their levels, and the others rise
 * together. Since the optimum is exact, the jobs with a price of throughput are saturated for
 * certain; and since a job that is full cannot have more, and all of them are full below the level,
 * no order of events is left open. Levels in doubles only say which jobs are full. Mutable.
 */
final class ExactLevels {

  /** The part of its capacity that a job lacks at most if it is full. */
  private static final double FULL = 1e-7;

  /** Floors in doubles give way by this part, so that rounding leaves a feasible point. */
  private static final double GIVEN_WAY = 1e-11;

  private final AllocationProgram plain;
  private final CertifiedSolver solver;
  private final double[] requirement;

  /** The level at which a job runs full time on its fastest type. */
  private final Rational[] full;

  /** The levels of water filling in doubles. */
  private final double[] near;

  /** The level of each job; null while it can rise. */
  private final @Nullable Rational[] level;

  private ExactLevels(AllocationProblem problem, CertifiedSolver solver, Allocation filled) {
    this.solver = solver;
    requirement = MaxMinRequirements.of(problem, Normalizer.EQUAL_SHARE);
    plain = AllocationProgram.maximizeMinimum(problem, requirement);
    full = new Rational[requirement.length];
    near = new double[requirement.length];
    level = new Rational[requirement.length];
    double[] most = new double[requirement.length];
    boolean[] paired = new boolean[requirement.length];
    for (int c = 0; c < plain.columnCount(); c++) {
      most[plain.first(c)] = Math.max(most[plain.first(c)], plain.rate(c));
      if (plain.second(c) >= 0) {
        paired[plain.first(c)] = true;
        paired[plain.second(c)] = true;
      }
    }
    for (int m = 0; m < requirement.length; m++) {
      if (requirement[m] == 0) {
        level[m] = Rational.ZERO; // set aside
        full[m] = Rational.ZERO;
        continue;
      }
      full[m] = Rational.of(most[m]).dividedBy(Rational.of(requirement[m]));
      near[m] = filled.effectiveThroughput(m) / requirement[m];
      if (!paired[m] && near[m] * requirement[m] >= (1 - FULL) * most[m]) {
        near[m] = Double.POSITIVE_INFINITY; // rises until it is full
      }
    }
  }

  /**
   * The level of each job.
   *
   * @throws SolveFailedException if an exact optimum was not found
   */
  static List<Rational> of(AllocationProblem problem, CertifiedSolver solver, Allocation filled) {
    ExactLevels levels = new ExactLevels(problem, solver, filled);
    while (Arrays.asList(levels.level).contains(null)) {
      levels.rise();
    }
    return List.of(levels.level);
  }

  private IntStream rising() {
    return IntStream.range(0, level.length).filter(m -> level[m] == null);
  }

  /** One event: settles the jobs that are full below its level, and those that it saturates. */
  private void rise() {
    double next = rising().mapToDouble(m -> near[m]).min().orElseThrow();
    Rational last = rising().mapToObj(m -> full[m]).reduce(Rational.ZERO, Rational::max);
    boolean allFill = next == Double.POSITIVE_INFINITY;
    Rational before = allFill ? last : Rational.of(next);
    boolean[] fills = new boolean[level.length];
    rising()
        .filter(m -> near[m] == Double.POSITIVE_INFINITY && full[m].compareTo(before) < 0)
        .forEach(m -> fills[m] = true);
    Rational[] floor = new Rational[level.length];
    double[] asks = new double[level.length];
    for (int m = 0; m < level.length; m++) {
      Rational kept = fills[m] ? full[m] : level[m];
      floor[m] = kept == null ? Rational.ZERO : kept.times(Rational.of(requirement[m]));
      asks[m] = kept == null ? requirement[m] : 0;
    }
    double[] nearFloor =
        Arrays.stream(floor).mapToDouble(f -> f.floor() * (1 - GIVEN_WAY)).toArray();
    ExactOptimum optimum =
        solver.exact().solveAbove(plain.withRequirement(asks).withFloor(nearFloor), floor);
    for (int m = 0; m < level.length; m++) {
      if (fills[m] && full[m].compareTo(optimum.value()) > 0) {
        throw new SolveFailedException(
            "job %s is full at the level %s, but others are saturated at %s before"
                .formatted(m, full[m], optimum.value()));
      }
      if (fills[m]) {
        level[m] = full[m];
      } else if (asks[m] > 0 && optimum.throughputPrice(m).signum() > 0) {
        level[m] = optimum.value();
      }
    }
  }
}
