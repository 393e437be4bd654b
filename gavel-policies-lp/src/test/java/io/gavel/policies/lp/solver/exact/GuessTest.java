package io.gavel.policies.lp.solver.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FreeColumns;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What guesses take for 0, for tight and for open, in numbers that are exact. */
class GuessTest {

  private static final double QUARTER = 0.25;

  private static CertifiedSolution solution(
      AllocationProgram program, double[] x, double[] free, Prices prices, double... ofRows) {
    DualBound bound = DualBound.of(program, prices, ofRows);
    return CertifiedSolution.of(program, List.of(), x, free, bound);
  }

  /**
   * Six jobs on one type at a price of 3/4, a credit, workers to buy for 5/4 and something to pay
   * without limit. The largest sum of what a column costs, earns and gains is 8; a quarter of it is
   * 2.
   *
   * <pre>
   *   column     gain   pool   rows       earned   time
   *   0          4      3/4    1          0        9/4
   *   1          2      3/4    −2         0        13/4
   *   2          11/4   3/4               0        2
   *   3          1      3/4               2        9/4
   *   4          0      3/4               3        9/4
   *   5          1      3/4               1        5/4
   *   credit     3             1 − 1/4             9/4
   *   bought     −5/4   −3/4                       0
   *   paid       −2            −1                  no limit
   * </pre>
   */
  private static AllocationProgram priced() {
    AllocationProblem problem =
        Cases.problem(
            Cases.workers(4),
            Cases.row(4),
            Cases.row(2),
            Cases.row(2.75),
            Cases.row(1),
            Cases.row(4),
            Cases.row(1));
    return AllocationProgram.maximizeSum(problem, Cases.row(1, 1, 1, 1, 0, 1))
        .withFloor(Cases.row(0, 0, 0, 0.5, 1, 0.5))
        .withFreeColumns(
            FreeColumns.builder()
                .add("credit", 4, 3)
                .addWorkers("bought", 2, 1.25, 0)
                .add("paid", Double.POSITIVE_INFINITY, -2)
                .build())
        .withRows(
            CouplingRows.builder()
                .add(
                    "most",
                    Relation.AT_MOST,
                    9,
                    new int[] {0},
                    Cases.row(0.5),
                    new int[] {0},
                    Cases.row(0.5))
                .add("least", Relation.AT_LEAST, 0, new int[] {1}, Cases.row(8))
                .add(
                    "equal",
                    Relation.EXACTLY,
                    0,
                    new int[0],
                    new double[0],
                    new int[] {0, 2},
                    Cases.row(0.25, 1))
                .build());
  }

  private static CertifiedSolution startAtPrices(double[] x, double[] free) {
    Prices prices = Prices.of(Cases.row(0.75), new double[6], Cases.row(0, 0, 0, 2, 0.75, 1));
    return solution(priced(), x, free, prices, 2, 0.25, -1);
  }

  @Test
  void guess_prices_areZeroUpToAPartOfTheLargest() {
    CertifiedSolution start = startAtPrices(new double[6], new double[3]);
    ExactProgram exact = ExactProgram.of(priced());
    Guess all = new Guess(exact, start, 0, true);
    assertArrayEquals(Cases.row(0.75, 2, -0.25, -1), all.ofLine);
    assertArrayEquals(Cases.row(0, 0, 0, 2, 0.75, 1, 0, 0, 0), all.ofThroughput);
    assertArrayEquals(Cases.row(2.25, 3.25, 2, 2.25, 2.25, 1.25, 2.25, 0, 0), all.ofTime);
    Guess large = new Guess(exact, start, QUARTER, true);
    assertArrayEquals(new double[4], large.ofLine); // what they cost is 3/4, 1, 2 and 1 at most
    assertArrayEquals(Cases.row(0, 0, 0, 0, 0.75, 0, 0, 0, 0), large.ofThroughput);
    assertArrayEquals(Cases.row(2.25, 3.25, 0, 2.25, 2.25, 0, 2.25, 0, 0), large.ofTime);
    Guess most = new Guess(exact, start, 0.125, true);
    assertArrayEquals(Cases.row(0, 0, -0.25, 0), most.ofLine);
    assertArrayEquals(Cases.row(0, 0, 0, 2, 0.75, 0, 0, 0, 0), most.ofThroughput);
  }

