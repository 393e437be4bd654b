package io.gavel.policies.lp.solver.coefficients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.passes.Passes;
import io.gavel.policies.model.Job;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Columns, entries, sums, utilities and objectives, on problems small enough to list. */
class ProgramColumnsTest {

  /** Three jobs on two types, the second with two configurations, and two pairs. */
  private static ProgramColumns columns() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(2, 4))
            .job(Job.of("0"), 1, 0)
            .job(Job.builder("1").scaleFactor(2).build(), 2, 3)
            .job(Job.of("2"), 0, 5)
            .pair("0", "2", Cases.row(0.5, 0.25), Cases.row(0.75, 0.125))
            .configuration("1", "four", 4, 0, 9)
            .configuration("1", "one", 1, 0.5, 0.75)
            .build();
    return ProgramColumns.of(problem, Passes.ALONE);
  }

  @Test
  void of_aProblem_hasAColumnWhereAGroupRuns() {
    ProgramColumns columns = columns();
    // groups: 0, 1, 2, the pair 3, then configurations 4 and 5
    assertArrayEquals(new int[] {0, 2, 3, 9, 10, 11, 5, 6, 7}, columns.entry);
    assertArrayEquals(new int[] {0, 0, 1, 1, 0, 1, 1, 0, 1}, columns.pool);
    assertArrayEquals(new int[] {0, 1, 1, 1, 1, 1, 2, 0, 0}, columns.first);
    int none = ProgramColumns.NONE;
    assertArrayEquals(
        new int[] {none, none, none, none, none, none, none, 2, 2},
        IntStream.range(0, 9).map(columns::second).toArray());
    assertArrayEquals(Cases.row(1, 2, 2, 4, 1, 1, 1, 1, 1), columns.size);
    assertArrayEquals(Cases.row(1, 2, 3, 9, 0.5, 0.75, 5, 0.5, 0.25), columns.rate);
    assertArrayEquals(Cases.row(0, 0, 0, 0, 0, 0, 0, 0.75, 0.125), secondRates(columns));
    assertEquals(9, columns.count());
  }

  @Test
  void inOrderOfEntries_configurationsBeforeLaterJobs_areSorted() {
    int[] order = columns().inOrderOfEntries().orElseThrow();
    assertArrayEquals(new int[] {0, 1, 2, 6, 7, 8, 3, 4, 5}, order);
    ProgramColumns some = columns().select(new int[] {0, 2, 6});
    assertEquals(Optional.empty(), some.inOrderOfEntries());
    assertEquals(Optional.empty(), columns().first(0).inOrderOfEntries());
    ProgramColumns last = columns().select(new int[] {0, 2, 6, 1});
    assertArrayEquals(new int[] {0, 3, 1, 2}, last.inOrderOfEntries().orElseThrow());
    ProgramColumns twice = columns().select(new int[] {2, 2, 0});
    assertArrayEquals(new int[] {2, 0, 1}, twice.inOrderOfEntries().orElseThrow());
  }

  @Test
  void columnOf_anEntry_isItsColumnOrNone() {
    ProgramColumns columns = columns();
    EntryIndex index = EntryIndex.of(columns);
    for (int c = 0; c < columns.count(); c++) {
      assertEquals(c, index.columnOf(columns.entry[c]));
    }
    for (int entry : new int[] {1, 4, 8, 12, 99}) {
      assertEquals(ProgramColumns.NONE, index.columnOf(entry));
    }
    ProgramColumns ordered = columns.select(new int[] {0, 2, 6});
    EntryIndex plain = EntryIndex.of(ordered);
    assertEquals(1, plain.columnOf(3));
    assertEquals(ProgramColumns.NONE, plain.columnOf(2));
  }

  private static double[] secondRates(ProgramColumns columns) {
    return IntStream.range(0, columns.count()).mapToDouble(columns::secondRate).toArray();
  }

  private static void assertColumn(ProgramColumns expected, int c, ProgramColumns found, int d) {
    assertEquals(expected.entry[c], found.entry[d]);
    assertEquals(expected.pool[c], found.pool[d]);
    assertEquals(expected.first[c], found.first[d]);
    assertEquals(expected.second(c), found.second(d));
    assertEquals(expected.size[c], found.size[d]);
    assertEquals(expected.rate[c], found.rate[d]);
    assertEquals(expected.secondRate(c), found.secondRate(d));
  }

  @Test
  void copies_ofColumns_haveTheirNumbers() {
    ProgramColumns columns = columns();
    ProgramColumns selected = columns.select(new int[] {8, 3});
    assertEquals(2, selected.count());
    assertColumn(columns, 8, selected, 0);
    assertColumn(columns, 3, selected, 1);
    ProgramColumns room = columns.withRoom(2);
    assertEquals(11, room.count());
    ProgramColumns first = columns.first(5);
    assertEquals(5, first.count());
    for (int c = 0; c < 5; c++) {
      assertColumn(columns, c, room, c);
      assertColumn(columns, c, first, c);
    }
    assertColumn(columns, 8, room, 8);
    assertEquals(0, room.size[10]);
    assertEquals(ProgramColumns.NONE, room.second(10));
  }

  @Test
  void withRoomForPairs_ofSingleJobs_hasSecondJobsWhereTheyAreWritten() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(2)).job(Job.of("0"), 1).job(Job.of("1"), 2).build();
    ProgramColumns alone = ProgramColumns.of(problem, Passes.ALONE);
    assertFalse(alone.hasPairs());
    assertFalse(alone.withRoom(1).hasPairs());
    assertEquals(ProgramColumns.NONE, alone.second(1));
    assertEquals(0, alone.secondRate(1));
    assertTrue(alone.isByJob(2));
    ProgramColumns room = alone.withRoomForPairs(1);
    assertTrue(room.hasPairs());
    assertEquals(ProgramColumns.NONE, room.second(1));
    room.pair(2, 1, 0.5);
    assertEquals(1, room.second(2));
    assertEquals(0.5, room.secondRate(2));
    assertFalse(room.isByJob(2));
    assertEquals(ProgramColumns.NONE, room.first(2).second(1));
  }

  @Test
  void times_parts_multiplyWhatColumnsHoldAndYield() {
    ProgramColumns columns = columns();
    double[] part = {2, 1, 1, 0.5, 1, 1, 1, 3, 4};
    ProgramColumns product = columns.times(part);
    for (int c = 0; c < part.length; c++) {
      assertEquals(part[c] * columns.size[c], product.size[c]);
      assertEquals(part[c] * columns.rate[c], product.rate[c]);
      assertEquals(part[c] * columns.secondRate(c), product.secondRate(c));
      assertEquals(columns.entry[c], product.entry[c]);
    }
    assertEquals(1, columns.size[0]); // not modified
    ProgramColumns rates = columns.withRates(part, columns.rate);
    assertSame(part, rates.rate);
    assertArrayEquals(columns.rate, secondRates(rates));
    assertArrayEquals(secondRates(columns), secondRates(columns.withRates(part)));
    assertSame(columns.size, rates.size);
    assertSame(columns.pool, rates.pool);
  }

  @Test
  void expanded_fractionsOfSome_are0Elsewhere() {
    boolean[] kept = {false, true, true, false, true};
    assertArrayEquals(Cases.row(0, 3, 4, 0, 5), ProgramColumns.expanded(kept, Cases.row(3, 4, 5)));
  }

  @Test
  void entries_inAnyOrder_areSortedIfAsked() {
    Entries entries = new Entries();
    for (int i = 0; i < 20; i++) { // more than there is room for at first
      entries.add(3 * i % 20, i);
    }
    assertEquals(20, entries.size());
    assertEquals(9, entries.indices()[3]);
    assertEquals(19, entries.values()[19]);
    Entries sorted = entries.sorted();
    assertEquals(20, sorted.size());
    for (int i = 0; i < 20; i++) {
      assertEquals(i, sorted.indices()[i]);
      assertEquals(i, 3 * sorted.values()[i] % 20);
    }
    assertSame(sorted, sorted.sorted());
    assertNotSame(entries, sorted);
    assertEquals(0, new Entries().sorted().size());
    Entries twice = new Entries();
    twice.add(2, 1);
    twice.add(2, 0);
    assertSame(twice, twice.sorted());
  }

  /** Sums of numbers that cancel are as those of decimals. */
  @Test
  void compensatedSum_numbersThatCancel_areExact() {
    Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      CompensatedSum sum = new CompensatedSum();
      BigDecimal exact = BigDecimal.ZERO;
      double[] factors = random.doubles(20, -1e8, 1e8).toArray();
      for (int k = 0; k < 10; k++) {
        sum.addProduct(factors[2 * k], factors[2 * k + 1]).add(factors[k]);
        exact =
            exact
                .add(new BigDecimal(factors[2 * k]).multiply(new BigDecimal(factors[2 * k + 1])))
                .add(new BigDecimal(factors[k]));
      }
      sum.add(-exact.doubleValue());
      exact = exact.subtract(new BigDecimal(exact.doubleValue()));
      assertEquals(exact.doubleValue(), sum.value(), 1e-14);
      assertNotEquals(0, sum.rest());
      assertEquals(sum.value(), sum.sum() + sum.rest());
      sum.clear();
      assertEquals(0, sum.value());
      assertEquals(0, sum.sum());
      assertEquals(0, sum.rest());
    }
    CompensatedSum infinite = new CompensatedSum().add(Double.POSITIVE_INFINITY).add(1);
    assertEquals(Double.POSITIVE_INFINITY, infinite.value());
  }

  /** The slope is the derivative, the throughput its inverse, and the conjugate the supremum. */
  @Test
  void utility_ofPowers_agreesWithItsDerivatives() {
    for (double power : new double[] {-2, -1, 0, 0.5}) {
      double weight = 3;
      for (double q : new double[] {0.5, 1, 2}) {
        double h = 1e-6;
        double slope = Utility.slope(power, weight, q);
        double difference =
            Utility.value(power, weight, q + h) - Utility.value(power, weight, q - h);
        assertEquals(difference / (2 * h), slope, 1e-8 * slope);
        assertEquals(q, Utility.throughput(power, weight, slope), 1e-12);
        assertEquals(0, Utility.pull(power, weight, q, slope), 1e-12);
        double best = Utility.value(power, weight, q) - slope * q;
        assertEquals(best, Utility.conjugate(power, weight, slope, 0), 1e-12);
        assertEquals(best, Utility.conjugate(power, weight, slope, q / 2), 1e-12);
        double above = Utility.value(power, weight, 2 * q) - slope * 2 * q;
        assertEquals(above, Utility.conjugate(power, weight, slope, 2 * q), 1e-12);
        // to first order, the pull makes price and slope equal
        double price = slope * (1 + 1e-5);
        double pull = Utility.pull(power, weight, q, price);
        double expected =
            power >= 0
                ? q * slope * -1e-5
                : -q * slope * 1e-5; // the throughput falls by 1e-5/(1−p)
        assertEquals(expected, pull, 1e-9 * slope);
      }
    }
    assertEquals(4 * (1.5 - 1), Utility.pull(0.5, 3, 4, 1)); // linear in the price
    assertEquals((Math.sqrt(6) - 2) * 2 * 0.5, Utility.pull(-1, 3, 2, 0.5), 1e-15); // in steps
    assertEquals(3 * StrictMath.log(2), Utility.value(0, 3, 2));
    assertEquals(3 * 2 / 0.5, Utility.value(0.5, 3, 4));
    assertEquals(0, Utility.conjugate(-1, 3, 0, 0));
    assertEquals(Double.POSITIVE_INFINITY, Utility.conjugate(0, 3, 0, 0));
    assertEquals(Double.POSITIVE_INFINITY, Utility.conjugate(0.5, 3, Double.NaN, 0));
  }

  @Test
  void objectives_haveTheirOwnCoefficientsOnly() {
    ProgramObjective.Numbers numbers =
        new ProgramObjective.Numbers(3, 2, c -> 10 + c, m -> 20 + m, m -> 30 + m);
    ProgramObjective.MaxMin level = new ProgramObjective.MaxMin(Cases.row(2, 0, 4));
    assertEquals(2, level.requirement(0));
    assertEquals(0, level.gain(0));
    assertEquals(0, level.weight(0));
    assertTrue(level.counts());
    assertFalse(new ProgramObjective.MaxMin(Cases.row(0, 0)).counts());
    assertEquals(1.5, level.level(Cases.row(4, 0, 8), Cases.row(1, 9, 1), Passes.ALONE));
    assertEquals(1, level.level(Cases.row(4, 0, 4), Cases.row(1, 9, 0), Passes.ALONE));
    assertEquals(
        0,
        new ProgramObjective.MaxMin(Cases.row(0)).level(Cases.row(1), Cases.row(0), Passes.ALONE));
    assertEquals(21, level.with(numbers).requirement(1));
    ProgramObjective.LinearSum sum = new ProgramObjective.LinearSum(Cases.row(1, -2));
    assertEquals(-2, sum.gain(1));
    assertEquals(0, sum.requirement(1));
    assertEquals(0, sum.weight(1));
    assertTrue(sum.counts());
    assertEquals(12, sum.with(numbers).gain(2));
    ProgramObjective.UtilitySum utilities = new ProgramObjective.UtilitySum(Cases.row(1, 0, 2), 0);
    assertEquals(2, utilities.weight(2));
    assertEquals(0, utilities.gain(2));
    assertEquals(3, utilities.totalWeight());
    assertTrue(utilities.counts());
    assertFalse(new ProgramObjective.UtilitySum(Cases.row(0), 0).counts());
    assertEquals(
        StrictMath.log(4) + 2 * StrictMath.log(5), utilities.value(Cases.row(4, 0, 5)), 1e-15);
    ProgramObjective.UtilitySum steep = new ProgramObjective.UtilitySum(Cases.row(1), -3);
    assertEquals(-3, steep.with(numbers).power());
    assertEquals(31, steep.with(numbers).weight(1));
  }

  /** Reference values of SplitMix64: the first outputs for the seed 0. */
  @Test
  void splitMix_ofTheIncrement_isThePublishedSequence() {
    assertEquals(0xE220A8397B1DCDAFL, SplitMix.mixed(1, 0));
    assertEquals(0x6E789E6AA1B965F4L, SplitMix.mixed(2, 0));
    assertEquals(0x06C45D188009454FL, SplitMix.mixed(3, 0));
    Set<Long> seen = new HashSet<>();
    for (int a = 0; a < 50; a++) {
      for (int b = 0; b < 50; b++) {
        seen.add(SplitMix.mixed(a, b));
      }
    }
    assertEquals(2_500, seen.size());
  }

  /** Kinds of the table first, then kinds with types that are forbidden to a job. */
  @Test
  void pairKinds_ofForbiddenTypes_areKindsOfTheirOwn() {
    double[] rates = {1, 1};
    PairThroughputs table =
        PairThroughputs.builder(2)
            .pair("x", "x", 1, rates, rates)
            .pair("x", "y", 1, rates, rates)
            .build();
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(2, 2));
    String[] types = {"x", "y", "z", "x", "x", "y"};
    for (int m = 0; m < types.length; m++) {
      builder.job(Job.builder("" + m).type(types[m]).build(), 2, 2);
    }
    AllocationProblem all = builder.build().sharingByType(table);
    PairKinds plain = PairKinds.of(all);
    assertEquals(2, plain.count());
    assertEquals(6, plain.jobs());
    assertEquals(PairKinds.NONE, plain.of(2));
    assertEquals(plain.of(0), plain.of(3));
    assertNotEquals(plain.of(0), plain.of(1));
    builder.forbid("3", "b").forbid("4", "b").forbid("5", "a").forbid("2", "a");
    PairKinds kinds = PairKinds.of(builder.build().sharingByType(table));
    assertEquals(4, kinds.count());
    assertEquals(kinds.of(3), kinds.of(4));
    assertNotEquals(kinds.of(0), kinds.of(3));
    assertEquals(PairKinds.NONE, kinds.of(2));
    assertEquals(kinds.of(0), kinds.inTable(kinds.of(3)));
    assertEquals(kinds.of(1), kinds.inTable(kinds.of(5)));
    assertEquals(PairKinds.NONE, kinds.inTable(PairKinds.NONE));
    assertTrue(kinds.allows(kinds.of(0), 0) && kinds.allows(kinds.of(0), 1));
    assertTrue(kinds.allows(kinds.of(3), 0) && !kinds.allows(kinds.of(3), 1));
    assertTrue(!kinds.allows(kinds.of(5), 0) && kinds.allows(kinds.of(5), 1));
  }
}
