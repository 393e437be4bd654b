package io.gavel.policies.lp.solver.jobtype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.coefficients.PairClasses;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What tells listed jobs apart: alone, in weight, along chains of pairs, and in rows. */
class PairClassDetectorTest {

  private static final double[] ONE = {1};

  /** Jobs on one type by their rates alone, without pairs yet. */
  private static AllocationProblem.Builder jobs(double... rates) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v", 4)));
    for (int m = 0; m < rates.length; m++) {
      problem.job(Job.of("j" + m), rates[m]);
    }
    return problem;
  }

  private static AllocationProblem.Builder allPairs(AllocationProblem.Builder problem, int jobs) {
    for (int m = 0; m < jobs; m++) {
      for (int n = m + 1; n < jobs; n++) {
        problem.pair("j" + m, "j" + n, ONE, ONE);
      }
    }
    return problem;
  }

  private static double[] ones(int jobs) {
    double[] ones = new double[jobs];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static PairClassDetector detector(AllocationProblem.Builder problem, int jobs) {
    return new PairClassDetector(AllocationProgram.maximizeSum(problem.build(), ones(jobs)));
  }

  @Test
  void hasPairs_oneColumnOfAPair_does() {
    AllocationProblem.Builder together = allPairs(jobs(0, 0), 2);
    AllocationProgram program = AllocationProgram.maximizeSum(together.build(), ones(2));
    assertEquals(1, program.columnCount());
    assertTrue(PairClassDetector.hasPairs(program));
    AllocationProblem idle = jobs(0).build();
    assertFalse(PairClassDetector.hasPairs(AllocationProgram.maximizeSum(idle, ones(1))));
  }

  @Test
  void classOf_jobsThatDifferOnlyAlone_areTwoClasses() {
    int[] two = {0, 1, 0, 1};
    assertArrayEquals(two, detector(allPairs(jobs(1, 2, 1, 2), 4), 4).classOf());
    assertArrayEquals(two, detector(jobs(1, 2, 1, 2), 4).classOf(), "nobody is in a pair");
  }

  @Test
  void classOf_utilitiesOfOtherWeights_areOtherClasses() {
    AllocationProblem problem = allPairs(jobs(1, 1, 1, 1), 4).build();
    AllocationProgram logarithms =
        AllocationProgram.maximizeUtility(problem, new double[] {1, 2, 1, 2}, 0);
    assertArrayEquals(new int[] {0, 1, 0, 1}, new PairClassDetector(logarithms).classOf());
  }

  /** Each round tells one more from each end of the chain; there are eight, and then it ends. */
  @Test
  void classOf_longChain_isFollowedForEightRounds() {
    int jobs = 24;
    AllocationProblem.Builder chain = jobs(ones(jobs));
    for (int m = 0; m + 1 < jobs; m++) {
      chain.pair("j" + m, "j" + (m + 1), ONE, ONE);
    }
    int[] fromAnEnd =
        IntStream.range(0, jobs).map(m -> Math.min(8, Math.min(m, jobs - 1 - m))).toArray();
    assertArrayEquals(fromAnEnd, detector(chain, jobs).classOf());
  }

  /** Three of one class have three pairs; with two of these, they are no class. */
  @Test
  void between_threeThatAreAllPairs_areOneColumn() {
    PairClasses found = detector(allPairs(jobs(1, 1, 1), 3), 3).between(new int[3]).get(0);
    assertEquals(2, found.count());
    assertEquals(0, found.first[1]);
    assertEquals(0, found.second[1]);
    AllocationProblem.Builder two = jobs(1, 1, 1).pair("j0", "j1", ONE, ONE);
    two.pair("j1", "j2", ONE, ONE);
    assertTrue(detector(two, 3).between(new int[3]).isEmpty());
  }

  /** The row counts a's alone at 2 and pairs at 3; a row of one member only divides the class. */
  @Test
  void between_rows_haveTheCoefficientOfEachColumn() {
    AllocationProblem problem = allPairs(jobs(1, 1, 1), 3).build();
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, ones(3));
    int[] all = {0, 1, 2, 3, 4, 5};
    AllocationProgram counted =
        sum.withRows(
            CouplingRows.builder()
                .add("first", Relation.AT_MOST, 9, new int[] {3, 4, 5}, new double[] {7, 7, 7})
                .add("all", Relation.AT_MOST, 5, all, new double[] {2, 2, 2, 3, 3, 3})
                .build());
    PairClassDetector detector = new PairClassDetector(counted);
    assertArrayEquals(new int[3], detector.classOf());
    PairClasses classes = detector.between(new int[3]).get(0);
    assertEquals(List.of("0: row 1 × 2.0", "1: row 0 × 7.0", "1: row 1 × 3.0"), entries(classes));
    CouplingRows ofOne =
        CouplingRows.builder().add("one", Relation.AT_MOST, 5, new int[] {1}, ONE).build();
    PairClassDetector apart = new PairClassDetector(sum.withRows(ofOne));
    assertArrayEquals(new int[] {0, 1, 0}, apart.classOf());
    assertTrue(apart.between(new int[3]).isEmpty());
  }

  private static List<String> entries(PairClasses classes) {
    List<String> entries = new ArrayList<>();
    for (int c = 0; c < classes.count(); c++) {
      int column = c;
      classes.forEachRow(c, (i, a) -> entries.add("%s: row %s × %s".formatted(column, i, a)));
    }
    return entries;
  }
}
