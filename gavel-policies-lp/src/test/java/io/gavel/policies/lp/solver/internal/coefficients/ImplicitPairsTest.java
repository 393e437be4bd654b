package io.gavel.policies.lp.solver.internal.coefficients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.classes.JobTime;
import io.gavel.policies.lp.solver.internal.classes.PairWriter;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pairs known by job type: their classes, their columns, and bounds on them, by hand. */
class ImplicitPairsTest {

  private static final Cluster CLUSTER = Cluster.of(new WorkerType("v", 3), new WorkerType("k", 2));

  private static double[] of(double... values) {
    return values;
  }

  /** Kind a pairs with itself on both types, and with kind b on v only; c has no kind. */
  private static AllocationProblem shared() {
    return AllocationProblem.builder(CLUSTER)
        .job(Job.builder("a1").type("a").build(), 1, 2)
        .job(Job.builder("b1").type("b").build(), 3, 0)
        .job(Job.builder("a2").type("a").build(), 1, 2)
        .job(Job.builder("c1").type("c").build(), 1, 2)
        .build()
        .sharingByType(
            PairThroughputs.builder(2)
                .pair("a", "a", 1, of(0.75, 3), of(0.75, 3))
                .pair("a", "b", 1, of(0.5, 0), of(2.5, 0))
                .build());
  }

  private static ImplicitPairClasses finder(AllocationProgram program) {
    return new ImplicitPairClasses(
        Programs.of(program).pairs(), Programs.columns(program), program.goal());
  }

  @Test
  void shared_pairsByType_fallIntoClassesOfKindColumnsAndWorth() {
    AllocationProgram program = AllocationProgram.maximizeSum(shared(), of(1, 1, 1, 1));
    ImplicitPairClasses pairs = finder(program);
    assertArrayEquals(new int[] {0, 1, 0, 2}, pairs.classOf(), "c is like a, alone");
    AllocationProgram other = AllocationProgram.maximizeSum(shared(), of(1, 1, 2, 1));
    assertArrayEquals(new int[] {0, 1, 2, 3}, finder(other).classOf());
    assertArrayEquals(of(3, 3, 3, 2), program.fastest(), "a beside a on k, b and c alone");
    PairClasses classes = pairs.between(new int[] {0, 1, 0, 2}).get(0);
    List<String> columns = new ArrayList<>();
    for (int c = 0; c < classes.count(); c++) {
      columns.add(
          "%s+%s on %s: %s, %s, worth %s"
              .formatted(
                  classes.first[c],
                  classes.second[c],
                  classes.place[c],
                  classes.rate[c],
                  classes.secondRate[c],
                  classes.gain[c]));
    }
    assertEquals(
        List.of(
            "0+-1 on 0: 1.0, 0.0, worth 1.0",
            "0+-1 on 1: 2.0, 0.0, worth 2.0",
            "1+-1 on 0: 3.0, 0.0, worth 3.0",
            "2+-1 on 0: 1.0, 0.0, worth 1.0",
            "2+-1 on 1: 2.0, 0.0, worth 2.0",
            "0+0 on 0: 0.75, 0.75, worth 1.5",
            "0+0 on 1: 3.0, 3.0, worth 6.0",
            "0+1 on 0: 0.5, 2.5, worth 3.0"),
        columns);
    assertTrue(pairs.between(new int[] {0, 1, 0, 0}).isEmpty(), "c has no kind");
    assertTrue(pairs.between(new int[] {0, 0, 0, 1}).isEmpty());
    assertTrue(
        finder(other).between(new int[] {0, 1, 0, 2}).isEmpty(), "a2's steps are worth more");
    PairClasses apart = pairs.between(new int[] {0, 1, 2, 3}).get(0);
    assertEquals(1, apart.members[0].length);
    for (int c = 0; c < apart.count(); c++) {
      assertTrue(apart.first[c] != apart.second[c], "nobody is beside himself");
    }
  }

