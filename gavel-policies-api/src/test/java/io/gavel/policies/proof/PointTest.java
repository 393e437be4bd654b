package io.gavel.policies.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;

/** Throughputs of fractions, and the limits that they miss. */
final class PointTest {

  private static final double TINY = 0x1p-60;

  /** One job on types of a worker each. */
  private static AllocationProblem oneJob(double... rates) {
    WorkerType[] types = new WorkerType[rates.length];
    Arrays.setAll(types, j -> new WorkerType("t" + j, 1));
    return AllocationProblem.builder(Cluster.of(types)).job(Job.of("a"), rates).build();
  }

  private static Point point(AllocationProblem problem, double... x) {
    return new Point(new ColumnNumbers(problem), x);
  }

  private static double[] ones(int length) {
    double[] ones = new double[length];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double throughput(double[] rates, double... x) {
    return point(oneJob(rates), x).throughput[0];
  }

  @Example
  void throughput_ofDyadicNumbers_isExact() {
    assertEquals(2.75, throughput(new double[] {4, 1, 8}, 0.5, 0.75, 0));
    assertEquals(0, throughput(new double[] {4, 1, 8}, 0, 0, 0));
  }

  /** The sum of the rounded products is rounded up by 1. */
  @Example
  void throughput_thatIsNoDouble_isRoundedDown() {
    assertEquals(1e16 + 2, throughput(new double[] {1e16, 2, 1}, 1, 1, 1));
  }

  /** Alone, none of the seven changes the sum. */
  @Example
  void throughput_keepsWhatAddingOneByOneLoses() {
    double[] rates = ones(8);
    rates[0] = 1e16;
    double down = throughput(rates, ones(8));
    assertTrue(down == 1e16 + 4 || down == 1e16 + 6, () -> "" + down);
  }

  @Example
  void throughput_belowTheNormalRange_isRoundedDown() {
    double[] rates = {3 * Double.MIN_VALUE};
    assertEquals(Double.MIN_VALUE, throughput(rates, 0.5), "3/2 of the smallest double");
    assertEquals(3 * Double.MIN_VALUE, throughput(rates, 1));
  }

  @Example
  void throughput_beyondTheRange_isTheLargestDouble() {
    assertEquals(Double.MAX_VALUE, throughput(new double[] {1.5e308, 1.5e308}, 1, 1));
  }

  @Property
  void throughput_isAtMostTheExact_byAUnitInTheLastPlaceOrTwo(
      @ForAll @Size(value = 6) List<@DoubleRange(min = 0.9, max = 2) Double> numbers) {
    double[] rates = numbers.stream().mapToDouble(r -> r).limit(3).toArray();
    double[] x = numbers.stream().mapToDouble(f -> f).skip(3).toArray();
    double down = throughput(rates, x);
    ExactSum exact = new ExactSum().addProducts(rates, x, 3);
    assertTrue(exact.value().compareTo(Rational.of(down)) >= 0, () -> "" + down);
    assertTrue(down >= exact.value().floor() - 2 * Math.ulp(down), () -> "" + down);
  }

  private static final Statement LEVEL = Statement.of(Goal.level(new double[] {1}));

  private static Optional<Point.Missed> missed(
      AllocationProblem problem, Statement statement, double... x) {
    return point(problem, x).missed(statement, Certifier.rows(problem, statement));
  }

  private static void assertMissed(
      String limit, double part, AllocationProblem problem, Statement statement, double... x) {
    Point.Missed missed = missed(problem, statement, x).orElseThrow();
    assertEquals(limit, missed.limit());
    assertEquals(part, missed.part(), 1e-12 * part);
    assertTrue(missed.part() >= part, "rounded up");
  }

  @Example
  void time_isAddedExactly() {
    AllocationProblem problem = oneJob(1, 1, 1);
    assertEquals(Optional.empty(), missed(problem, LEVEL, 0.5, 0.25, 0.25));
    assertEquals(Optional.empty(), missed(problem, LEVEL, 0.7, 0.3, 0)); // 1 − 2^−54
    assertMissed("time of \"a\"", TINY, problem, LEVEL, 0.5, 0.5, TINY);
    assertMissed("time of \"a\"", TINY, problem, LEVEL, TINY, 0.5, 0.5);
    assertMissed("time of \"a\"", 0.5, problem, LEVEL, 0.5, 0.5, 0.5);
    assertMissed("fraction of \"a\"", TINY, problem, LEVEL, 0.5, 0.5, -TINY);
    assertEquals(Optional.empty(), missed(problem, LEVEL, 0.5, 0.5, -0.0));
  }

  /** Eight times, rounding takes nearly 2^−54, and the rest of the time leaves 2^−103 too much. */
  @Example
  void time_inDoubt_isAddedAgain() {
    double[] x = new double[10];
    Arrays.fill(x, 0x1p-54 + 0x1p-106);
    x[0] = 0.5;
    x[9] = 0.5 - 0x1p-51;
    Point.Missed missed = missed(oneJob(ones(10)), LEVEL, x).orElseThrow();
    assertTrue(missed.part() >= 0x1p-103 && missed.part() <= 0x1p-90, missed::toString);
    Arrays.fill(x, 1, 9, 0x1p-54);
    assertEquals(Optional.empty(), missed(oneJob(ones(10)), LEVEL, x));
  }

  private static AllocationProblem many(int jobs) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)));
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.of("j" + m), 1);
    }
    return problem.build();
  }

  @Example
  void workers_areAddedExactly() {
    double[] tenths = new double[10];
    Arrays.fill(tenths, 0.1); // each is a little more than 1/10
    Statement level = Statement.of(Goal.level(tenths));
    Point.Missed missed = missed(many(10), level, tenths).orElseThrow();
    assertEquals("pool \"v100\"", missed.limit());
    assertEquals(0x1p-54, missed.part(), 0x1p-90);
    double[] thirds = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    assertEquals(
        Optional.empty(), missed(many(3), Statement.of(Goal.level(new double[3])), thirds));
  }

  @Example
  void firstOfTwoLimits_isNamed() {
    AllocationProblem two =
        AllocationProblem.builder(Cluster.of(new WorkerType("x", 1), new WorkerType("y", 1)))
            .job(Job.of("a"), 1, 1)
            .job(Job.of("b"), 1, 1)
            .build();
    Cluster large = Cluster.of(new WorkerType("x", 2), new WorkerType("y", 2));
    AllocationProblem roomy = AllocationProblem.of(large, two.jobs(), two.throughputs());
    Statement level = Statement.of(Goal.level(new double[2]));
    assertMissed("time of \"a\"", 0.5, roomy, level, 0.75, 0.75, 0.75, 0.75);
    assertMissed("time of \"a\"", 0.5, two, level, 0.75, 0.75, 0.75, 0.75);
    Statement bought =
        level.withFree(List.of(new FreeVariable("more", 0, 1, 0, 0.5)), new double[] {1, 0.25});
    assertMissed("pool \"y\"", 0.25, two, bought, 0.75, 0.25, 0.75, 0.25);
  }

  @Example
  void floors_belowTheNormalRange_areMissedByTheirPart() {
    double floor = 0x1p-1050; // 2^24 times the smallest double
    AllocationProblem problem = oneJob(floor);
    Statement floored = LEVEL.withFloors(new double[] {floor});
    assertMissed("least throughput of \"a\"", 0x1p-40, problem, floored, 1 - 0x1p-40);
  }

  private static Statement free(double most, double value) {
    return LEVEL.withFree(
        List.of(new FreeVariable("bought", FreeVariable.NO_POOL, most, 0, value)),
        new double[] {1});
  }

  @Example
  void freeColumns_haveALargestValue() {
    AllocationProblem problem = oneJob(1);
    assertEquals(Optional.empty(), missed(problem, free(2, 2), 1));
    assertMissed("free variable \"bought\"", 0.5, problem, free(2, 3), 1);
    assertMissed("free variable \"bought\"", 0.25, problem, free(0.5, 0.75), 1);
  }

  private static Statement row(Relation relation, double bound, double coefficient) {
    return LEVEL.withRows(
        List.of(LinearRow.of("r", relation, bound, new int[] {0}, new double[] {coefficient})));
  }

  /** Violations are parts of the larger of bound and coefficients. */
  @Example
  void rows_ofStatements_areMissedByParts() {
    AllocationProblem problem = oneJob(1);
    for (Relation relation : Relation.values()) {
      assertEquals(Optional.empty(), missed(problem, row(relation, 4, 8), 0.5), relation.name());
    }
    assertMissed("constraint \"r\"", 0.25, problem, row(Relation.AT_MOST, 4, 8), 0.75);
    assertMissed("constraint \"r\"", 0.25, problem, row(Relation.AT_LEAST, 4, 8), 0.25);
    assertMissed("constraint \"r\"", 0.25, problem, row(Relation.EXACTLY, 4, 8), 0.75);
    assertMissed("constraint \"r\"", 0.25, problem, row(Relation.EXACTLY, 4, 8), 0.25);
    assertMissed("constraint \"r\"", 0.75, problem, row(Relation.AT_LEAST, 4, 2), 0.5);
    assertEquals(Optional.empty(), missed(problem, row(Relation.AT_LEAST, 4, 8), 0.75));
    assertEquals(Optional.empty(), missed(problem, row(Relation.AT_MOST, 4, 8), 0.25));
  }

  /** What does not run does not count for the size of a constraint. */
  @Example
  void constraints_areMissedByParts() {
    AllocationProblem problem = oneJob(1, 0);
    LinearForm eight = LinearForm.time().times(8);
    AllocationProblem most =
        problem.constraining(Constraint.named("most").that(eight.onTypes("t0")).atMost(4));
    assertEquals(Optional.empty(), missed(most, LEVEL, 0.5, 0));
    assertMissed("constraint \"most\"", 0.25, most, LEVEL, 0.75, 0);
    AllocationProblem none =
        problem.constraining(Constraint.named("none").that(eight.onTypes("t1")).atMost(0));
    assertMissed("constraint \"none\"", 2, none, LEVEL, 0, 0.25);
    assertEquals(Optional.empty(), missed(none, LEVEL, 0.5, 0));
  }

  @Example
  void levels_areComparedExactly() {
    Point x = point(oneJob(4), 0.5);
    GoalLevels levels = new GoalLevels(x, Goal.level(new double[] {4}));
    assertEquals(0, levels.compare(0, 0.5));
    assertEquals(1, levels.compare(0, Math.nextDown(0.5)));
    assertEquals(-1, levels.compare(0, Math.nextUp(0.5)));
    assertEquals(1, levels.compare(0, 0.25));
    assertEquals(-1, levels.compare(0, 0.75));
    Point tiny = point(oneJob(0x1p-1000), 0.5);
    GoalLevels ofTiny = new GoalLevels(tiny, Goal.level(new double[] {0x1p-1000}));
    assertEquals(0, ofTiny.compare(0, 0.5));
    assertEquals(1, ofTiny.compare(0, Math.nextDown(0.5)));
    assertEquals(-1, ofTiny.compare(0, Math.nextUp(0.5)));
  }
}
