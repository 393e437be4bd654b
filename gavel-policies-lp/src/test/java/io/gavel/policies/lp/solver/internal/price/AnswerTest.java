package io.gavel.policies.lp.solver.internal.price;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Corners, prices and certainties of a job on four types, worked out by hand. */
class AnswerTest {

  private static final int IDLE = Answer.IDLE;

  /** With these prices the corners are idling, (2, 1.5) and (4, 5). */
  private static final double[] RATES = {1, 2, 4, 3};

  private static final double[] PRICES = {1, 1.5, 5, 4};

  private static AllocationProgram level(double[] rates) {
    int[] workers = new int[rates.length];
    Arrays.fill(workers, 1);
    AllocationProblem problem = Cases.problem(Cases.workers(workers), rates);
    return AllocationProgram.maximizeMinimum(problem, Cases.row(1));
  }

  private static Answer answer(AllocationProgram program, double... price) {
    return new Answer(
        new ColumnCosts(PricedProgram.of(program, Samples.NONE).orElseThrow(), price));
  }

  private static Answer answer(double[] rates, double... price) {
    return answer(level(rates), price);
  }

  private static void assertAnswer(Answer answer, double demand, int from, int to) {
    answer.ask(0, demand);
    assertEquals(from, answer.from, "slower for " + demand);
    assertEquals(to, answer.to, "faster for " + demand);
  }

  @Test
  void ask_anyDemand_liesBetweenCorners() {
    Answer answer = answer(RATES, PRICES);
    assertAnswer(answer, 0, IDLE, IDLE);
    assertAnswer(answer, 1, IDLE, 1);
    assertEquals(0.75, answer.owed);
    assertEquals(0.75, answer.costAtDemand());
    assertAnswer(answer, 2, IDLE, 1);
    assertAnswer(answer, 2.001, 1, 2);
    assertAnswer(answer, 3, 1, 2);
    assertEquals(1.75, answer.owed);
    assertEquals(0.5, answer.faster());
    assertEquals(3.25, answer.costAtDemand());
    assertAnswer(answer, 4, 1, 2);
    assertAnswer(answer, 5, 1, 2); // beyond the fastest
    assertEquals(1, answer.faster());
    assertEquals(6.75, answer.costAtDemand());
  }

  /** Of corners on a line, the fastest counts. */
  @Test
  void ask_cornersOnALine_isTheFastest() {
    assertAnswer(answer(RATES, 1, 2, 4, 3), 0.5, IDLE, 2);
    assertAnswer(answer(Cases.row(2, 4, 1), 1, 2, 0), 0.5, IDLE, 2);
    assertAnswer(answer(Cases.row(2, 4, 1), 1, 2, 0), 1.5, 2, 1);
  }

  /** Where workers are rewarded, a job has more than its demand, but no more than costs least. */
  @Test
  void ask_rewards_isTheCheapestCorner() {
    Answer answer = answer(RATES, -1, -3, -1, -2);
    assertAnswer(answer, 1, 1, 1);
    assertEquals(0, answer.owed);
    assertEquals(-3, answer.costAtDemand());
    assertFalse(answer.isStable(0, true));
    assertAnswer(answer, 3, 1, 2); // from −3 to −1
    assertEquals(1, answer.owed);
    assertAnswer(answer(Cases.row(1, 2, 4), -1, -3, -4), 1, 2, 2);
    assertAnswer(answer(Cases.row(1, 2, 4), -1, -3, -3), 1, 2, 2); // of equal costs, the fastest
  }

  private static void assertStableUpTo(Answer answer, double radius, boolean attainable) {
    assertTrue(answer.isStable(radius * 0.999, attainable), "below " + radius);
    assertFalse(answer.isStable(radius * 1.001, attainable), "above " + radius);
  }

