package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.internal.tree.Side;
import io.gavel.policies.internal.tree.TreeFilling;
import io.gavel.policies.proof.FractionTree.Fraction;
import io.gavel.policies.statement.FairLevels.Entitlements;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Levels over random trees, between two doubles, against fractions. */
final class TreeLevelsProperties {

  @Property
  void levels_lieBetweenTheTwoSides(
      @ForAll AllocationProblem plain,
      @ForAll Draws random,
      @ForAll @IntRange(max = 1022) int spread) {
    AllocationProblem problem = HostileProblems.inEntities(alone(plain), random);
    int jobs = problem.jobCount();
    double[] q = new double[jobs];
    double[] unit = new double[jobs];
    Arrays.setAll(q, m -> random.nextInt(5) == 0 ? 0 : wide(random, spread));
    Arrays.setAll(unit, m -> random.nextInt(7) == 0 ? 0 : wide(random, spread));
    double[] pace = random.doubles(jobs, -1, 3).map(p -> Math.max(0, p)).toArray();
    double[] lost = random.doubles(jobs, -1, 2).map(l -> Math.max(0, l)).toArray();
    Entitlements of = Entitlements.of(unit, pace, lost);
    List<BigDecimal> exact = Arrays.stream(q).mapToObj(BigDecimal::new).toList();
    Fraction[] level = FractionTree.levels(problem, of, exact);
    double[] low = new TreeFilling(problem, of, Side.DOWN).levels(q);
    double[] high = new TreeFilling(problem, of, Side.UP).levels(q);
    for (int m = 0; m < jobs; m++) {
      if (level[m] != null) { // else it takes no part in an entity that divides by finish time
        assertTrue(
            Fraction.of(low[m]).compareTo(level[m]) <= 0, low[m] + " is too high for " + level[m]);
        assertTrue(
            high[m] == Double.POSITIVE_INFINITY || Fraction.of(high[m]).compareTo(level[m]) >= 0,
            high[m] + " is too low");
        boolean usual = spread <= 100;
        assertTrue(!usual || high[m] - low[m] <= 1e-9 * high[m], () -> "too far apart");
      }
    }
  }

  private static double wide(Random random, int spread) {
    return Math.scalb(1 + random.nextDouble(), random.nextInt(2 * spread + 1) - spread);
  }

  /** A problem without its pairs and configurations. */
  private static AllocationProblem alone(AllocationProblem problem) {
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(problem.cluster().typeCount());
    for (int m = 0; m < problem.jobCount(); m++) {
      double[] row = new double[problem.cluster().typeCount()];
      for (int j = 0; j < row.length; j++) {
        row[j] = problem.throughputs().stepsPerSecond(m, 0, j);
      }
      rates.job(row);
    }
    return AllocationProblem.of(problem.cluster(), problem.jobs(), rates.build());
  }
}
