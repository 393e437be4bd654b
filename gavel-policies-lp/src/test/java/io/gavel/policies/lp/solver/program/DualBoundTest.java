package io.gavel.policies.lp.solver.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.ImplicitPairClasses;
import io.gavel.policies.lp.solver.internal.coefficients.ImplicitPairs;
import io.gavel.policies.lp.solver.internal.coefficients.PairClasses;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.Goal;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bounds that prices prove, computed exactly by hand. */
class DualBoundTest {

  /** Two jobs on four workers, alone at 2 and 3 steps per second, as a pair at 1 and 2. */
  private static final AllocationProblem PAIR =
      AllocationProblem.builder(Cluster.of(new WorkerType("a", 4)))
          .job(Job.of("a"), 2)
          .job(Job.of("b"), 3)
          .pair("a", "b", new double[] {1}, new double[] {2})
          .build();

  private static final AllocationProblem ALONE =
      AllocationProblem.builder(Cluster.of(new WorkerType("a", 3)))
          .job(Job.of("a"), 1)
          .job(Job.of("b"), 1)
          .build();

  private static final AllocationProgram LEVEL =
      AllocationProgram.maximizeMinimum(ALONE, new double[] {2, 1});

  private static double[] of(double... values) {
    return values;
  }

  private static double[] timeOf(DualBound bound) {
    return of(bound.prices().ofTime(0), bound.prices().ofTime(1));
  }

  @Test
  void of_membersOfPairs_keepTheirPriceOfTimeAndAreRaisedToWhatTheyGainAlone() {
    AllocationProgram sum = AllocationProgram.maximizeSum(PAIR, of(1, 1));
    DualBound bound = DualBound.of(sum, Prices.of(of(1), of(0.5, 0.25), of(0, 0)));
    assertArrayEquals(of(1, 2), timeOf(bound), "2 and 3 less a worker");
    assertEquals(4 + 1 + 2, bound.value(), "four workers and everybody's time");
    DualBound idle = DualBound.of(sum, Prices.of(of(1), of(4, 3), of(0, 0)));
    assertArrayEquals(of(4, 3), timeOf(idle), "more than anyone gains");
  }

  @Test
  void of_pricesOfThroughput_makeColumnsWorthMoreAndPayForFloors() {
    AllocationProgram floors = AllocationProgram.maximizeSum(PAIR, of(1, 1)).withFloor(of(1, 0.5));
    DualBound bound = DualBound.of(floors, Prices.of(of(2), of(0.5, 0.25), of(1, 0.5)));
    assertArrayEquals(of(2, 2.5), timeOf(bound), "2 + 2·1 and 3 + 3·½, less two for a worker");
    assertEquals(8 - 1 - 0.25 + 2 + 2.5, bound.value());
  }

  @Test
  void of_pairThatPays_raisesThePriceOfItsFirst() {
    AllocationProgram gains = AllocationProgram.maximizeGain(PAIR, of(1, 1, 5));
    DualBound bound = DualBound.of(gains, Prices.zero(PAIR));
    assertArrayEquals(of(4, 1), timeOf(bound), "together they gain 5, alone 1 each");
    assertEquals(5, bound.value());
    DualBound owed = DualBound.of(gains, Prices.of(of(0), of(0, 0), of(0, 1)));
    assertArrayEquals(of(3, 4), timeOf(owed), "b gains 1 + 3 alone, both 5 + 2 together");
  }

  @Test
  void of_pairsByType_countAsIfTheyWereListed() {
    PairThroughputs table =
        PairThroughputs.builder(1).pair("t", "t", 1, of(0.75), of(0.75)).build();
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
            .job(Job.builder("a").type("t").build(), 1)
            .job(Job.builder("b").type("t").build(), 1)
            .build()
            .sharingByType(table);
    Prices claim = Prices.of(of(1), of(0, 0), of(0, 0));
    AllocationProgram sum = AllocationProgram.maximizeSum(problem, of(1, 1));
    assertTrue(sum.hasPairsByType());
    assertTrue(DualBound.of(sum, claim).value() >= 1.5, "together they have 1.5, alone 1");
    AllocationProgram listed = AllocationProgram.maximizeSum(problem.withAllPairs(), of(1, 1));
    assertEquals(1.5, DualBound.of(listed, claim).value());
  }