  /**
   * At 3, in the middle of the second edge, the fourth column costs 4 and the mix 3.25, while all
   * costs together are 7.25. Without it the first column is 1.25 above the line, of 5.75; idling is
   * 2 above it, of 8.
   */
  @Test
  void isStable_betweenCorners_untilAnotherColumnMayCostLess() {
    Answer all = answer(RATES, PRICES);
    all.ask(0, 3);
    assertStableUpTo(all, 0.75 / 7.25, false);
    Answer three = answer(Cases.row(1, 2, 4), 1, 1.5, 5);
    three.ask(0, 3);
    assertStableUpTo(three, 1.25 / 5.75, false);
    Answer two = answer(Cases.row(0, 2, 4), 0, 1.5, 5);
    two.ask(0, 3);
    assertStableUpTo(two, 2 / 8.0, false);
  }

  /** The demand itself may move beyond a corner: from 2.1 to 2, and from 3.8 to 4. */
  @Test
  void isStable_nearACorner_untilTheDemandMayPassIt() {
    Answer two = answer(Cases.row(2, 4), 1.5, 5);
    two.ask(0, 2.1);
    assertStableUpTo(two, 0.1 / 2.1, false);
    two.ask(0, 3.8);
    assertStableUpTo(two, 0.2 / 3.8, false);
    assertTrue(two.isStable(0.2, true)); // no demand is above the fastest rate
    two.ask(0, 4);
    assertTrue(two.isStable(0, false), "nothing moves");
    two.ask(0, 1.9); // between idling and a corner that is not the last
    assertStableUpTo(two, 0.1 / 1.9, false);
    assertStableUpTo(two, 0.1 / 1.9, true);
    two.ask(0, 0.1); // from idling, of which there is no less
    assertStableUpTo(two, 2 / 8.0, false); // then the second column may be cheaper per step
  }

  private static boolean[] marked(Answer answer, double demand, double radius) {
    boolean[] used = new boolean[4];
    answer.ask(0, demand);
    answer.mark(radius, used);
    return used;
  }

  /** All columns that some prices within the radius may bring in, and no others. */
  @Test
  void mark_aRadius_hasTheColumnsThatMayCostLess() {
    Answer answer = answer(RATES, PRICES);
    assertArrayEquals(new boolean[] {false, true, true, false}, marked(answer, 3, 0.1));
    assertArrayEquals(new boolean[] {false, true, true, true}, marked(answer, 3, 0.11));
    assertArrayEquals(new boolean[] {true, true, true, true}, marked(answer, 3, 0.22));
    // the first edge, beside which the first column is 0.25 above, of 1.75
    assertArrayEquals(new boolean[] {false, true, false, false}, marked(answer, 1, 0.14));
    assertArrayEquals(new boolean[] {true, true, false, false}, marked(answer, 1, 0.143));
  }

  /** While prices move by less than is certain, the columns stay. */
  @Test
  void isStable_anyJob_keepsItsColumnsWhilePricesMove() {
    Random random = new Random(5);
    int stable = 0;
    for (int i = 0; i < 2_000; i++) {
      AllocationProgram program = level(random.doubles(4, 0.5, 4).toArray());
      double[] price = random.doubles(4, 0.1, 2).toArray();
      double demand = random.nextDouble() * program.fastest()[0];
      Answer answer = answer(program, price);
      answer.ask(0, demand);
      if (answer.isStable(0.05, true)) {
        stable++;
        for (int k = 0; k < 10; k++) {
          double[] moved = price.clone();
          Arrays.setAll(moved, j -> price[j] * (1 + (random.nextBoolean() ? 0.0499 : -0.0499)));
          double near = demand * (1 + 0.0499 * (2 * random.nextDouble() - 1));
          assertAnswer(answer(program, moved), near, answer.from, answer.to);
        }
      }
    }
    assertTrue(stable > 800 && stable < 1_900, "stable " + stable);
  }

