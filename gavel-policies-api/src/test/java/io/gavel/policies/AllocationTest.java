package io.gavel.policies;

import static io.gavel.policies.Errors.assertOutside;
import static io.gavel.policies.Errors.assertRejected;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationTest {

  /** Two gangs of 2 that may share, on a pool of two types and another pool. */
  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(
              Cluster.of(
                  new WorkerType("v100", 4),
                  new WorkerType("k80", 2),
                  new WorkerType("v100-spread", 4).withPool("v100")))
          .job(Job.builder("a").scaleFactor(2).build(), 10, 4, 8)
          .job(Job.builder("b").scaleFactor(2).build(), 20, 2, 16)
          .pair("a", "b", new double[] {6, 0, 0}, new double[] {12, 0, 0})
          .build();

  private static final Certificate CERTIFICATE = new Certificate(1, 2, 0, Prices.zero(PROBLEM));

  private static Allocation of(double... fractions) {
    return Allocation.of(PROBLEM, fractions, CERTIFICATE);
  }

  private static Allocation feasible() {
    return of(0.25, 0.25, 0, 0, 0.5, 0.25, 0.25, 0, 0);
  }

  /** An allocation on one worker of one type, for the given number of single-worker jobs. */
  private static Allocation onOneType(int workers, double... fractions) {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", workers)));
    for (int m = 0; m < fractions.length; m++) {
      builder.job(Job.of("j" + m), 1);
    }
    AllocationProblem problem = builder.build();
    return Allocation.of(problem, fractions, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  @Test
  void sums_pairAndSharedPool_areAsByHand() {
    Allocation x = feasible();
    assertEquals(10 * 0.25 + 4 * 0.25 + 6 * 0.25, x.effectiveThroughput(0));
    assertEquals(2 * 0.5 + 16 * 0.25 + 12 * 0.25, x.effectiveThroughput("b"));
    assertEquals(0.75, x.timeFraction(0));
    assertEquals(1, x.timeFraction(1));
    assertEquals(2 * 0.25 + 2 * 0.25 + 2 * 0.25, x.workersUsed(0));
    assertEquals(2 * 0.25 + 2 * 0.5, x.workersUsed(1));
    assertEquals(0, x.maxViolation());
    assertEquals(0.5, x.fraction(1, 1));
    assertEquals(0.25, x.fraction("b", "v100-spread"));
    assertSame(PROBLEM, x.problem());
    assertSame(CERTIFICATE, x.certificate());
    assertEquals("Allocation[3 groups × 3 types, objective 1.0, bound 2.0]", x.toString());
  }

  @Test
  void of_arrayChangedLater_staysAsItWas() {
    double[] fractions = new double[9];
    Allocation x = of(fractions);
    fractions[0] = 1;
    assertEquals(0, x.fraction(0, 0));
    assertEquals(0, x.timeFraction(0));
  }

  @Test
  void of_wrongLength_isNamed() {
    assertRejected(
        "fractions have 8 entries; 3 groups × 3 worker types need 9", () -> of(new double[8]));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void of_noNumber_isNamedByIds(double fraction) {
    assertRejected(
        "fraction of \"b\" on \"k80\" is " + fraction + "; it must be finite",
        () -> of(0, 0, 0, 0, fraction, 0, 0, 0, 0));
    assertRejected(
        "fraction of \"a + b\" on \"v100-spread\" is " + fraction + "; it must be finite",
        () -> of(0, 0, 0, 0, 0, 0, 0, 0, fraction));
  }

  @Test
  void of_pricesOfAnotherProblem_areRejected() {
    double[] fractions = new double[9];
    assertRejected(
        "prices are for 3 pools and 2 jobs; the problem has 2 and 2",
        () -> Allocation.of(PROBLEM, fractions, new Certificate(0, 0, 0, Prices.zero(3, 2))));
    assertRejected(
        "prices are for 2 pools and 3 jobs; the problem has 2 and 2",
        () -> Allocation.of(PROBLEM, fractions, new Certificate(0, 0, 0, Prices.zero(2, 3))));
  }

  @Test
  void fraction_unknownName_listsTheKnown() {
    assertRejected("there is no job \"c\"; known: a, b", () -> feasible().fraction("c", "v100"));
    assertRejected(
        "there is no worker type \"h100\"; known: v100, k80, v100-spread",
        () -> feasible().fraction("a", "h100"));
    assertRejected("there is no job \"c\"; known: a, b", () -> feasible().effectiveThroughput("c"));
  }

  @Test
  void index_outside_isNamed() {
    Allocation x = feasible();
    assertOutside("group index 3 is outside 0..2", () -> x.fraction(3, 0));
    assertOutside("worker type index 3 is outside 0..2", () -> x.fraction(0, 3));
    assertOutside("job index 2 is outside 0..1", () -> x.effectiveThroughput(2));
    assertOutside("job index -1 is outside 0..1", () -> x.timeFraction(-1));
    assertOutside("pool index 2 is outside 0..1", () -> x.workersUsed(2));
  }

  @Test
  void maxViolation_negativeEntry_isItsSize() {
    assertEquals(0.125, onOneType(1, -0.125, 0.5).maxViolation());
  }

  @Test
  void maxViolation_negativeZero_isNone() {
    assertEquals(0.0, onOneType(1, -0.0).maxViolation());
  }

  @Test
  void maxViolation_tooMuchTime_isTheExcess() {
    assertEquals(0.25, onOneType(8, 1.25).maxViolation());
    assertEquals(0.5, of(0.5, 0, 0, 0, 0, 0, 1, 0, 0).maxViolation());
  }

  @Test
  void maxViolation_overbookedPool_isRelativeToItsWorkers() {
    assertEquals(0.5, onOneType(2, 1, 1, 1).maxViolation());
    assertEquals(0.25, of(0, 0.75, 0, 0, 0.5, 0, 0, 0, 0).maxViolation());
  }

  @Test
  void maxViolation_emptyPool_isInWorkers() {
    assertEquals(0.75, onOneType(0, 0.5, 0.25).maxViolation());
    assertEquals(0, onOneType(0, 0, 0).maxViolation());
  }

  @Test
  void maxViolation_sharedPool_addsItsTypes() {
    AllocationProblem problem =
        AllocationProblem.builder(
                Cluster.of(new WorkerType("near", 1), new WorkerType("far", 1).withPool("near")))
            .job(Job.of("a"), 1, 1)
            .job(Job.of("b"), 1, 1)
            .build();
    Allocation x =
        Allocation.of(
            problem,
            new double[] {0.75, 0, 0, 0.75},
            new Certificate(0, 0, 0, Prices.zero(problem)));
    assertEquals(1.5, x.workersUsed(0));
    assertEquals(0.5, x.maxViolation());
  }

  @Test
  void toTable_pairsAndLongNames_linesUp() {
    String expected =
        """
        group       v100        k80  v100-spread    steps/s
        a         25.0 %     25.0 %        0.0 %      5.000
        b          0.0 %     50.0 %       25.0 %      8.000
        a + b     25.0 %      0.0 %        0.0 %
        """;
    assertEquals(expected, feasible().toTable());
  }

  @Test
  void toTable_otherLocale_isTheSame() {
    Locale before = Locale.getDefault();
    String expected = feasible().toTable();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertEquals(expected, feasible().toTable());
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void toTable_noJobs_isTheHeading() {
    assertEquals("group       v100    steps/s\n", onOneType(1).toTable());
  }

  @Test
  void of_noJobs_isFeasible() {
    Allocation x = onOneType(0);
    assertEquals(0, x.maxViolation());
    assertEquals(0, x.workersUsed(0));
  }

  @Test
  void equals_everyPart_counts() {
    assertEquals(feasible(), feasible());
    assertEquals(feasible().hashCode(), feasible().hashCode());
    assertNotEquals(feasible(), of(new double[9]));
    assertNotEquals(
        feasible(),
        Allocation.of(
            PROBLEM,
            new double[] {0.25, 0.25, 0, 0, 0.5, 0.25, 0.25, 0, 0},
            new Certificate(2, 2, 0, Prices.zero(PROBLEM))));
    assertNotEquals(onOneType(1, 0.5), onOneType(2, 0.5));
    assertNotEquals(feasible(), (Object) "allocation");
  }
}
