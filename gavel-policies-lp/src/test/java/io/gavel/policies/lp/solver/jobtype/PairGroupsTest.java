package io.gavel.policies.lp.solver.jobtype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.coefficients.PairClasses;
import io.gavel.policies.lp.solver.coefficients.ProgramObjective;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which jobs are interchangeable in pairs, and the columns of their classes, by hand. */
class PairGroupsTest {

  private static final Cluster CLUSTER = Cluster.of(new WorkerType("v", 3), new WorkerType("k", 2));

  private static double[] of(double... values) {
    return values;
  }

  /** Two a, then two b; a is alone at 1 and 2 steps per second, b at 3, on one type only. */
  private static AllocationProblem.Builder jobs() {
    return AllocationProblem.builder(CLUSTER)
        .job(Job.of("a1"), 1, 2)
        .job(Job.of("b1"), 3, 0)
        .job(Job.of("a2"), 1, 2)
        .job(Job.of("b2"), 3, 0);
  }

  private static AllocationProblem.Builder pairs() {
    return jobs()
        .pair("a1", "b1", of(0.5, 0), of(2.5, 0))
        .pair("a1", "a2", of(0.75, 1.5), of(0.75, 1.5))
        .pair("a1", "b2", of(0.5, 0), of(2.5, 0))
        .pair("b1", "a2", of(2.5, 0), of(0.5, 0))
        .pair("a2", "b2", of(0.5, 0), of(2.5, 0));
  }

  private static AllocationProgram sum(AllocationProblem.Builder problem) {
    return AllocationProgram.maximizeSum(problem.build(), of(1, 1, 1, 1));
  }

  private static int[] classesOf(AllocationProblem.Builder problem) {
    return new PairClassDetector(sum(problem)).classOf();
  }

  private static final int[] TWO_KINDS = {0, 1, 0, 1};

  @Test
  void classOf_listedPairs_tellsApartWhatDiffersAloneOrBesideSomebody() {
    assertArrayEquals(new int[4], new PairClassDetector(equalAlone()).classOf());
    assertArrayEquals(
        TWO_KINDS,
        classesOf(pairs().pair("b1", "b2", of(1, 0), of(1, 0))),
        "by what they are alone");
    AllocationProblem.Builder unequal = pairs().pair("b1", "b2", of(1, 0), of(2, 0));
    assertArrayEquals(
        new int[] {0, 1, 0, 2}, classesOf(unequal), "b2 is faster beside b1 than b1 beside b2");
  }

  private static AllocationProgram equalAlone() {
    AllocationProblem.Builder equal = AllocationProblem.builder(CLUSTER);
    for (String id : List.of("a", "b", "c", "d")) {
      equal.job(Job.of(id), 1, 1);
    }
    return sum(equal);
  }

  /** Equal alone, but only one of two pairs with c, which in turn distinguishes c from d. */
  @Test
  void classOf_chainOfDifferences_isFollowedToItsEnd() {
    AllocationProblem.Builder chain = AllocationProblem.builder(CLUSTER);
    for (String id : List.of("a", "b", "c", "d")) {
      chain.job(Job.of(id), 1, 1);
    }
    chain.pair("a", "b", of(1, 1), of(1, 1)).pair("b", "c", of(1, 1), of(1, 1));
    assertArrayEquals(new int[] {0, 1, 0, 2}, classesOf(chain), "a and c are the two ends");
  }

