package io.gavel.policies.lp.solver.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolverOutcome;
import io.gavel.policies.model.Job;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Points and prices that given guesses lead to, solved by hand. */
class ExactVertexTest {

  private static Rational q(long numerator, long denominator) {
    return Rational.of(numerator, denominator);
  }

  /** A guess of a point and prices of 0, where nothing is tight but equations. */
  private static Guess loose(AllocationProgram program, double... x) {
    DualBound bound =
        DualBound.of(
            program,
            Prices.zero(program.poolCount(), program.jobCount()),
            new double[program.rows().count()]);
    CertifiedSolution start = CertifiedSolution.of(program, List.of(), x, bound);
    Guess guess = new Guess(ExactProgram.of(program), start, 1e-9, false);
    System.arraycopy(x, 0, guess.x, 0, x.length); // as it is, not repaired
    Arrays.fill(guess.ofTime, 0); // those that would pay for gains
    Arrays.fill(guess.timeIsTight, false);
    return guess;
  }

  /** Two jobs, alone at 1 and 2 steps, together at 3/4 and 1/2. */
  private static AllocationProgram pair(double floor) {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(4))
            .job(Job.of("0"), 1)
            .job(Job.of("1"), 2)
            .pair("0", "1", Cases.row(0.75), Cases.row(0.5))
            .build();
    return AllocationProgram.maximizeSum(problem, Cases.row(1, 1)).withFloor(Cases.row(0, floor));
  }

  /** The first keeps 1/2 and has all its time: 1/2 in the pair, so 2 x + 1/4 = 1. */
  @Test
  void point_pairWithTimeAndDemandTight_meetsBoth() {
    AllocationProgram program = pair(1);
    ExactProgram exact = ExactProgram.of(program);
    Guess guess = loose(program, 0.5, 0.55, 0.6);
    guess.timeIsTight[0] = true;
    guess.demandIsTight[1] = true;
    PrimalVertex point = PrimalVertex.of(exact, guess).orElseThrow();
    assertEquals(q(1, 2), point.column(0));
    assertEquals(q(3, 8), point.column(1));
    assertEquals(q(1, 2), point.column(2));
    assertEquals(q(15, 8), point.value());
    guess.x[0] = 0.25; // then the pair has 3/4 and the second 5/16 alone: more time than it has
    assertTrue(PrimalVertex.of(exact, guess).isEmpty());
  }

  @Test
  void point_demandThatIsMissed_isEmpty() {
    AllocationProgram program = pair(1);
    ExactProgram exact = ExactProgram.of(program);
    assertTrue(PrimalVertex.of(exact, loose(program, 0, 0.25, 0.5)).isEmpty()); // 3/4 of 1
    assertTrue(PrimalVertex.of(exact, loose(program, 0, 0.375, 0.5)).isPresent());
    assertTrue(PrimalVertex.of(exact, loose(program, 0, 0.5, 0.5)).isPresent());
    assertTrue(PrimalVertex.of(exact, loose(program, 0, 0.625, 0.5)).isEmpty()); // 9/8 of its time
  }

  /** A column that is guessed to be used may turn out to be 0, but not less. */
  @Test
  void point_usedColumnAt0_isAPoint() {
    AllocationProblem problem = Cases.problem(Cases.workers(4, 4), Cases.row(1, 2));
    for (double floor : new double[] {1.75, 2, 2.25}) {
      AllocationProgram program =
          AllocationProgram.maximizeSum(problem, Cases.row(1)).withFloor(Cases.row(floor));
      Guess guess = loose(program, 0.25, 0.5);
      guess.timeIsTight[0] = true;
      guess.demandIsTight[0] = true; // x + y = 1 and x + 2 y = floor
      boolean expected = floor <= 2;
      PrimalVertex.of(ExactProgram.of(program), guess)
          .ifPresent(point -> assertEquals(Rational.of(2 - floor), point.column(0)));
      assertEquals(expected, PrimalVertex.of(ExactProgram.of(program), guess).isPresent());
    }
  }

  /** Of two columns, the one with the smaller guess keeps it. */
  @Test
  void point_fewLines_keepsSmallGuesses() {
    AllocationProblem problem = Cases.problem(Cases.workers(4, 4), Cases.row(1, 2));
    AllocationProgram program = AllocationProgram.maximizeSum(problem, Cases.row(1));
    Guess guess = loose(program, 0.25, 0.5);
    guess.timeIsTight[0] = true;
    PrimalVertex point = PrimalVertex.of(ExactProgram.of(program), guess).orElseThrow();
    assertEquals(q(1, 4), point.column(0));
    assertEquals(q(3, 4), point.column(1));
    assertEquals(q(7, 4), point.value());
  }

  /** Demands of two jobs on one worker each that only another level, or none, meets. */
  @Test
  void point_contradiction_isEmpty() {
    AllocationProblem problem = Cases.problem(Cases.workers(4), Cases.row(1), Cases.row(1));
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, Cases.row(1, 2)).withFloor(Cases.row(0, 0));
    ExactProgram exact = ExactProgram.of(program);
    Guess guess = loose(program, 1, 1);
    Arrays.fill(guess.demandIsTight, true);
    guess.timeIsTight[1] = true;
    PrimalVertex point = PrimalVertex.of(exact, guess).orElseThrow();
    assertEquals(q(1, 2), point.value());
    assertEquals(q(1, 2), point.column(0));
    guess.timeIsTight[0] = true; // a level of 1 as well
    assertTrue(PrimalVertex.of(exact, guess).isEmpty());
  }

  /** A row of 1/2 that is not taken to be tight, with less, as much and more than that. */
  @Test
  void point_slackRows_holdByTheirRelation() {
    AllocationProblem problem = Cases.problem(Cases.workers(4), Cases.row(1));
    for (Relation relation : Relation.values()) {
      CouplingRows row =
          CouplingRows.builder().add("row", relation, 0.5, new int[] {0}, Cases.row(1)).build();
      AllocationProgram program =
          AllocationProgram.maximizeSum(problem, Cases.row(1)).withRows(row);
      for (double x : new double[] {0.25, 0.5, 0.75}) {
        Guess guess = loose(program, x);
        guess.lineIsTight[1] = false;
        boolean holds =
            switch (relation) {
              case AT_MOST -> x <= 0.5;
              case AT_LEAST -> x >= 0.5;
              case EXACTLY -> x == 0.5;
            };
        assertEquals(
            holds,
            PrimalVertex.of(ExactProgram.of(program), guess).isPresent(),
            relation + " " + x);
      }
    }
  }

  /** 2 p − t = −2 at a price of throughput of 1/2: a price of time of 3. */
  @Test
  void prices_fewColumns_keepSmallGuesses() {
    AllocationProblem problem = Cases.problem(Cases.workers(4), Cases.row(2));
    AllocationProgram program = AllocationProgram.maximizeSum(problem, Cases.row(1));
    Guess guess = loose(program, 1);
    guess.ofThroughput[0] = 0.5;
    guess.ofTime[0] = 2;
    ExactProgram exact = ExactProgram.of(program);
    DualVertex prices = DualVertex.of(exact, guess).orElseThrow();
    assertEquals(q(1, 2), prices.ofThroughput(0));
    assertEquals(q(3, 1), prices.ofTime(0));
    assertEquals(Rational.ZERO, prices.ofLine(0));
    guess.ofThroughput[0] = 4; // 2 p = t − 2
    DualVertex other = DualVertex.of(exact, guess).orElseThrow();
    assertEquals(q(0, 1), other.ofThroughput(0));
    assertEquals(q(2, 1), other.ofTime(0));
    guess.ofTime[0] = 1; // at which the price of throughput is below 0
    assertTrue(DualVertex.of(exact, guess).isEmpty());
  }

  /**
   * The first alone pays 1 of time, the second 2, and the pair earns 3/4 + 1/2 and a price of
   * throughput of the second.
   */
  @Test
  void prices_ofPairs_areOfBothMembers() {
    AllocationProgram program = pair(1);
    ExactProgram exact = ExactProgram.of(program);
    Guess guess = loose(program, 0.5, 0.5, 0.5);
    Arrays.fill(guess.ofTime, 1);
    DualVertex prices = dual(exact, guess, true, true, false);
    assertEquals(q(1, 1), prices.ofTime(0));
    assertEquals(q(2, 1), prices.ofTime(1));
    guess.ofThroughput[1] = 1;
    // t0 = 1, t1 = 2 + 2 p, t0 + t1 = 5/4 + p/2: p = −7/6
    Arrays.fill(guess.open, true);
    assertTrue(DualVertex.of(exact, guess).isEmpty());
    guess.ofTime[0] = 0;
    // t1 = 2 + 2 p, t1 = 5/4 + p/2, with the first closed as it earns 1: p = −1/2
    guess.open[0] = false;
    assertTrue(DualVertex.of(exact, guess).isEmpty());
    guess.ofTime[0] = 1;
    guess.ofTime[1] = 0;
    guess.ofThroughput[1] = 0;
    guess.open[1] = false; // which earns 2 without a price
    guess.open[2] = true;
    assertTrue(DualVertex.of(exact, guess).isEmpty());
  }

  private static DualVertex dual(ExactProgram exact, Guess guess, boolean... open) {
    System.arraycopy(open, 0, guess.open, 0, open.length);
    return DualVertex.of(exact, guess).orElseThrow();
  }

  /** A floor that both columns of a pair serve: 2 p1 = 2, and the pair pays for the first. */
  @Test
  void prices_ofThroughputInPairs_areEarnedAtItsRates() {
    AllocationProblem problem =
        AllocationProblem.builder(Cases.workers(4))
            .job(Job.of("0"), 1)
            .job(Job.of("1"), 2)
            .pair("0", "1", Cases.row(0.75), Cases.row(0.5))
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeGain(problem, Cases.row(-1, -2, -3)).withFloor(Cases.row(1, 1));
    ExactProgram exact = ExactProgram.of(program);
    Guess guess = loose(program, 0.5, 0.5, 0.5);
    guess.ofThroughput[0] = 1;
    guess.ofThroughput[1] = 1;
    guess.ofTime[0] = 1;
    // p0 − t0 = 1, 2 p1 = 2, 3/4 p0 + p1/2 − t0 = 3: p0/4 = −3/2
    Arrays.fill(guess.open, true);
    assertTrue(DualVertex.of(exact, guess).isEmpty());
    DualVertex alone = dual(exact, guess, true, true, false);
    assertEquals(q(1, 1), alone.ofThroughput(1));
    assertEquals(alone.ofThroughput(0), alone.ofTime(0).plus(q(1, 1)));
    guess.ofTime[0] = 0;
    DualVertex pair = dual(exact, guess, false, true, false);
    assertEquals(q(1, 1), pair.ofThroughput(1));
    guess.ofThroughput[0] = 8;
    guess.ofTime[0] = 5;
    DualVertex both = dual(exact, guess, true, true, false);
    assertEquals(q(6, 1), both.ofThroughput(0)); // the larger is solved for
    assertEquals(q(5, 1), both.ofTime(0));
  }

  /** A worker of 1 in a row: prices have the sign of the relation, and may be 0. */
  @Test
  void prices_ofRows_haveTheSignOfTheirRelation() {
    AllocationProblem problem = Cases.problem(Cases.workers(4), Cases.row(1));
    for (Relation relation : Relation.values()) {
      CouplingRows row =
          CouplingRows.builder().add("row", relation, 0.5, new int[] {0}, Cases.row(1)).build();
      for (double gain : new double[] {-2, 0, 2}) {
        AllocationProgram program =
            AllocationProgram.maximizeGain(problem, Cases.row(gain)).withRows(row);
        Guess guess = loose(program, 0.5);
        guess.ofLine[1] = 1; // solved for: the gain
        boolean holds =
            switch (relation) {
              case AT_MOST -> gain >= 0;
              case AT_LEAST -> gain <= 0;
              case EXACTLY -> true;
            };
        ExactProgram exact = ExactProgram.of(program);
        String of = relation + " " + gain;
        assertEquals(holds, DualVertex.of(exact, guess).isPresent(), of);
        DualVertex.of(exact, guess)
            .ifPresent(prices -> assertEquals(Rational.of(gain), prices.ofLine(1), of));
      }
    }
  }

  /** A closed column may pay as much as it earns, or more. */
  @Test
  void prices_closedColumn_earnsAtMostWhatItPays() {
    AllocationProblem problem = Cases.problem(Cases.workers(4), Cases.row(1), Cases.row(1));
    for (double gain : new double[] {1, 2, 3}) {
      AllocationProgram program = AllocationProgram.maximizeGain(problem, Cases.row(2, gain));
      Guess guess = loose(program, 1, 0);
      guess.ofLine[0] = 1;
      assertEquals(
          gain <= 2, DualVertex.of(ExactProgram.of(program), guess).isPresent(), "gain " + gain);
    }
  }

  /** A row of 1/2 for the only job, which gains 2 alone: its price is 2, and no time is left. */
  @Test
  void of_rowThatIsTight_hasItsPrice() {
    AllocationProblem problem = Cases.problem(Cases.workers(4), Cases.row(2));
    CouplingRows row =
        CouplingRows.builder()
            .add("least", Relation.AT_LEAST, 0.25, new int[] {0}, Cases.row(1))
            .add("most", Relation.AT_MOST, 0.5, new int[] {0}, Cases.row(1))
            .build();
    AllocationProgram program = AllocationProgram.maximizeSum(problem, Cases.row(1)).withRows(row);
    CertifiedSolution start =
        CertifiedSolution.of(
            program,
            new SolverOutcome.Solved(
                Cases.row(0.5), new double[0], Prices.zero(1, 1), Cases.row(0, 2), 1));
    ExactVertex vertex = ExactVertex.of(ExactProgram.of(program), start, 1e-7).orElseThrow();
    assertEquals(q(1, 1), vertex.value());
    assertEquals(q(1, 2), vertex.column(0));
    assertEquals(Rational.ZERO, vertex.ofRow(0));
    assertEquals(q(2, 1), vertex.ofRow(1));
    assertEquals(Rational.ZERO, vertex.ofPool(0));
    assertEquals(Rational.ZERO, vertex.ofTime(0));
  }
}