  /** No mixture of columns is worth more, and what is stable stays. */
  @Property(tries = 150)
  void ask_jobsWithUtilities_isBestAndStaysIfStable(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 6) int types,
      @ForAll UtilityProperties.Shape shape) {
    double power = UtilityProperties.POWERS[random.nextInt(UtilityProperties.POWERS.length)];
    AllocationProgram program = UtilityProperties.program(random, 20, types, 1, shape, power);
    double[] price = new double[types];
    Arrays.setAll(price, k -> random.nextInt(5) == 0 ? 0 : random.nextDouble());
    ColumnCosts costs =
        new ColumnCosts(PricedProgram.of(program, Samples.NONE).orElseThrow(), price);
    Answer answer = new Answer(costs);
    int[] start = Programs.columns(program).starts(20);
    for (int m = 0; m < 20; m++) {
      answer.ask(m, 0);
      double weight = program.weight(m);
      double best =
          Utility.value(power, weight, answer.throughput())
              - answer.faster() * costs.cost(answer.to)
              - (1 - answer.faster()) * costs.cost(answer.from);
      for (int i = 0; i < 30; i++) {
        int c = start[m] + random.nextInt(start[m + 1] - start[m]);
        int d = start[m] + random.nextInt(start[m + 1] - start[m]);
        double x = random.nextDouble();
        double worth =
            Utility.value(power, weight, x * program.rate(c) + (1 - x) * program.rate(d));
        double net = worth - x * costs.cost(c) - (1 - x) * costs.cost(d);
        assertTrue(net <= best + 1e-12 * (1 + Math.abs(worth) + Math.abs(best)));
      }
      boolean stable = answer.isStable(0.05, false);
      for (int i = 0; stable && i < 20; i++) {
        double[] nearby = price.clone();
        Arrays.setAll(nearby, k -> price[k] * (1 + 0.0999 * (random.nextDouble() - 0.5)));
        Answer other = answer(program, nearby);
        other.ask(m, 0);
        assertEquals(answer.to, other.to);
        assertEquals(answer.from, other.from);
      }
    }
  }

  /** All mixes of two choices are tried. */
  @Property(tries = 200)
  void ask_sumUnderAFloor_isTheBestMix(
      @ForAll @Size(4) List<@DoubleRange(min = -3, max = 3) Double> worths,
      @ForAll @Size(4) List<@IntRange(min = 1, max = 8) Integer> rates,
      @ForAll @DoubleRange(min = 0, max = 1) double part) {
    double[] worth = worths.stream().mapToDouble(w -> w).toArray();
    double[] rate = rates.stream().mapToDouble(r -> r).toArray();
    double floor = part * Arrays.stream(rate).max().getAsDouble();
    AllocationProgram program =
        AllocationProgram.maximizeGain(Cases.problem(Cases.workers(1, 1, 1, 1), rate), worth)
            .withFloor(Cases.row(floor));
    Answer answer = answer(program, 0, 0, 0, 0);
    answer.ask(0, floor);
    double best = best(Arrays.copyOf(worth, 5), Arrays.copyOf(rate, 5), floor);
    assertEquals(best, -answer.costAtDemand(), 1e-9);
    double bound = 0; // by weak duality
    for (int c = 0; c < 4; c++) {
      bound = Math.max(bound, worth[c] + answer.owed * rate[c]);
    }
    assertTrue(answer.owed >= 0);
    assertEquals(best, bound - answer.owed * floor, 1e-9);
  }

  /** The most that two choices are worth together; the last one is to idle. */
  private static double best(double[] worth, double[] rate, double floor) {
    double best = Double.NEGATIVE_INFINITY;
    for (int a = 0; a < worth.length; a++) {
      for (int b = 0; b < worth.length; b++) {
        if (rate[a] >= floor) {
          best = Math.max(best, worth[a]);
        } else if (rate[b] >= floor) { // just enough of it
          double of = (floor - rate[a]) / (rate[b] - rate[a]);
          best = Math.max(best, of * worth[b] + (1 - of) * worth[a]);
        }
      }
    }
    return best;
  }
}