  /** Workers to buy cost 1/2 more than they earn, a quarter of 5/4 + 3/4; what is paid, 1 of 3. */
  @Test
  void guess_columnsThatNearlyEarnWhatTheyPay_areOpen() {
    ExactProgram exact = ExactProgram.of(priced());
    CertifiedSolution start = startAtPrices(new double[6], new double[3]);
    boolean[] open = {true, true, true, true, true, true, true, true, false};
    assertArrayEquals(open, new Guess(exact, start, QUARTER, true).open);
    open[7] = false;
    assertArrayEquals(open, new Guess(exact, start, 0.125, true).open);
    assertArrayEquals(new boolean[9], new Guess(exact, start, QUARTER, false).open);
    CertifiedSolution used =
        startAtPrices(Cases.row(0.5, 0.25, 0, 0, 0, 0), Cases.row(0.375, 0, 1));
    Guess guess = new Guess(exact, used, QUARTER, false);
    assertArrayEquals(Cases.row(0.5, 0, 0, 0, 0, 0, 0.375, 0, 1), guess.x);
    boolean[] ofUsed = {true, false, false, false, false, false, true, false, true};
    assertArrayEquals(ofUsed, guess.open);
    assertEquals(0, guess.level); // of a sum
  }

  /** Without prices, what is left decides: up to a quarter of what there is, or of 1. */
  @Test
  void guess_linesWithLittleLeft_areTight() {
    AllocationProblem problem =
        Cases.problem(
            Cases.workers(4, 1, 9),
            Cases.row(0, 0, 2),
            Cases.row(0, 0, 4),
            Cases.row(0, 0, 4),
            Cases.row(0, 1, 0));
    FreeColumns free =
        FreeColumns.builder()
            .add("large", 4, 0, new int[] {0}, Cases.row(1))
            .add("small", 0.5, 0)
            .add("loose", 4, 0)
            .add("unlimited", Double.POSITIVE_INFINITY, 0)
            .build();
    int[] none = new int[0];
    double[] nothing = new double[0];
    CouplingRows rows =
        CouplingRows.builder()
            .add("least", Relation.AT_LEAST, 1, new int[] {0}, Cases.row(2))
            .add("loose", Relation.AT_LEAST, 1, new int[] {0}, Cases.row(4))
            .add("small", Relation.AT_MOST, 0.5, none, nothing, new int[] {1}, Cases.row(2))
            .add("equal", Relation.EXACTLY, 8, none, nothing, new int[] {0}, Cases.row(1))
            .add("below", Relation.AT_LEAST, -4, none, nothing, new int[] {0}, Cases.row(-1))
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem, new double[4])
            .withFloor(Cases.row(1, 2, 2, 0))
            .withFreeColumns(free)
            .withRows(rows);
    Prices prices = Prices.zero(3, 4);
    CertifiedSolution start =
        solution(
            program,
            Cases.row(0.625, 0.625, 0.75, 0),
            Cases.row(3, 0.125, 2, 1),
            prices,
            new double[5]);
    ExactProgram exact = ExactProgram.of(program);
    Guess near = new Guess(exact, start, QUARTER, true);
    boolean[] time = {false, false, true, false, true, false, false, false};
    assertArrayEquals(time, near.timeIsTight);
    boolean[] demand = {true, true, false, false, false, false, false, false};
    assertArrayEquals(demand, near.demandIsTight);
    boolean[] lines = {true, false, false, true, false, true, true, true};
    assertArrayEquals(lines, near.lineIsTight);
    Guess clear = new Guess(exact, start, QUARTER, false);
    assertArrayEquals(new boolean[8], clear.timeIsTight);
    assertArrayEquals(new boolean[8], clear.demandIsTight);
    boolean[] equal = {false, false, false, false, false, false, true, false};
    assertArrayEquals(equal, clear.lineIsTight);
    assertEquals(0, near.x[5]);
  }

  /** At a level of 1/2, a job that needs 2 is owed 1, and one with a floor that much more. */
  @Test
  void guess_ofALevel_owesRequirementsAtIt() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(9), Cases.row(2), Cases.row(4), Cases.row(4));
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, Cases.row(2, 2, 2))
            .withFloor(Cases.row(0, 1, 1));
    CertifiedSolution start =
        solution(
            program,
            Cases.row(0.5, 0.625, 0.75),
            new double[0],
            Prices.of(Cases.row(0), new double[3], Cases.row(0.5, 0, 0)));
    assertEquals(0.5, start.objective());
    Guess guess = new Guess(ExactProgram.of(program), start, QUARTER, true);
    assertEquals(0.5, guess.level);
    assertArrayEquals(new boolean[] {true, true, false}, guess.demandIsTight);
  }
}
