package io.gavel.policies.lp.solver.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds of a point with a bound, near the tolerances, and what it says of itself. */
class CertifiedSolutionTest {

  /** Two jobs that make 2 and 1 steps per second on either of two workers. */
  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(Cluster.of(new WorkerType("a", 1), new WorkerType("b", 1)))
          .job(Job.of("x"), 2, 2)
          .job(Job.of("y"), 0, 1)
          .build();

  private static final AllocationProgram SUM = AllocationProgram.maximizeSum(PROBLEM, of(1, 1));
  private static final Tolerance PART = new Tolerance(0, 1e-6);

  private static double[] of(double... values) {
    return values;
  }

  private static CertifiedSolution point(AllocationProgram program, double bound, double... x) {
    DualBound proved = DualBound.proved(bound, Prices.zero(PROBLEM));
    return CertifiedSolution.of(program, List.of(), x, proved);
  }

  @Test
  void holdsWithin_objectiveAboveTheBound_doesThoughItIsNotNear() {
    CertifiedSolution above = point(SUM, 1.5, 1, 0, 0);
    assertEquals(2, above.objective());
    assertTrue(above.holdsWithin(PART));
    assertFalse(above.isNear(PART), "the bound hides what is missed");
    assertEquals(0.5, above.open());
    assertEquals(0.25, above.relativeGap(), "of the larger one");
    CertifiedSolution below = point(SUM, 2.5, 1, 0, 0);
    assertFalse(below.holdsWithin(PART));
    assertEquals(0.2, below.relativeGap(), 1e-15);
    CertifiedSolution unknown = point(SUM, Double.POSITIVE_INFINITY, 1, 0, 0);
    assertFalse(unknown.holdsWithin(new Tolerance(Double.MAX_VALUE, 1)));
    assertEquals(Double.POSITIVE_INFINITY, unknown.open());
  }

  @Test
  void holdsWithin_missedFloor_isOneOfTheViolations() {
    AllocationProgram floor = SUM.withFloor(of(0, 0.5));
    CertifiedSolution missing = point(floor, 2.25, 1, 0, 0.25);
    assertEquals(0.5, missing.missed());
    assertTrue(missing.holdsWithin(new Tolerance(0, 0.5)));
    assertFalse(missing.holdsWithin(new Tolerance(0, 0.49)));
    CertifiedSolution met = point(floor, 2.5, 1, 0, 0.5);
    assertEquals(0, met.missed());
    assertTrue(met.holdsWithin(Tolerance.EXACT));
  }

  @Test
  void missed_rowsAndFloors_isTheWorse() {
    CouplingRows row =
        CouplingRows.builder()
            .add("quota", Relation.AT_LEAST, 1, new int[] {1, 2}, of(1, 1))
            .build();
    AllocationProgram both = SUM.withFloor(of(0, 1)).withRows(row);
    assertEquals(0.75, point(both, 9, 0, 0.25, 0.25).missed(), "of the floor");
    AllocationProgram met = SUM.withFloor(of(1, 0)).withRows(row);
    assertEquals(0.5, point(met, 9, 0.5, 0.25, 0.25).missed(), "of the row");
  }

  /** Alone, they could have 2 and 4 times what they need: a part of 2⁻⁴⁰ of 2 is rounding. */
  @Test
  void isNothing_levelOfNothing_isIfTheBoundIsTinyBesideWhatEachCouldHave() {
    AllocationProgram level = AllocationProgram.maximizeMinimum(PROBLEM, of(1, 0.25));
    assertTrue(point(level, 0x1p-39, 0, 0, 0).isNothing());
    assertTrue(point(level, 0x1p-39, 0, 0, 0).holdsWithin(PART));
    assertFalse(point(level, 0x1.1p-39, 0, 0, 0).isNothing());
    assertFalse(point(level, 0x1.1p-39, 0, 0, 0).holdsWithin(PART));
    assertFalse(point(level, 0x1p-39, -0.5, 0, 0).holdsWithin(PART), "violated before");
    assertTrue(point(level, 0x1p-39, -1e-6, 0, 0).holdsWithin(PART));
    assertFalse(point(level.withFloor(of(1, 0)), 0x1p-39, 1, 0, 0).isNothing(), "floors");
    AllocationProgram inPairs = level.withColumns(new boolean[] {false, false, true});
    assertTrue(point(inPairs, 0x1p-38, 0).isNothing(), "x may run in pairs that are not listed");
    assertFalse(point(inPairs, 0x1.1p-38, 0).isNothing());
  }