  @Test
  void between_listedPairs_isOneColumnForAllOfTwoClasses() {
    AllocationProgram program = sum(pairs().pair("b1", "b2", of(1, 0), of(1, 0)));
    assertTrue(PairClassDetector.hasPairs(program));
    PairClassDetector listed = new PairClassDetector(program);
    PairClasses classes = listed.between(TWO_KINDS).get(0);
    assertEquals(2, classes.classes());
    assertEquals(4, classes.jobs());
    assertArrayEquals(new int[][] {{0, 2}, {1, 3}}, classes.members);
    List<String> columns = new ArrayList<>();
    for (int c = 0; c < classes.count(); c++) {
      columns.add(
          "%s+%s on %s as %s: %s, %s, worth %s, size %s"
              .formatted(
                  classes.first[c],
                  classes.second[c],
                  classes.pool[c],
                  classes.place[c],
                  classes.rate[c],
                  classes.secondRate[c],
                  classes.gain[c],
                  classes.size[c]));
    }
    assertEquals(
        List.of(
            "0+-1 on 0 as 0: 1.0, 0.0, worth 1.0, size 1.0",
            "0+-1 on 1 as 1: 2.0, 0.0, worth 2.0, size 1.0",
            "1+-1 on 0 as 0: 3.0, 0.0, worth 3.0, size 1.0",
            "0+1 on 0 as 0: 0.5, 2.5, worth 3.0, size 1.0",
            "0+0 on 0 as 0: 0.75, 0.75, worth 1.5, size 1.0",
            "0+0 on 1 as 1: 1.5, 1.5, worth 3.0, size 1.0",
            "1+1 on 0 as 0: 1.0, 1.0, worth 2.0, size 1.0"),
        columns);
    assertArrayEquals(new int[][] {{0, 1, 3, 4, 5}, {2, 3, 6}}, classes.columnsOf());
    assertEquals(1, classes.share(3, 0));
    assertEquals(1, classes.share(3, 1));
    assertEquals(2, classes.share(4, 0));
    assertEquals(0, classes.share(4, 1));
    assertEquals(0.5, classes.rateOf(3, 0));
    assertEquals(2.5, classes.rateOf(3, 1));
  }

  @Test
  void between_classesThatAreNone_isNothing() {
    PairClassDetector complete =
        new PairClassDetector(sum(pairs().pair("b1", "b2", of(1, 0), of(1, 0))));
    assertTrue(complete.between(new int[4]).isEmpty(), "a and b differ");
    assertFalse(
        new PairClassDetector(sum(pairs())).between(TWO_KINDS).isEmpty(), "no pair of b at all");
    AllocationProblem.Builder missing =
        jobs()
            .pair("a1", "b1", of(0.5, 0), of(2.5, 0))
            .pair("a1", "b2", of(0.5, 0), of(2.5, 0))
            .pair("b1", "a2", of(2.5, 0), of(0.5, 0));
    assertTrue(
        new PairClassDetector(sum(missing)).between(TWO_KINDS).isEmpty(), "a2 and b2 are missing");
    AllocationProblem.Builder skew = pairs().pair("b1", "b2", of(1, 0), of(2, 0));
    assertTrue(new PairClassDetector(sum(skew)).between(TWO_KINDS).isEmpty(), "whose is which?");
    assertFalse(PairClassDetector.hasPairs(equalAlone()));
  }

  @Test
  void fractions_ofListedPairs_areSumsWhoeverIsNamedFirst() {
    AllocationProgram program = sum(pairs());
    PairClassDetector listed = new PairClassDetector(program);
    PairClasses classes = listed.between(TWO_KINDS).get(0);
    TimeEntries shares = new TimeEntries();
    shares.add(0, TimeEntries.NONE, 1, 0.25); // a1 alone on k
    shares.add(2, 1, 3, 0.125); // a2 and b1 on v
    shares.add(1, 2, 3, 0.5);
    shares.add(2, 0, 5, 0.0625); // a2 and a1 on k
    double[] x = listed.fractions(classes, shares);
    double[] expected = new double[program.columnCount()];
    for (int c = 0; c < expected.length; c++) {
      boolean onK = program.pool(c) == 1;
      int first = program.first(c);
      int second = program.second(c);
      expected[c] =
          first == 0 && second < 0 && onK
              ? 0.25
              : first == 1 && second == 2 ? 0.625 : first == 0 && second == 2 && onK ? 0.0625 : 0;
    }
    assertArrayEquals(expected, x);
    assertEquals(3, Arrays.stream(x).filter(f -> f > 0).count());
  }

