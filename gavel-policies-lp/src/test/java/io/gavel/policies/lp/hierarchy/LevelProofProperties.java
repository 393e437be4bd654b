package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.proof.Proof;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The rounds of water filling prove all levels, and the theorem that they prove is true. */
final class LevelProofProperties {

  /** Floors in doubles give way by this part, so that rounding leaves a feasible point. */
  private static final double GIVEN_WAY = 1e-11;

  /** What others lose by rounding; a level is open by as many times it as others pay for it. */
  private static final double ROUNDING = 1e-16;

  private static final Rational CERTIFIED = Rational.of(Tolerance.CERTIFIED.relative());

  @Provide
  Arbitrary<Kind> usual() {
    return Arbitraries.of(Kind.class).filter(kind -> kind != Kind.WIDE_RATES);
  }

  private static Proof.Proved proved(Allocation x) {
    return assertInstanceOf(Proof.Proved.class, Proof.of(x), () -> Proof.of(x).toString());
  }

  private static double[] levels(Allocation x) {
    Goal.Level goal = (Goal.Level) x.certificate().statement().orElseThrow().goal();
    double[] levels = new double[goal.size()];
    Arrays.setAll(levels, m -> x.effectiveThroughput(m) / goal.requirement(m));
    return levels;
  }

  @Property
  void everyLevel_isProved(@ForAll long seed, @ForAll("usual") Kind kind) {
    Proof.Proved proved = proved(WaterFilling.create().allocate(Problems.random(seed, kind)));
    Rational part = proved.levels().orElseThrow();
    assertTrue(part.compareTo(CERTIFIED) <= 0, proved::toString);
  }

  /** What is left open may be much where rates differ by many orders of magnitude. */
  @Property
  void hostileRates_areProvedWithinSomePart(@ForAll long seed) {
    Allocation x = WaterFilling.create().allocate(Problems.random(seed, Kind.WIDE_RATES));
    assertTrue(proved(x).levels().orElseThrow().compareTo(Rational.ONE) <= 0);
    assertTrue(proved(x).holdsWithin(Tolerance.CERTIFIED));
  }

  /** The program itself: a job's most throughput while those that have no more keep theirs. */
  @Property
  void noJob_canHaveMore_unlessOneThatHasNoMoreLoses(
      @ForAll long seed, @ForAll("usual") Kind kind) {
    AllocationProblem problem = Problems.random(seed, kind);
    Allocation x = WaterFilling.create().allocate(problem);
    double[] level = levels(x);
    double open = proved(x).levels().orElseThrow().ceil();
    for (int m = 0; m < level.length; m++) {
      if (!(level[m] > 0)) {
        continue; // set aside
      }
      double[] floor = new double[level.length];
      for (int k = 0; k < floor.length; k++) {
        boolean keeps = level[k] * (1 - 1e-6) <= level[m];
        floor[k] = keeps ? x.effectiveThroughput(k) * (1 - GIVEN_WAY) : 0;
      }
      double[] gain = new double[level.length];
      gain[m] = 1 / x.effectiveThroughput(m);
      AllocationProgram most = AllocationProgram.maximizeSum(problem, gain).withFloor(floor);
      CertifiedSolution best = CertifiedSolver.standard().solve(most);
      assertEquals(1, best.objective(), 1e-6 + open / ROUNDING * GIVEN_WAY, best::toString);
    }
  }
}