  /** The largest gain of a column is 2. */
  @Test
  void isNothing_sumOfNothing_isIfTheBoundIsTinyBesideTheLargestGain() {
    assertTrue(point(SUM, 0x1p-39, 0, 0, 0).isNothing());
    assertTrue(point(SUM, 0x1p-39, 0, 0, 0).holdsWithin(Tolerance.EXACT));
    assertFalse(point(SUM, 0x1.1p-39, 0, 0, 0).holdsWithin(PART));
    CertifiedSolution little = point(SUM, 0x1p-30, 0x1p-31 - 0x1p-41, 0, 0);
    assertTrue(little.holdsWithin(PART));
    assertFalse(little.isNear(PART), "a sum of a little has a relative gap");
  }

  @Test
  void asStopped_point_isTheSameButForThat() {
    CertifiedSolution point = point(SUM.withFloor(of(0, 0.5)), 2.25, 1, 0, 0.25);
    assertFalse(point.isStopped());
    CertifiedSolution stopped = point.asStopped();
    assertTrue(stopped.isStopped());
    assertArrayEquals(point.fractions(), stopped.fractions());
    assertEquals(point.toString(), stopped.toString());
    assertSame(point.bound(), stopped.bound());
    assertSame(point.program(), stopped.program());
    assertEquals(
        "objective 2.25, bound 2.25, violation before repair 0.0, missed fraction of a floor or"
            + " row 0.5",
        point.toString());
  }

  /** A free variable that costs a quarter and is of use for a row that asks for little. */
  private static AllocationProgram losing() {
    CouplingRows.Builder row = CouplingRows.builder();
    row.add("row", Relation.AT_LEAST, -9, new int[] {0}, of(-1), new int[] {0}, of(1));
    return SUM.withFreeVariables(FreeVariables.builder().add("free", 2, -0.25).build())
        .withRows(row.build());
  }

  @Test
  void claim_ofAPoint_isItsFractionsFreeColumnsAndPrices() {
    AllocationProgram program = losing();
    Prices prices = Prices.of(of(1, 2), of(3, 0), of(0, 0));
    SolverOutcome.Solved claim =
        new SolverOutcome.Solved(of(1, 0, 0.5), of(1.5), prices, of(0.125), 3);
    CertifiedSolution point = CertifiedSolution.of(program, claim);
    assertEquals(2.5 - 1.5 / 4, point.objective());
    assertSame(program, point.program());
    assertArrayEquals(of(1.5), point.free());
    assertArrayEquals(of(0.125), point.rowPrices());
    assertArrayEquals(of(2, 0.5), point.throughput());
    SolverOutcome.Solved again = point.claim();
    assertArrayEquals(of(1, 0, 0.5), again.fractions());
    assertArrayEquals(of(1.5), again.free());
    assertArrayEquals(of(0.125), again.rowPrices());
    assertEquals(point.bound().prices().pools()[1], again.prices().pools()[1]);
    assertNotSame(point.fractions(), point.fractions());
    assertNotSame(point.free(), point.free());
    assertArrayEquals(of(1, 0, 0, 0.5), point.fractionsByEntry(4), "y does not run on a");
    assertEquals(List.of(), point.pairs());
  }

  /** What free variables lose counts twice beside the objective, as what columns lose does. */
  @Test
  void isNear_lossesOfFreeColumns_countForTheScaleOfTheGap() {
    DualBound bound = DualBound.proved(2 - 0.5 + 0.25, Prices.zero(PROBLEM));
    CertifiedSolution point = CertifiedSolution.of(losing(), List.of(), of(1, 0, 0), of(2), bound);
    assertEquals(1.5, point.objective());
    assertTrue(point.isNear(new Tolerance(0, 0.1)), "of 1.5 and twice 0.5");
    assertFalse(point.isNear(new Tolerance(0, 0.099)));
  }

  @Test
  void pairs_ofAPoint_areThoseThatAreGiven() {
    List<Group.Pair> pairs = List.of(new Group.Pair(0, 1));
    DualBound bound = DualBound.proved(3, Prices.zero(PROBLEM));
    CertifiedSolution point = CertifiedSolution.of(SUM, pairs, of(0, 0, 0), bound);
    assertEquals(pairs, point.pairs());
    double[] own = {0, 0, 1};
    CertifiedSolution owning = CertifiedSolution.owning(SUM, own, bound);
    assertEquals(1, owning.objective());
    assertSame(bound, owning.bound());
  }
}