  @Test
  void of_jobsOutsidePairs_payNoMoreThanTheyMust() {
    AllocationProgram sum = AllocationProgram.maximizeSum(ALONE, of(1, 2));
    DualBound bound = DualBound.of(sum, Prices.of(of(0.5), of(9, 9), of(0, 0)));
    assertArrayEquals(of(0.5, 1.5), timeOf(bound), "whatever was claimed");
    assertEquals(1.5 + 0.5 + 1.5, bound.value());
  }

  @Test
  void of_level_pricesAreInTheUnitInWhichItCostsOne() {
    DualBound bound = DualBound.of(LEVEL, Prices.of(of(0.4), of(7, 7), of(1, 2)));
    assertEquals(0.1, bound.prices().ofPool(0), "a quarter, for 2·1 + 1·2");
    assertEquals(0.25, bound.prices().ofThroughput(0));
    assertEquals(0.5, bound.prices().ofThroughput(1));
    assertArrayEquals(of(0.15, 0.4), timeOf(bound));
    assertEquals(0.3 + 0.15 + 0.4, bound.value(), 1e-15);
  }

  @Test
  void of_levelOfPairs_pricesOfTimeAreInThatUnitToo() {
    AllocationProgram level = AllocationProgram.maximizeMinimum(PAIR, of(2, 1));
    DualBound bound = DualBound.of(level, Prices.of(of(4), of(2, 6), of(1, 2)));
    assertArrayEquals(of(0.5, 1.5), timeOf(bound), "columns are worth ½, 1½ and 1¼, and pay more");
    assertEquals(4 + 0.5 + 1.5, bound.value());
  }

  /** The first job is to have no less time than the second. */
  @Test
  void of_rows_areWorthWhatTheirPriceSaysInTheUnitOfTheLevel() {
    CouplingRows rows =
        CouplingRows.builder()
            .add("order", Relation.AT_LEAST, 0, new int[] {0, 1}, of(1, -1))
            .build();
    DualBound bound =
        DualBound.of(LEVEL.withRows(rows), Prices.of(of(0), of(0, 0), of(1, 2)), of(0.8));
    assertArrayEquals(of(0.25 + 0.2, 0.5 - 0.2), timeOf(bound));
    assertEquals(0.75, bound.value());
  }

  @Test
  void of_logarithms_addTheMostThatTheyCanBeWorth() {
    AllocationProgram logs = AllocationProgram.maximizeUtility(ALONE, of(1, 2), 0);
    DualBound bound = DualBound.of(logs, Prices.of(of(1), of(0, 0), of(2, 4)));
    double most = StrictMath.log(0.5) - 1 + 2 * StrictMath.log(0.5) - 2; // throughputs of a half
    assertEquals(3 + 1 + 3 + most, bound.value(), 1e-15);
  }

  @Test
  void of_pricesOfNoThroughput_proveNothingOfALevel() {
    Prices claim = Prices.of(of(1), of(1, 1), of(0, 0));
    DualBound bound = DualBound.of(LEVEL, claim);
    assertEquals(Double.POSITIVE_INFINITY, bound.value());
    assertSame(claim, bound.prices());
  }

  /** Prices whose bound is below the smallest normal number may prove less than none at all. */
  @Test
  void of_pricesOfNextToNothing_areNoWorseThanNone() {
    AllocationProgram nothing = AllocationProgram.maximizeSum(ALONE, of(0, 0));
    double tiny = Double.MIN_NORMAL / 16;
    DualBound bound = DualBound.of(nothing, Prices.of(of(tiny), of(0, 0), of(0, 0)));
    assertEquals(0, bound.value());
    assertEquals(0, bound.prices().ofPool(0));
    AllocationProgram little = AllocationProgram.maximizeSum(ALONE, of(1, 0));
    DualBound needed = DualBound.of(little, Prices.of(of(0.25), of(0, 0), of(0, 0)));
    assertEquals(0.75 + 0.75, needed.value());
  }

  @Test
  void of_pricesOfCostsOnly_areNoWorseThanNone() {
    AllocationProgram costs = AllocationProgram.maximizeGain(ALONE, of(-1, -2));
    DualBound bound = DualBound.of(costs, Prices.of(of(1e-20), of(0, 0), of(0, 0)));
    assertEquals(0, bound.value());
  }

  @Test
  void of_pricesThatAddUpToNoNumber_proveNothing() {
    AllocationProgram sum = AllocationProgram.maximizeSum(ALONE, of(1, 2));
    Prices claim = Prices.of(of(Double.MAX_VALUE), of(0, 0), of(0, 0));
    DualBound tooMuch = DualBound.of(sum, claim);
    assertEquals(Double.POSITIVE_INFINITY, tooMuch.value(), "three workers");
    assertSame(claim, tooMuch.prices());
    DualBound unknown = DualBound.of(sum.withRows(ROWS), Prices.zero(ALONE), of(Double.NaN, 1));
    assertEquals(Double.POSITIVE_INFINITY, unknown.value());
    assertArrayEquals(of(Double.NaN, 1), unknown.rowPrices(), "as they were claimed");
  }