  @Test
  void add_moreColumnsThanThereWasRoomFor_keepsAll() {
    PairClasses classes = new PairClasses(new int[] {0, 1}, 2);
    for (int c = 0; c < 200; c++) {
      classes.add(0, 1, c % 7, c % 5, c, 2 * c, 3 * c, 4 * c);
    }
    assertEquals(200, classes.count());
    for (int c = 0; c < 200; c++) {
      assertEquals(0, classes.first[c]);
      assertEquals(1, classes.second[c]);
      assertEquals(c % 7, classes.pool[c]);
      assertEquals(c % 5, classes.place[c]);
      assertEquals(c, classes.size[c]);
      assertEquals(2 * c, classes.rate[c]);
      assertEquals(3 * c, classes.secondRate[c]);
      assertEquals(4 * c, classes.gain[c]);
    }
    TimeEntries timeEntries = new TimeEntries();
    for (int e = 0; e < 200; e++) {
      timeEntries.add(e, 2 * e, 3 * e, 4 * e);
    }
    assertEquals(200, timeEntries.count());
    for (int e = 0; e < 200; e++) {
      assertEquals(e, timeEntries.job(e));
      assertEquals(2 * e, timeEntries.partner(e));
      assertEquals(3 * e, timeEntries.column(e));
      assertEquals(4 * e, timeEntries.amount(e));
    }
  }

  /** Floors 1, 0, 2 and requirements 0, 1, 1: demands of 1, 2 and 4 at level 2. */
  @Test
  void demands_ofAClass_areRowsByRate() {
    int[] members = {0, 1, 2};
    ClassDemands demands = new ClassDemands(members, of(1, 0, 2), level(of(0, 1, 1)));
    assertFalse(demands.isEmpty());
    assertFalse(demands.areEqual());
    assertArrayEquals(of(4, 2, 1), demands.sorted(2));
    assertEquals(2.5 + 0.5, ClassDemands.above(of(4, 2, 1), 1.5));
    assertEquals(7, ClassDemands.above(of(4, 2, 1), 0));
    ClassDemands.Cut whole = demands.whole(5);
    assertEquals(5, whole.ofClass);
    assertEquals(0, whole.rate);
    assertArrayEquals(members, whole.jobs);
    assertEquals(3, whole.floor);
    assertEquals(2, whole.requirement);
    ClassDemands.Cut fast = demands.at(5, 1.5, 2);
    assertEquals(1.5, fast.rate);
    assertArrayEquals(new int[] {1, 2}, fast.jobs, "job 0 demands 1");
    assertEquals(0 - 1.5 + 2 - 1.5, fast.floor);
    assertEquals(2, fast.requirement);
    assertArrayEquals(new int[] {2}, demands.at(5, 2, 2).jobs, "more than it");
  }

  @Test
  void demands_ofNobodyOrAlike_areKnown() {
    int[] members = {0, 2};
    assertTrue(new ClassDemands(members, of(0, 9, -1), level(of(0, 9, 0))).isEmpty());
    assertFalse(new ClassDemands(members, of(0, 9, 1), level(of(0, 9, 0))).isEmpty());
    assertFalse(new ClassDemands(members, of(0, 9, 0), level(of(0, 9, 1))).isEmpty());
    assertTrue(new ClassDemands(members, of(1, 9, 1), level(of(2, 9, 2))).areEqual());
    assertFalse(new ClassDemands(members, of(1, 9, 1), level(of(2, 9, 3))).areEqual());
    assertFalse(new ClassDemands(members, of(1, 9, 2), level(of(2, 9, 2))).areEqual());
    ClassDemands.Cut whole = new ClassDemands(members, of(-1, 9, 3), level(of(0, 9, 0))).whole(0);
    assertArrayEquals(new int[] {2}, whole.jobs, "nothing is demanded of the other");
    assertArrayEquals(
        of(3, 0), new ClassDemands(members, of(-1, 9, 3), level(of(0, 9, 0))).sorted(1));
  }

  private static ProgramObjective level(double[] requirement) {
    return new ProgramObjective.MaxMin(requirement);
  }

  /** A class of two: a worker at 4 steps per second, one at 1. */
  private static ClassProgram program(double[] floor, double[] requirement, double gain) {
    PairClasses classes = new PairClasses(new int[2], 1);
    classes.addSolo(0, 0, 0, 1, 4, 4 * gain);
    classes.addSolo(0, 1, 1, 1, 1, gain);
    return new ClassProgram(classes, of(1, 1), floor, level(requirement), CouplingRows.none());
  }

  private static double worth(ClassProgram program) {
    Prices prices = program.prices();
    return prices.ofPool(0) + prices.ofPool(1) + prices.ofTime(0) + prices.ofTime(1);
  }

