package io.gavel.policies.lp.solver.coefficients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.model.Job;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Columns of classes of jobs, and pairs that a table of kinds makes. */
class PairClassesTest {

  @Test
  void members_ofClasses_ascend() {
    PairClasses classes = new PairClasses(new int[] {1, 0, 1, 2, 1}, 3);
    assertEquals(3, classes.classes());
    assertEquals(5, classes.jobs());
    assertArrayEquals(new int[][] {{1}, {0, 2, 4}, {3}}, classes.members);
  }

  @Test
  void add_columns_keepsTheirNumbersAndRows() {
    PairClasses classes = new PairClasses(new int[] {0, 1, 1}, 2);
    int columns = 150; // more than there is room for at first
    for (int c = 0; c < columns; c++) {
      if (c % 3 == 0) {
        classes.addSolo(c % 2, c, 7, 2, 3 + c, 5);
      } else {
        classes.add(c % 2, 1, c, 8, 4, 6, 9 + c, 10);
      }
      for (int i = 0; i < c % 4; i++) {
        classes.couple(10 + i, c + i);
      }
    }
    assertEquals(columns, classes.count());
    for (int c = 0; c < columns; c++) {
      boolean solo = c % 3 == 0;
      assertEquals(c, classes.pool[c]);
      assertEquals(solo ? 7 : 8, classes.place[c]);
      assertEquals(solo ? 2 : 4, classes.size[c]);
      assertEquals(solo ? 3 + c : 6, classes.rateOf(c, c % 2));
      assertEquals(solo ? 0 : 9 + c, classes.secondRate[c]);
      assertEquals(solo ? 5 : 10, classes.gain[c]);
      int own = c % 2;
      assertEquals(solo ? 1 : own == 1 ? 2 : 1, classes.share(c, own));
      assertEquals(solo ? 0 : 1, classes.share(c, 1 - own) + (own == 1 && !solo ? 1 : 0));
      double[] sum = {0};
      int[] seen = {0};
      int column = c;
      classes.forEachRow(
          c,
          (i, a) -> {
            assertEquals(10 + seen[0], i);
            assertEquals(column + seen[0]++, a);
            sum[0] += i * a;
          });
      assertEquals(c % 4, seen[0]);
      double[] price = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 11, 12};
      assertEquals(sum[0], classes.paid(c, price));
      if (!solo && own == 0) {
        assertEquals(9 + c, classes.rateOf(c, 1));
      }
    }
  }

  /** A column of a class with itself is listed once, one of two classes twice. */
  @Test
  void columnsOf_classes_areThoseThatTakeTheirTime() {
    PairClasses classes = new PairClasses(new int[] {0, 1, 2}, 3);
    classes.addSolo(1, 0, 0, 1, 1, 1);
    classes.add(0, 1, 0, 0, 1, 1, 1, 1);
    classes.add(1, 1, 0, 0, 1, 1, 1, 1);
    classes.add(2, 0, 0, 0, 1, 1, 1, 1);
    assertArrayEquals(new int[][] {{1, 3}, {0, 1, 2}, {3}}, classes.columnsOf());
  }

  private static final double[] TWICE = {2, 2};

  /** Kinds x of one worker and y of two, on types of one and of four workers, and a third kind. */
  private static AllocationProblem problem() {
    AllocationProblem.Builder builder = AllocationProblem.builder(Cases.workers(1, 4));
    int[] size = {1, 2, 2, 2, 1};
    String[] type = {"x", "y", "y", "y", "z"};
    for (int m = 0; m < 5; m++) {
      builder.job(Job.builder("" + m).type(type[m]).scaleFactor(size[m]).build(), 1, 1.5);
    }
    return builder
        .forbid("3", "b")
        .build()
        .sharingByType(
            PairThroughputs.builder(2)
                .pair("x", "z", 1, Cases.row(3, 0), Cases.row(5, 0))
                .pair("x", "x", 1, TWICE, TWICE)
                .pair("y", "y", 2, Cases.row(7, 8), Cases.row(7, 8))
                .build());
  }

  private static ImplicitPairs pairs(AllocationProblem problem, double... worth) {
    return ImplicitPairs.of(problem, worth, Cases.row(1, 4)).get(0);
  }

  @Test
  void run_kinds_onTypesThatAreLargeEnoughAndAllowed() {
    ImplicitPairs pairs = pairs(problem(), 1, 2, 3, 4, 5);
    int x = pairs.kindOf(0);
    int y = pairs.kindOf(1);
    int only = pairs.kindOf(3); // y that may not run on b
    int z = pairs.kindOf(4);
    assertTrue(pairs.run(x, x, 0) && pairs.run(x, x, 1));
    assertTrue(pairs.run(x, z, 0) && pairs.run(z, x, 0));
    assertFalse(pairs.run(x, z, 1)); // they do not fit together there
    assertFalse(pairs.run(y, y, 0)); // two workers of one
    assertTrue(pairs.run(y, y, 1));
    assertFalse(pairs.run(y, only, 1) || pairs.run(only, y, 1));
    assertEquals(1, pairs.scaleFactor(x));
    assertEquals(2, pairs.scaleFactor(y));
    assertEquals(5, pairs.jobs());
    assertEquals(2, pairs.types());
    assertEquals(1, pairs.poolOfType(1));
    assertEquals(5, pairs.stepsPerSecond(z, x, 0));
    assertArrayEquals(Cases.row(3, 8, 9, 2, 5), pairs.fastest(Cases.row(2, 2, 9, 2, 2)));
    assertEquals((1 * 3 + 5 * 5) / 1.0, pairs.gain(0, 4, 0));
    assertEquals((2 * 8 + 3 * 8) / 4.0, pairs.gain(1, 2, 1)); // per price
    assertEquals(0, pairs.worthNothing().gain(1, 2, 1));
    assertEquals(8, pairs.worthNothing().stepsPerSecond(y, y, 1));
  }

  /** Jobs that other terms of constraints count are not alike. */
  @Test
  void isAlike_termsOfConstraints_tellJobsApart() {
    double[] ones = {1, 1, 1, 1, 1};
    ImplicitPairs plain = pairs(problem(), ones);
    assertTrue(plain.isAlike(1, 2));
    assertFalse(plain.isAlike(0, 4) || plain.isAlike(1, 3));
    assertFalse(pairs(problem(), 1, 1, 2, 1, 1).isAlike(1, 2));
    assertEquals(plain.hash(1), plain.hash(2));
    for (List<String> counted :
        List.of(List.of("1"), List.of("2", "0"), List.of("1", "2"), List.of("0", "4"))) {
      AllocationProblem capped =
          problem()
              .constraining(
                  Constraint.named("cap")
                      .that(LinearForm.workers().ofJobs(counted.toArray(String[]::new)))
                      .atMost(1));
      boolean both = counted.contains("1") == counted.contains("2");
      assertEquals(both, pairs(capped, ones).isAlike(1, 2), counted.toString());
      assertEquals(1, pairs(capped, ones).rows());
    }
    AllocationProblem two =
        problem()
            .constraining(
                Constraint.named("first").that(LinearForm.workers().ofJobs("1", "2")).atMost(1))
            .constraining(
                Constraint.named("second").that(LinearForm.workers().ofJobs("2", "0")).atMost(1));
    assertFalse(pairs(two, ones).isAlike(1, 2));
  }

  @Test
  void of_listedPairs_isEmpty() {
    assertEquals(List.of(), ImplicitPairs.of(Cases.pair(), Cases.row(1, 1)));
    assertEquals(1, ImplicitPairs.of(problem(), new double[5]).size());
  }
}
