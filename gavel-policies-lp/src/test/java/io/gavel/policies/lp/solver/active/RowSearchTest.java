package io.gavel.policies.lp.solver.active;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** Many tangents of a disc, of which two touch it near the optimum. */
final class RowSearchTest {

  private static final int TANGENTS = 360;

  /** Fractions {@code (x, y)} of two jobs within a quarter of a disc, for which both count. */
  private static final class Disc implements RowSearch.Rows {

    private final AllocationProgram square =
        AllocationProgram.maximizeSum(
            Cases.problem(Cases.workers(2), Cases.row(4), Cases.row(3)), new double[] {1, 1});

    private final BitSet stated = new BitSet();
    private final CouplingRows.Builder rows = CouplingRows.builder();
    private int rounds;

    Disc() {
      for (int i = 0; i <= TANGENTS; i += TANGENTS / 4) {
        state(i);
      }
    }

    private double angle(int i) {
      return Math.PI / 2 * i / TANGENTS;
    }

    private void state(int i) {
      stated.set(i);
      double[] normal = {Math.cos(angle(i)), Math.sin(angle(i))};
      rows.add("tangent " + i, Relation.AT_MOST, 1, new int[] {0, 1}, normal);
    }

    @Override
    public AllocationProgram program() {
      return square.withRows(rows.build());
    }

    @Override
    public int addViolated(CertifiedSolution point) {
      rounds++;
      double[] x = point.fractions();
      int worst = stated.nextClearBit(0);
      for (int i = worst; i <= TANGENTS; i = stated.nextClearBit(i + 1)) {
        worst = beyond(i, x) > beyond(worst, x) ? i : worst;
      }
      if (worst > TANGENTS || beyond(worst, x) <= 1e-8) {
        return 0;
      }
      state(worst);
      return 1;
    }

    private double beyond(int i, double[] x) {
      return x[0] * Math.cos(angle(i)) + x[1] * Math.sin(angle(i)) - 1;
    }
  }

  /** The optimum is 5: at (4/5, 3/5) of the disc, a little further on its tangents. */
  @Test
  void fill_tangentsOfADisc_findsThoseAtTheOptimum() {
    Disc disc = new Disc();
    RowSearch.fill(disc, SolveLimits.none());
    CertifiedSolution point = CertifiedSolver.standard().solve(disc.program());
    assertEquals(5, point.objective(), 5 * 1e-5);
    assertEquals(0, disc.addViolated(point));
    assertTrue(disc.stated.cardinality() < 30, disc.stated::toString);
  }

  @Test
  void fill_cancelled_leavesTheRowsAsTheyAre() {
    Disc disc = new Disc();
    RowSearch.fill(disc, SolveLimits.none().withCancellation(() -> true));
    assertEquals(0, disc.rounds);
    assertEquals(5, disc.program().rows().count());
  }

  /** Rows that are all stated, of which some are said to be found at each point. */
  private static RowSearch.Rows rows(
      AllocationProgram program, ToIntFunction<CertifiedSolution> found) {
    return new RowSearch.Rows() {
      @Override
      public AllocationProgram program() {
        return program;
      }

      @Override
      public int addViolated(CertifiedSolution point) {
        return found.applyAsInt(point);
      }
    };
  }

  /** The disc as it is: points are asked for that come close to the optimum of its rows. */
  @Test
  void fill_rowsThatAreAllStated_endsNearTheOptimum() {
    List<CertifiedSolution> points = new ArrayList<>();
    AllocationProgram program = new Disc().program();
    RowSearch.fill(
        rows(
            program,
            point -> {
              points.add(point);
              return 0;
            }),
        SolveLimits.none());
    assertTrue(points.size() < 10, "few rounds: " + points.size());
    CertifiedSolution last = points.get(points.size() - 1);
    assertTrue(last.isNear(new Tolerance(0, 1e-7)), last::toString);
    assertFalse(points.get(0).isNear(new Tolerance(0, 1e-7)), "the first is a rough one");
  }

  /** What is reached when the search is cancelled is no point to add rows for. */
  @Test
  void fill_cancelledAmongSteps_asksForNoRows() {
    Disc whole = new Disc();
    int[] calls = {0};
    RowSearch.fill(
        whole, SolveLimits.none().withCancellation(() -> whole.rounds > 0 || ++calls[0] < 0));
    assertTrue(calls[0] > 4, "asked often: " + calls[0]);
    Disc disc = new Disc();
    int[] more = {0};
    RowSearch.fill(disc, SolveLimits.none().withCancellation(() -> ++more[0] > calls[0] / 2));
    assertEquals(0, disc.rounds);
  }

  /** Whenever it is cancelled before there is a point, in the middle of steps or after them. */
  @Test
  void fill_cancelledBeforeTheFirstPoint_asksForNoRows() {
    Disc whole = new Disc();
    int[] calls = {0};
    RowSearch.fill(
        whole,
        SolveLimits.none()
            .withCancellation(
                () -> {
                  calls[0] += whole.rounds == 0 ? 1 : 0;
                  return whole.rounds > 0;
                }));
    assertEquals(1, whole.rounds);
    for (int last = 0; last < calls[0]; last++) {
      Disc disc = new Disc();
      int[] left = {last};
      RowSearch.fill(disc, SolveLimits.none().withCancellation(() -> --left[0] < 0));
      assertEquals(0, disc.rounds, "cancelled after " + last);
    }
  }

  /** The rounds of a search in which the first ones are said to have found a row. */
  private static int rounds(int jobs, int withOne) {
    double[][] rates = new double[jobs][];
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int m = 0; m < jobs; m++) {
      rates[m] = Cases.row(1 + m / 16.0);
      for (int d = 1; d <= 3; d++) {
        int[] two = {m, (m + d) % jobs};
        rows.add("row " + m + " " + d, Relation.AT_MOST, 0.5 + 0.1 * d, two, ones(2));
      }
    }
    AllocationProgram program =
        AllocationProgram.maximizeSum(Cases.problem(Cases.workers(jobs), rates), ones(jobs))
            .withRows(rows.build());
    int[] rounds = {0};
    RowSearch.fill(rows(program, point -> ++rounds[0] > withOne ? 0 : 1), SolveLimits.none());
    return rounds[0];
  }

  private static double[] ones(int count) {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** Gaps shrink to three tenths until 1e-8, and to a hundredth after few rows. */
  @Test
  void fill_aRowForTenJobs_isNotFew() {
    assertEquals(5, rounds(10, 0)); // 1e-2, 1e-4, 1e-6, and 1e-8 twice: once rounded up
    assertEquals(5, rounds(11, 3));
    assertEquals(7, rounds(10, 3)); // 1e-2, 3e-3, 9e-4, 2.7e-4, 2.7e-6, 2.7e-8, 1e-8
  }

  @Test
  void fill_rowsWithoutEnd_endAfterSixtyRounds() {
    assertEquals(60, rounds(10, Integer.MAX_VALUE));
  }

  @Test
  void fill_limitOfSteps_endsTheSearch() {
    Disc disc = new Disc();
    RowSearch.fill(disc, SolveLimits.none().withMaxSteps(1));
    assertEquals(1, disc.rounds);
  }
}