  /** The first job has at most half of its time, but no less than the second. */
  private static final CouplingRows ROWS =
      CouplingRows.builder()
          .add("quota", Relation.AT_MOST, 0.5, new int[] {0}, of(1))
          .add("order", Relation.AT_LEAST, 0, new int[] {0, 1}, of(1, -1))
          .build();

  @Test
  void prices_ofABoundWithRows_nameThem() {
    AllocationProgram sum = AllocationProgram.maximizeSum(ALONE, of(1, 1)).withRows(ROWS);
    DualBound bound = DualBound.of(sum, Prices.zero(ALONE), of(0.25, 0.125));
    assertArrayEquals(of(1 - 0.25 + 0.125, 1 - 0.125), timeOf(bound));
    assertEquals(0.5 * 0.25 + 0.875 + 0.875, bound.value());
    assertEquals(Map.of("quota", 0.25, "order", 0.125), bound.prices().constraints());
    assertEquals(bound.value(), DualBound.of(sum, bound.prices()).value(), "by their names");
    assertTrue(DualBound.proved(1, Prices.zero(ALONE)).prices().constraints().isEmpty());
  }

  /** The pair may run all of the time, for half a unit an hour. */
  @Test
  void of_rowsAndPairs_columnsPayForAllThatTheyUse() {
    CouplingRows rows =
        CouplingRows.builder().add("pair", Relation.AT_MOST, 1, new int[] {2}, of(1)).build();
    AllocationProgram gains = AllocationProgram.maximizeGain(PAIR, of(1, 1, 5)).withRows(rows);
    DualBound bound = DualBound.of(gains, Prices.of(of(0.25), of(0.25, 0.125), of(0, 1)), of(0.5));
    double ofSecond = 1 + 3 - 0.25;
    double ofPair = 5 + 2 - 0.25 - 0.5;
    assertArrayEquals(of(ofPair - ofSecond, ofSecond), timeOf(bound));
    assertEquals(4 * 0.25 + 0.5 + ofPair, bound.value());
  }

  private static AllocationProblem byType() {
    return AllocationProblem.builder(Cluster.of(new WorkerType("a", 1)))
        .job(Job.builder("a").type("t").build(), 1)
        .job(Job.builder("b").type("t").build(), 1)
        .build()
        .sharingByType(PairThroughputs.builder(1).pair("t", "t", 1, of(0.75), of(0.75)).build())
        .constraining(Constraint.named("time").that(LinearForm.time()).atLeast(3))
        .constraining(Constraint.named("steps").that(LinearForm.steps()).atMost(1.25));
  }

  /** In the unit of a level that costs 2 as claimed. */
  @Test
  void of_pairsByTypeUnderRows_isTheBoundOfAllPairs() {
    Prices claim = Prices.of(of(1), of(0.5, 0.5), of(1.5, 0.5));
    AllocationProgram level = AllocationProgram.maximizeMinimum(byType(), of(1, 1));
    AllocationProgram listed = AllocationProgram.maximizeMinimum(byType().withAllPairs(), of(1, 1));
    DualBound shared = DualBound.of(level, claim, of(0.25, 0.5));
    DualBound all = DualBound.of(listed, claim, of(0.25, 0.5));
    assertEquals(all.value(), shared.value(), 1e-15);
    assertArrayEquals(of(0.125, 0.25), shared.rowPrices());
    assertArrayEquals(of(0.125, 0.25), all.rowPrices());
  }

  /** Two jobs have two units of time at most, not three. */
  @Test
  void ofNothing_rowsThatCannotHold_isBelow0() {
    AllocationProgram level = AllocationProgram.maximizeMinimum(byType(), of(1, 1));
    ImplicitPairs pairs = Programs.of(level).pairs().worthNothing();
    Goal none = Goal.total(new double[level.columnCount()], false);
    PairClasses classes = new ImplicitPairClasses(pairs, level.columns(), none).all();
    DualBound bound = Programs.boundOfNothing(level, classes, Prices.zero(byType()), of(1, 0));
    assertEquals(2 - 3, bound.value(), 1e-15);
    assertArrayEquals(of(1, 0), bound.rowPrices());
  }
}