  /** Together they make 5, but one alone no more than 4. */
  @Test
  void program_ofAClass_demandsNoMoreOfAMemberThanItCanMake() {
    ClassProgram together = program(of(0, 0), of(3, 1), 0);
    assertTrue(together.solve());
    assertArrayEquals(of(3.75, 1.25), of(together.demand(0), together.demand(1)), 1e-9);
    assertEquals(1.25, worth(together), 1e-9, "a bound on the level");
    ClassProgram alone = program(of(0, 0), of(7, 1), 0);
    assertTrue(alone.solve());
    assertArrayEquals(of(4, 4.0 / 7), of(alone.demand(0), alone.demand(1)), 1e-9);
    assertEquals(1, alone.time(0), 1e-9);
    double level = 4.0 / 7;
    assertEquals(level, worth(alone), 1e-9);
    Prices prices = alone.prices();
    assertEquals(1, 7 * prices.ofThroughput(0) + prices.ofThroughput(1), 1e-9);
  }

  @Test
  void program_ofAClassWithFloors_gainsAllThatThereIs() {
    ClassProgram floors = program(of(3.5, 0.5), of(0, 0), 2);
    assertTrue(floors.solve());
    assertArrayEquals(of(1, 1), of(floors.time(0), floors.time(1)), 1e-9);
    assertArrayEquals(of(3.5, 0.5), of(floors.demand(0), floors.demand(1)));
    assertEquals(10, worth(floors), 1e-6);
  }

  @Test
  void program_ofAClassThatCannotRun_isNotSolved() {
    PairClasses classes = new PairClasses(new int[] {0, 1}, 2);
    classes.addSolo(0, 0, 0, 1, 4, 0);
    assertFalse(
        new ClassProgram(classes, of(1), of(0, 0), level(of(1, 1)), CouplingRows.none()).solve());
    assertTrue(
        new ClassProgram(classes, of(1), of(0, 0), level(of(1, 0)), CouplingRows.none()).solve());
  }

  /** The time of each member in each column. */
  private static double[][] split(double[] rates, double[] amounts, double[] demands) {
    int[] columns = new int[rates.length];
    Arrays.setAll(columns, i -> 10 + i);
    UniformMachineSplit split = UniformMachineSplit.of(columns, rates, amounts, demands, 1);
    double[][] table = new double[demands.length][rates.length];
    for (int e = 0; e < split.entries(); e++) {
      table[split.member(e)][split.column(e) - 10] += split.amount(e);
    }
    return table;
  }

  @Test
  void split_twoColumnsTwoMembers_byWhatTheyDemand() {
    assertTable(split(of(4, 1), of(1, 1), of(4, 1)), of(1, 0), of(0, 1));
    assertTable(split(of(4, 1), of(1, 1), of(2.5, 2.5)), of(0.5, 0.5), of(0.5, 0.5));
    double[] raised = {3, 0};
    assertTable(split(of(4, 1), of(1, 1), raised), of(2.0 / 3, 1.0 / 3), of(1.0 / 3, 2.0 / 3));
    assertArrayEquals(of(3, 2), raised, 1e-12, "the rest goes to who demands least");
    double[] both = {2, 0};
    split(of(4, 1), of(1, 1), both);
    assertArrayEquals(of(2.5, 2.5), both, 1e-12, "and then to both");
    double[] tooMuch = {8, 2};
    split(of(4, 1), of(1, 1), tooMuch);
    assertArrayEquals(of(4, 1), tooMuch, 1e-12, "there are 5 steps per second, not 10");
  }

  @Test
  void split_lessTimeThanMembers_leavesThemIdle() {
    assertTable(split(of(4), of(0.5), of(1, 1)), of(0.25), of(0.25));
    assertTable(split(of(4), of(1), of(3, 1)), of(0.75), of(0.25));
    assertTable(split(of(2, 1), of(0.5, 0.5), of(1, 0.5)), of(0.25, 0.5), of(0.25, 0));
  }

  private static void assertTable(double[][] table, double[]... expected) {
    for (int m = 0; m < expected.length; m++) {
      assertArrayEquals(expected[m], table[m], 1e-12, Arrays.deepToString(table));
    }
  }
}