  @Test
  void write_sharesOfPairs_areColumnsInTheOrderOfPairsAndTypes() {
    AllocationProgram program = AllocationProgram.maximizeSum(shared(), of(1, 1, 1, 1));
    PairClasses classes = finder(program).between(new int[] {0, 1, 0, 2}).get(0);
    List<JobTime> shares = new ArrayList<>();
    shares.add(new JobTime(2, 1, 7, 0.25)); // a2 and b1 on v
    shares.add(new JobTime(2, 0, 6, 0.125)); // a2 and a1 on k
    shares.add(new JobTime(0, 2, 6, 0.0625));
    shares.add(new JobTime(0, 2, 5, 0.5)); // on v
    shares.add(new JobTime(3, JobTime.NONE, 4, 0.75)); // c alone on k
    shares.add(new JobTime(3, JobTime.NONE, 4, 0.125));
    PairWriter.Written written = PairWriter.write(program, classes, shares);
    assertEquals(List.of(new Group.Pair(0, 2), new Group.Pair(1, 2)), written.pairs());
    AllocationProgram full = written.program();
    int solo = program.columnCount();
    assertEquals(solo + 3, full.columnCount());
    double[] x = written.fractions();
    assertArrayEquals(of(0.5, 0.1875, 0.25), Arrays.copyOfRange(x, solo, solo + 3));
    assertEquals(0.875, Arrays.stream(x, 0, solo).sum());
    List<String> columns = new ArrayList<>();
    for (int c = solo; c < full.columnCount(); c++) {
      columns.add(
          "%s of %s+%s on %s: %s, %s, worth %s, size %s"
              .formatted(
                  full.entry(c),
                  full.first(c),
                  full.second(c),
                  full.pool(c),
                  full.rate(c),
                  full.secondRate(c),
                  full.gain(c),
                  full.size(c)));
    }
    assertEquals(
        List.of(
            "8 of 0+2 on 0: 0.75, 0.75, worth 1.5, size 1.0",
            "9 of 0+2 on 1: 3.0, 3.0, worth 6.0, size 1.0",
            "10 of 1+2 on 0: 2.5, 0.5, worth 3.0, size 1.0"),
        columns);
  }

  /** The jobs of {@link #shared}, where a2 has a configuration and is named by a constraint. */
  private static AllocationProblem constrained() {
    PairThroughputs table = shared().pairsByType();
    return AllocationProblem.builder(CLUSTER)
        .job(Job.builder("a1").type("a").build(), 1, 2)
        .job(Job.builder("b1").type("b").build(), 3, 0)
        .job(Job.builder("a2").type("a").build(), 1, 2)
        .configuration("a2", "x2", 2, 1.5, 0)
        .constraint(Constraint.named("workers").that(LinearForm.workers()).atMost(4))
        .constraint(
            Constraint.named("a2")
                .that(LinearForm.steps().ofJobs("a2").plus(LinearForm.time().ofJobs("a2").times(8)))
                .atLeast(1))
        .build()
        .sharingByType(table);
  }

  @Test
  void between_constrainedJobs_areApartWithTheirCoefficients() {
    AllocationProgram program = AllocationProgram.maximizeSum(constrained(), of(1, 1, 1));
    ImplicitPairClasses pairs = finder(program);
    assertArrayEquals(new int[] {0, 1, 2}, pairs.classOf());
    PairClasses classes = pairs.all();
    List<String> columns = new ArrayList<>();
    for (int c = 0; c < classes.count(); c++) {
      StringBuilder column =
          new StringBuilder(
              "%s+%s on %s:".formatted(classes.first[c], classes.second[c], classes.place[c]));
      classes.forEachRow(c, (i, a) -> column.append(" %s of %s".formatted(a, i)));
      columns.add(column.toString());
    }
    assertEquals(
        List.of(
            "0+-1 on 0: 1.0 of 0",
            "0+-1 on 1: 1.0 of 0",
            "1+-1 on 0: 1.0 of 0",
            "2+-1 on 0: 1.0 of 0 9.0 of 1",
            "2+-1 on 1: 1.0 of 0 10.0 of 1",
            "2+-1 on 2: 2.0 of 0 9.5 of 1",
            "0+1 on 0: 1.0 of 0",
            "0+2 on 0: 1.0 of 0 4.75 of 1",
            "0+2 on 1: 1.0 of 0 7.0 of 1",
            "1+2 on 0: 1.0 of 0 4.5 of 1"),
        columns);
  }

