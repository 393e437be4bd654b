package io.gavel.policies.lp.solver.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import org.junit.jupiter.api.Test;

/** Responses of a job with a utility on four types, worked out by hand. */
class UtilityResponseTest {

  private static final int IDLE = CostHull.IDLE;

  /** With these prices the corners are idling, (2, 1.5) and (4, 5). */
  private static final double[] RATES = {1, 2, 4, 3};

  private static final double[] PRICES = {1, 1.5, 5, 4};

  private static UtilityResponse response(double power, double weight) {
    AllocationProgram program =
        AllocationProgram.maximizeUtility(
            Cases.problem(Cases.workers(1, 1, 1, 1), RATES), Cases.row(weight), power);
    ColumnsByJob columns = ColumnsByJob.of(program, SolveLimits.none());
    return new UtilityResponse(columns, Samples.uses(program), PRICES);
  }

  private static void assertResponse(
      UtilityResponse response, int from, int to, double throughput, double owed) {
    response.find(0);
    assertEquals(from, response.from);
    assertEquals(to, response.to);
    assertEquals(throughput, response.throughput, 1e-15);
    assertEquals(owed, response.owed, 1e-15);
    int[][] edges = {{IDLE, 1}, {1, 1}, {1, 2}, {2, 2}};
    for (int[] edge : edges) { // wherever it is looked for first
      response.find(0, edge[0], edge[1]);
      assertEquals(from, response.from);
      assertEquals(to, response.to);
      assertEquals(throughput, response.throughput, 1e-15);
    }
  }

  /** Slopes of 0.75 and 1.75 change by 0.75 and 3.25 times the part; the logarithm's are 0.7125. */
  @Test
  void mayEnter_edgesBesideTheResponse_mayWhereSlopesMeet() {
    UtilityResponse near = response(0, 0.75 * 1.9);
    near.find(0);
    near.from = 1;
    near.to = 2;
    assertFalse(near.mayEnter(1.037 / 3.25));
    assertTrue(near.mayEnter(1.038 / 3.25));
    UtilityResponse above = response(0, 1.75 * 2.5); // with 2.1875 at the first corner
    above.find(0);
    above.from = IDLE;
    above.to = 1;
    assertFalse(above.mayEnter(1.437 / 0.75));
    assertTrue(above.mayEnter(1.438 / 0.75));
  }

  /** Columns of a use have one price, of which only the difference of their workers counts. */
  @Test
  void compare_columnsOfTheUseOfACorner_changeByTheirDifference() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(9))
            .job(Job.of("1"), 2)
            .configuration("1", "three", 3, 3)
            .build();
    AllocationProgram program = AllocationProgram.maximizeUtility(problem, Cases.row(1), 0);
    ColumnsByJob columns = ColumnsByJob.of(program, SolveLimits.none());
    UtilityResponse response =
        new UtilityResponse(columns, Samples.uses(program), Cases.row(0.375));
    response.find(0);
    assertEquals(0, response.from);
    assertEquals(0, response.to);
    assertEquals(0.5, response.owed);
    response.compare(1);
    assertEquals(0.75 - 0.5, response.excess, 1e-15); // two workers more for a step more
    assertEquals(0.75 + 0.5, response.reach, 1e-15);
  }

  /** The slope w/q of a logarithm meets 0.75 on the first edge, and 1.75 on the second. */
  @Test
  void find_logarithms_endsWhereSlopesAreEqual() {
    assertResponse(response(0, 0.75), IDLE, 1, 1, 0.75);
    assertResponse(response(0, 1.5), 1, 1, 2, 0.75); // just at the corner
    assertResponse(response(0, 2), 1, 1, 2, 1);
    assertResponse(response(0, 3.5), 1, 1, 2, 1.75);
    assertResponse(response(0, 5.25), 1, 2, 3, 1.75);
    assertResponse(response(0, 7), 2, 2, 4, 1.75);
    assertResponse(response(0, 28), 2, 2, 4, 7);
  }

  /** Slopes of 2·√q are 1/√q, and of −1/q are 1/q². */
  @Test
  void find_powers_endsWhereSlopesAreEqual() {
    double q = 1 / (0.75 * 0.75);
    assertResponse(response(0.5, 1), IDLE, 1, q, 0.75);
    assertResponse(response(-1, 0.75), IDLE, 1, 1, 0.75);
    assertResponse(response(-1, 1.75 * 9), 1, 2, 3, 1.75);
  }

  /**
   * On the first edge at q = 1 the slope of 0.75 may move to that of a logarithm at the corner,
   * 0.375, before the first column is cheaper: 0.25 of 1.75. Nearer to the corner it may not.
   */
  @Test
  void isCertain_response_untilASlopeOrAColumnChanges() {
    assertCertainUpTo(response(0, 0.75), 0.25 / 1.75);
    // at q = 1.9 the slope at the corner is 0.7125
    assertCertainUpTo(response(0, 0.75 * 1.9), 0.0375 / 0.75);
    // on the second edge at 2.1: the slope at the slower corner is 1.8375
    assertCertainUpTo(response(0, 1.75 * 2.1), 0.0875 / (6.5 / 2));
    // at the corner with a price of 1: the first column costs 0.5 more than it is worth
    assertCertainUpTo(response(0, 2), 0.5 / 3);
  }

  private static void assertCertainUpTo(UtilityResponse response, double part) {
    response.find(0);
    assertTrue(response.isCertain(0, part * 0.999), "below " + part);
    assertFalse(response.isCertain(0, part * 1.001), "above " + part);
  }

  @Test
  void mark_response_hasTheEdgesThatMayBeChosen() {
    UtilityResponse near = response(0, 0.75 * 1.9);
    near.find(0);
    assertArrayEquals(new boolean[] {false, true, false, false}, marked(near, 0.01));
    UtilityResponse atCorner = response(0, 3.4);
    atCorner.find(0);
    // the third column costs 0.1 more than it is worth, of 8.4
    assertArrayEquals(new boolean[] {false, true, false, false}, marked(atCorner, 0.0119));
    atCorner.find(0);
    assertArrayEquals(new boolean[] {false, true, true, false}, marked(atCorner, 0.012));
  }

  private static boolean[] marked(UtilityResponse response, double part) {
    boolean[] used = new boolean[4];
    response.mark(0, part, used);
    return used;
  }
}
