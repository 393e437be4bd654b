package io.gavel.policies.lp.solver.internal.price;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.statement.Goal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Newton's method on the active set: from prices alone, and from an optimum with one more job. */
final class ActiveSetTest {

  private static final int JOBS = 40;

  private static final Tolerance PRECISE = new Tolerance(0, 1e-12);

  private static Optional<CertifiedSolution> near(
      AllocationProgram program, double[] fractions, CertifiedSolution known) {
    Hint.Near hint = new Hint.Near(fractions, Hint.prices(known.bound()));
    return Samples.SOLVER.from(program, hint, Samples.NONE);
  }

  private static AllocationProgram without(AllocationProgram program, int job) {
    double[] weight = new double[program.jobCount()];
    Arrays.setAll(weight, m -> m == job ? 0 : program.weight(m));
    return Programs.of(program)
        .rewritten(
            Programs.columns(program),
            new double[weight.length],
            Goal.welfare(weight, program.power()));
  }

  private static AllocationProgram program(
      Random random, UtilityProperties.Shape shape, double load, double power) {
    return UtilityProperties.program(random, JOBS, 3, load, shape, power);
  }

  private static void assertDeparturesAreSolved(AllocationProgram program, String what) {
    double[] unknown = new double[program.columnCount()];
    CertifiedSolution all =
        near(program, unknown, Samples.whole(program)).orElseThrow(() -> new AssertionError(what));
    assertTrue(all.holdsWithin(PRECISE), what + ": " + all);
    CertifiedSolution last = all;
    for (int m = 0; m < program.jobCount(); m++) {
      AllocationProgram others = without(program, m);
      for (CertifiedSolution hint : List.of(all, last)) { // the last one lacks another job
        Optional<CertifiedSolution> found = near(others, hint.fractions(), hint);
        assertTrue(
            found.isPresent() && found.get().holdsWithin(PRECISE), what + " without " + m + found);
        last = found.get();
      }
    }
  }

  @Test
  void solve_withoutAJob_isPrecise() {
    for (UtilityProperties.Shape shape : UtilityProperties.Shape.values()) {
      for (double load : new double[] {0.1, 0.5}) {
        assertDeparturesAreSolved(program(new Random(3), shape, load, 0), shape + " " + load);
      }
    }
  }

  @Test
  void solve_otherUtilities_isPrecise() {
    for (double power : UtilityProperties.POWERS) {
      AllocationProgram program = program(new Random(3), UtilityProperties.Shape.PLAIN, 0.5, power);
      assertDeparturesAreSolved(program, "power " + power);
    }
  }

  /** A limit of the workers of a third of the jobs, and one of two types that does not bind. */
  @Test
  void solve_programWithRows_isPrecise() {
    Random random = new Random(5);
    AllocationProgram plain = program(random, UtilityProperties.Shape.PLAIN, 0.5, 0);
    int[] third = Samples.columns(plain, m -> m % 3 == 0);
    int[] all = IntStream.range(0, plain.columnCount()).toArray();
    CouplingRows rows =
        CouplingRows.builder()
            .add("third", Relation.AT_MOST, 5, third, sizes(plain, third))
            .add("all", Relation.AT_MOST, 1e4, all, sizes(plain, all))
            .build();
    assertDeparturesAreSolved(plain.withRows(rows), "rows");
  }

  /** Twenty groups that share jobs, more than masters of the loop could stand for. */
  @Test
  void solve_overlappingLimits_isPrecise() {
    Random random = new Random(6);
    AllocationProgram plain =
        UtilityProperties.program(random, 60, 3, 0.5, UtilityProperties.Shape.PLAIN, 0);
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int i = 0; i < 20; i++) {
      boolean[] member = new boolean[plain.jobCount()];
      for (int m = 0; m < member.length; m++) {
        member[m] = random.nextBoolean();
      }
      int[] group = Samples.columns(plain, m -> member[m]);
      double[] amounts = sizes(plain, group);
      Arrays.setAll(amounts, e -> amounts[e] * (1 + random.nextInt(4)));
      rows.add("group " + i, Relation.AT_MOST, 9 + random.nextInt(9), group, amounts);
    }
    AllocationProgram program = plain.withRows(rows.build());
    assertFalse(PricedProgram.of(program, Samples.NONE).orElseThrow().hasStandIns());
    assertDeparturesAreSolved(program, "groups");
  }

  /** Each group of jobs has a limit on one type. */
  private static AllocationProgram limited(int seed, int jobs, double load, int size, double part) {
    return limited(UtilityProperties.Shape.PLAIN, seed, jobs, load, size, part);
  }

  private static AllocationProgram limited(
      UtilityProperties.Shape shape, int seed, int jobs, double load, int size, double part) {
    AllocationProgram plain = UtilityProperties.program(new Random(seed), jobs, 3, load, shape, 0);
    CouplingRows.Builder rows = CouplingRows.builder();
    int groups = jobs / size;
    for (int i = 0; i < groups; i++) {
      int group = i;
      int[] columns =
          Arrays.stream(Samples.columns(plain, m -> m / size == group))
              .filter(c -> plain.pool(c) == group % 3)
              .toArray();
      double limit = part * plain.workers(group % 3) / groups;
      rows.add("group " + i, Relation.AT_MOST, limit, columns, sizes(plain, columns));
    }
    return plain.withRows(rows.build());
  }

  /** Many limits bind only if some other job is absent: a limit without a price is exceeded. */
  @Test
  void solve_limitsOfFewJobs_isPrecise() {
    for (double part : new double[] {0.7, 0.9, 1.1}) {
      assertDeparturesAreSolved(limited(3, 120, 0.25, 1, part), "limits " + part);
    }
  }

  /** Jobs of few kinds: changes of prices by rounding alone moved limits in and out for ever. */
  @Test
  void solve_limitsOfEqualJobs_isPrecise() {
    for (int seed = 0; seed < 5; seed++) {
      assertDeparturesAreSolved(
          limited(UtilityProperties.Shape.TIED, seed, 120, 0.25, 2, 0.9), "seed " + seed);
    }
  }

  /** No resource has a price at the point where the method starts, but one is exceeded. */
  @Test
  void solve_nothingHasAPrice_isPrecise() {
    assertDeparturesAreSolved(limited(1, 12, 1, 4, 0.9), "no prices");
  }

  private static double[] sizes(AllocationProgram program, int[] columns) {
    return Arrays.stream(columns).mapToDouble(program::size).toArray();
  }

  /** Prices that are wrong by half lead to the optimum in more steps. */
  @Test
  void solve_wrongPrices_isPrecise() {
    AllocationProgram program = program(new Random(7), UtilityProperties.Shape.PLAIN, 0.5, 0);
    double[] price = Hint.prices(Samples.whole(program).bound());
    for (double factor : new double[] {0.7, 1.5}) {
      double[] wrong = Arrays.stream(price).map(p -> factor * p).toArray();
      Hint.Near hint = new Hint.Near(new double[program.columnCount()], wrong);
      CertifiedSolution found = Samples.SOLVER.from(program, hint, Samples.NONE).orElseThrow();
      assertTrue(found.holdsWithin(PRECISE), found::toString);
    }
  }
}