  @Test
  void write_constrainedJobs_putsConfigurationsAfterPairsAndPairsIntoRows() {
    AllocationProblem problem = constrained();
    AllocationProgram program = AllocationProgram.maximizeSum(problem, of(1, 1, 1));
    PairClasses classes = finder(program).all();
    List<JobTime> shares = new ArrayList<>();
    shares.add(new JobTime(2, 0, 8, 0.5)); // a1 and a2 on k
    shares.add(new JobTime(2, JobTime.NONE, 5, 0.25)); // a2 on two workers
    PairWriter.Written written = PairWriter.write(program, classes, shares);
    AllocationProblem listed = problem.withPairs(written.pairs());
    AllocationProgram same = AllocationProgram.maximizeSum(listed, of(1, 1, 1));
    // The listed pair runs on both types, the written program has only the column in use.
    int used = written.program().columnCount() - 1;
    assertEquals(same.column(3, 1), same.columnCount() - 1);
    assertEquals(3 * 2 + 1, written.program().entry(used));
    assertEquals(4 * 2, written.program().entry(5), "the configuration, after the pair");
    for (int i = 0; i < 2; i++) {
      List<String> expected = new ArrayList<>();
      List<String> actual = new ArrayList<>();
      same.rows()
          .forEach(
              i,
              (c, a) -> {
                if (same.entry(c) != 3 * 2) {
                  expected.add(same.entry(c) + ": " + a);
                }
              });
      written
          .program()
          .rows()
          .forEach(i, (c, a) -> actual.add(written.program().entry(c) + ": " + a));
      assertEquals(expected, actual);
    }
    assertEquals(0.25, written.fractions()[5]);
    assertEquals(0.5, written.fractions()[used]);
  }

  /** Prices of rows count in every column and in the bound. */
  @Test
  void bound_withPricesOfRows_isThatOfAllPairs() {
    AllocationProblem problem = constrained();
    AllocationProgram program = AllocationProgram.maximizeSum(problem, of(1, 1, 1));
    AllocationProgram listed = AllocationProgram.maximizeSum(problem.withAllPairs(), of(1, 1, 1));
    Prices prices = Prices.of(of(1, 0.5), of(1, 1, 1), of(0, 0, 0));
    for (double[] ofRows : List.of(of(0, 0), of(0.5, 0), of(0.25, 0.125), of(-1, 4))) {
      DualBound byType = DualBound.of(program, prices, ofRows);
      assertEquals(DualBound.of(listed, prices, ofRows).value(), byType.value(), 1e-12);
      assertArrayEquals(DualBound.of(listed, prices, ofRows).rowPrices(), byType.rowPrices());
    }
  }

  /** Pairs that are listed prove the same as pairs by type, class by class. */
  @Test
  void bound_ofPairsByType_isThatOfAllPairs() {
    AllocationProgram program =
        AllocationProgram.maximizeSum(shared(), of(1, 1, 1, 1)).withFloor(of(0.5, 1, 0.5, 0));
    PairClasses classes = finder(program).between(new int[] {0, 1, 0, 2}).get(0);
    Prices prices = Prices.of(of(1, 0.5), of(1, 1, 1, 1), of(0.5, 0.25, 0.5, 0));
    DualBound bound = Programs.of(program).bound(classes, prices, of());
    // a alone lacks 1.5 on k, and each of both half of 3.5 more; b lacks 1.75 on v, and c 0.5 on k
    assertArrayEquals(
        of(4.25, 2.75, 4.25, 1.5),
        of(
            bound.prices().ofTime(0),
            bound.prices().ofTime(1),
            bound.prices().ofTime(2),
            bound.prices().ofTime(3)));
    assertEquals(3 + 1 + 4.25 + 2.75 + 4.25 + 1.5 - 0.75, bound.value());
  }

  @Test
  void bound_ofALevel_isInTheUnitInWhichItCostsOne() {
    AllocationProgram level = AllocationProgram.maximizeMinimum(shared(), of(1, 1, 1, 1));
    PairClasses classes = finder(level).between(new int[] {0, 1, 0, 2}).get(0);
    DualBound none =
        Programs.of(level)
            .bound(classes, Prices.of(of(1, 1), of(1, 1, 1, 1), of(0, 0, 0, 0)), of());
    assertEquals(Double.POSITIVE_INFINITY, none.value());
    Prices prices = Prices.of(of(4, 8), of(12, 12, 12, 12), of(1, 1, 1, 1));
    DualBound bound = Programs.of(level).bound(classes, prices, of());
    assertEquals(1, bound.prices().ofPool(0));
    assertEquals(2, bound.prices().ofPool(1));
    assertEquals(0.25, bound.prices().ofThroughput(2));
    assertEquals(3, bound.prices().ofTime(3), "nobody has to pay more");
    assertEquals(3 * 1 + 2 * 2 + 4 * 3, bound.value());
  }
}
