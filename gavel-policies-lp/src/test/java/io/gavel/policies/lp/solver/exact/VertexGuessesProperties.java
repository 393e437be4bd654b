package io.gavel.policies.lp.solver.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.RowPrograms;
import io.gavel.policies.lp.solver.RowPrograms.Goal;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeColumns;
import io.gavel.policies.model.Job;
import io.gavel.policies.statement.Rational;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is guessed, a vertex that is answered keeps every line of the program or its dual. */
class VertexGuessesProperties {

  private static final CertifiedSolver SOLVER = CertifiedSolver.standard().withVertices();

  private static Rational exact(double value) {
    return Rational.of(value);
  }

  private static CertifiedSolution start(AllocationProgram program) {
    try {
      return SOLVER.solve(program);
    } catch (AllocationException unsolved) {
      Assume.that(false);
      throw unsolved;
    }
  }

  /** Sums of a column's lines, of times and of throughputs at a point, term by term. */
  private static void assertHolds(AllocationProgram program, PrimalVertex vertex) {
    int own = program.columnCount();
    FreeColumns free = program.freeColumns();
    Rational[] used = new Rational[program.poolCount()];
    Arrays.fill(used, Rational.ZERO);
    Rational[] time = new Rational[program.jobCount()];
    Arrays.fill(time, Rational.ZERO);
    Rational[] made = time.clone();
    Rational gains = Rational.ZERO;
    for (int c = 0; c < own; c++) {
      Rational x = vertex.column(c);
      assertTrue(x.signum() >= 0);
      used[program.pool(c)] = used[program.pool(c)].plus(x.times(exact(program.size(c))));
      gains = gains.plus(x.times(exact(program.gain(c))));
      for (int m : new int[] {program.first(c), program.second(c)}) {
        if (m >= 0) {
          time[m] = time[m].plus(x);
          made[m] = made[m].plus(x.times(exact(program.rate(c, m))));
        }
      }
    }
    for (int f = 0; f < free.count(); f++) {
      Rational y = vertex.column(own + f);
      assertTrue(y.signum() >= 0);
      assertTrue(Double.isInfinite(free.most(f)) || y.compareTo(exact(free.most(f))) <= 0);
      gains = gains.plus(y.times(exact(free.gain(f))));
      free.forEach(f, (k, a) -> used[k] = used[k].plus(y.times(exact(a))));
    }
    Rational level = vertex.value().minus(gains);
    assertTrue(program.hasLevel() || level.signum() == 0);
    for (int m = 0; m < time.length; m++) {
      assertTrue(time[m].compareTo(Rational.ONE) <= 0);
      Rational owed = exact(program.floor(m)).plus(level.times(exact(program.requirement(m))));
      assertTrue(made[m].compareTo(owed) >= 0);
    }
    for (int k = 0; k < used.length; k++) {
      assertTrue(used[k].compareTo(exact(program.workers(k))) <= 0);
    }
    CouplingRows rows = program.rows();
    for (int i = 0; i < rows.count(); i++) {
      Rational[] sum = {Rational.ZERO};
      rows.forEach(i, (c, a) -> sum[0] = sum[0].plus(vertex.column(c).times(exact(a))));
      rows.forEachFree(i, (f, a) -> sum[0] = sum[0].plus(vertex.column(own + f).times(exact(a))));
      int sign = sum[0].compareTo(exact(rows.bound(i)));
      assertTrue(rows.relation(i) == Relation.AT_MOST || sign >= 0);
      assertTrue(rows.relation(i) == Relation.AT_LEAST || sign <= 0);
    }
  }

  private static void assertHolds(AllocationProgram program, DualVertex prices) {
    int own = program.columnCount();
    int pools = program.poolCount();
    FreeColumns free = program.freeColumns();
    CouplingRows rows = program.rows();
    Rational[] cost = new Rational[own + free.count()];
    for (int c = 0; c < cost.length; c++) {
      cost[c] = exact(c < own ? program.gain(c) : free.gain(c - own)).negated();
    }
    for (int k = 0; k < pools; k++) {
      assertTrue(prices.ofLine(k).signum() >= 0);
    }
    for (int i = 0; i < rows.count(); i++) {
      Rational price = prices.ofLine(pools + i);
      assertTrue(rows.relation(i) != Relation.AT_MOST || price.signum() >= 0);
      assertTrue(rows.relation(i) != Relation.AT_LEAST || price.signum() <= 0);
      rows.forEach(i, (c, a) -> cost[c] = cost[c].plus(price.times(exact(a))));
      rows.forEachFree(i, (f, a) -> cost[own + f] = cost[own + f].plus(price.times(exact(a))));
    }
    Rational level = Rational.ZERO;
    for (int m = 0; m < program.jobCount(); m++) {
      assertTrue(prices.ofThroughput(m).signum() >= 0 && prices.ofTime(m).signum() >= 0);
      level = level.plus(prices.ofThroughput(m).times(exact(program.requirement(m))));
    }
    assertTrue(!program.hasLevel() || level.equals(Rational.ONE));
    for (int c = 0; c < own; c++) {
      cost[c] = cost[c].plus(prices.ofLine(program.pool(c)).times(exact(program.size(c))));
      for (int m : new int[] {program.first(c), program.second(c)}) {
        if (m >= 0) {
          Rational earned = prices.ofThroughput(m).times(exact(program.rate(c, m)));
          cost[c] = cost[c].plus(prices.ofTime(m)).minus(earned);
        }
      }
    }
    for (int f = 0; f < free.count(); f++) {
      int at = own + f;
      cost[at] = cost[at].plus(prices.ofTime(program.jobCount() + f));
      free.forEach(f, (k, a) -> cost[at] = cost[at].plus(prices.ofLine(k).times(exact(a))));
    }
    for (Rational each : cost) {
      assertTrue(each.signum() >= 0);
    }
  }

  /** A guess with some of its parts wrong. */
  private static Guess wrong(ExactProgram exact, Guess guess, Random random, int errors) {
    for (int i = 0; i < errors; i++) {
      boolean[][] flags = {guess.open, guess.timeIsTight, guess.demandIsTight, guess.lineIsTight};
      double[][] numbers = {guess.x, guess.ofThroughput, guess.ofTime, guess.ofLine};
      if (random.nextBoolean()) {
        boolean[] flag = flags[random.nextInt(flags.length)];
        int at = random.nextInt(Math.max(1, flag.length));
        if (at < flag.length) {
          flag[at] = !flag[at];
        }
      } else {
        double[] number = numbers[random.nextInt(numbers.length)];
        int at = random.nextInt(Math.max(1, number.length));
        if (at < number.length) {
          number[at] = number[at] != 0 && random.nextBoolean() ? 0 : 2 * random.nextDouble();
        }
      }
    }
    for (int m = 0; m < exact.jobs; m++) { // which no guess takes for tight
      guess.timeIsTight[m] &= exact.isLimited(m);
      guess.ofTime[m] = exact.isLimited(m) ? guess.ofTime[m] : 0;
    }
    return guess;
  }

  @Property(tries = 10)
  void of_anyGuess_keepsAllLinesOrIsEmpty(
      @ForAll Draws random, @ForAll Kind kind, @ForAll Goal goal, @ForAll boolean near) {
    Assume.that(goal != Goal.LOGARITHMS && kind != Kind.WIDE_RATES);
    AllocationProgram program = RowPrograms.random(random, kind, goal).program;
    CertifiedSolution start = start(program);
    ExactProgram exact = ExactProgram.of(program);
    for (int errors = 0; errors < 24; errors++) {
      Guess guess = wrong(exact, new Guess(exact, start, 1e-9, near), random, errors / 3);
      PrimalVertex.of(exact, guess).ifPresent(point -> assertHolds(program, point));
      DualVertex.of(exact, guess).ifPresent(prices -> assertHolds(program, prices));
    }
    Optional<ExactVertex> both = ExactVertex.of(exact, start, 1e-9);
    both.ifPresent(
        vertex -> {
          double scale = 1e-6 * (1 + program.gapScale(start.objective()));
          assertEquals(start.objective(), vertex.value().floor(), scale);
        });
  }

  /** Two jobs on one worker, where any division of it is optimal. */
  private static AllocationProgram tie() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    return AllocationProgram.maximizeSum(problem, Cases.row(1, 1));
  }

  @Example
  void of_guessBeyondTime_isEmpty() {
    ExactProgram exact = ExactProgram.of(tie());
    Guess guess = new Guess(exact, SOLVER.solve(tie()), 1e-9, true);
    for (double first : new double[] {0, 0.25, 1}) {
      guess.x[0] = 1 - first;
      guess.x[1] = first;
      Arrays.fill(guess.timeIsTight, false);
      assertTrue(PrimalVertex.of(exact, guess).isPresent(), "first " + first);
    }
    guess.x[0] = 2; // more than the worker, which is taken to be tight: the other would be −1
    guess.x[1] = 3;
    assertTrue(PrimalVertex.of(exact, guess).isEmpty());
    guess.lineIsTight[0] = false;
    guess.x[0] = 0.5;
    guess.x[1] = 0.75;
    assertTrue(PrimalVertex.of(exact, guess).isEmpty()); // more than there is
    guess.x[1] = 0.25;
    assertEquals(Rational.of(3, 4), PrimalVertex.of(exact, guess).orElseThrow().value());
  }

  /** Which lines count as tight depends on their slack only if slacks near 0 count. */
  @Example
  void guess_slacksAndPricesBelowZero_countAs0() {
    AllocationProblem problem =
        Cases.problem(Cases.workers(2, 4), Cases.row(4, 1), Cases.row(1, 1), Cases.row(0, 2));
    CouplingRows row =
        CouplingRows.builder()
            .add("least", Relation.AT_LEAST, 1, new int[] {3}, Cases.row(1))
            .add("equal", Relation.EXACTLY, 1, new int[] {4}, Cases.row(1))
            .add("loose", Relation.AT_MOST, 9, new int[] {4}, Cases.row(1))
            .build();
    AllocationProgram program =
        AllocationProgram.maximizeSum(problem, Cases.row(1, 1, 1))
            .withFloor(Cases.row(0, 1, 0))
            .withRows(row);
    CertifiedSolution start = SOLVER.solve(program);
    assertArrayEquals(Cases.row(1, 0, 0, 1, 1), start.fractions(), 1e-9);
    Guess near = new Guess(ExactProgram.of(program), start, 1e-7, true);
    assertArrayEquals(new boolean[] {true, true, true}, near.timeIsTight);
    assertArrayEquals(new boolean[] {false, true, false}, near.demandIsTight);
    assertArrayEquals(new boolean[] {false, false, true, true, false}, near.lineIsTight);
    assertArrayEquals(Cases.row(1, 0, 0, 1, 1), near.x, 1e-9);
    assertTrue(near.open[0] && !near.open[1] && near.open[3] && near.open[4]);
    Guess clear = new Guess(ExactProgram.of(program), start, 1e-7, false);
    for (int m = 0; m < 3; m++) {
      assertEquals(clear.ofTime[m] > 0, clear.timeIsTight[m]);
      assertEquals(clear.ofThroughput[m] > 0, clear.demandIsTight[m]);
    }
    assertTrue(clear.lineIsTight[3] && !clear.lineIsTight[4] && !clear.lineIsTight[1]);
    Guess coarse = new Guess(ExactProgram.of(program), start, 0.9, true);
    assertTrue(coarse.lineIsTight[0] && coarse.lineIsTight[1] && coarse.lineIsTight[4]);
    Guess all = new Guess(ExactProgram.of(program), start, 1, true);
    assertEquals(0, Arrays.stream(all.x).max().orElseThrow()); // none is larger than 1
    assertEquals(0, Arrays.stream(all.ofTime).max().orElseThrow());
    assertFalse(Arrays.equals(all.open, clear.open));
  }

  /** Jobs that pairs connect, in a chain, are one block; a free column is one of its own. */
  @Example
  void blocks_ofPairs_areWhatTheyConnect() {
    AllocationProblem.Builder problem = AllocationProblem.builder(Cases.workers(1, 2));
    for (int m = 0; m < 6; m++) {
      problem.job(Job.of("" + m), 1, m % 2);
    }
    problem.pair("1", "4", Cases.row(1, 0), Cases.row(2, 0));
    problem.pair("4", "5", Cases.row(0, 3), Cases.row(0, 4));
    FreeColumns free =
        FreeColumns.builder().add("money", 5, -2).addWorkers("bought", 3, 1, 1).build();
    AllocationProgram plain =
        AllocationProgram.maximizeSum(problem.build(), Cases.row(1, 2, 3, 4, 5, 6));
    CouplingRows rows =
        CouplingRows.builder()
            .add("row", Relation.AT_LEAST, 7, new int[] {0, 2}, Cases.row(3, 4))
            .build();
    AllocationProgram program = plain.withFreeColumns(free).withRows(rows);
    ExactProgram exact = ExactProgram.of(program);
    assertEquals(8, exact.jobs);
    assertEquals(program.columnCount() + 2, exact.columns);
    assertEquals(3, exact.lines);
    int[][] jobs = exact.jobsOfBlock.toArray(new int[0][]);
    assertArrayEquals(new int[][] {{0}, {1, 4, 5}, {2}, {3}, {6}, {7}}, jobs);
    int[][] columns = exact.columnsOfBlock.toArray(new int[0][]);
    // 0a, 1a, 1b, 2a, 3a, 3b, 4a, 5a, 5b, then pairs and free columns
    int[][] expected = {{0}, {1, 2, 6, 7, 8, 9, 10}, {3}, {4, 5}, {11}, {12}};
    assertArrayEquals(expected, columns);
    assertArrayEquals(new int[] {1, 4}, exact.members(9));
    assertArrayEquals(new int[] {5}, exact.members(8));
    assertArrayEquals(new int[] {6}, exact.members(11));
    assertEquals(2, exact.rate(9, 4));
    assertEquals(0, exact.rate(11, 6));
    assertEquals(Rational.of(1 + 2 * 3 + 0, 1), exact.gain(0).plus(Rational.of(6, 1)));
    assertEquals(Rational.of(2 + 2 * 5, 1), exact.gain(9));
    assertEquals(Rational.of(-2, 1), exact.gain(11));
    assertEquals(-1, exact.nearGain(12));
    assertEquals(1, exact.time(5));
    assertEquals(5, exact.time(6));
    assertEquals(3, exact.time(7));
    assertArrayEquals(new int[] {0, 2}, exact.line[0]);
    assertArrayEquals(Cases.row(1, 3), exact.coefficient[0]);
    assertArrayEquals(new int[] {1, 2}, exact.line[2]);
    assertArrayEquals(Cases.row(1, 4), exact.coefficient[2]);
    assertArrayEquals(new int[0], exact.line[11]);
    assertArrayEquals(new int[] {1}, exact.line[12]);
    assertEquals(2, exact.bound(1));
    assertEquals(7, exact.bound(2));
    assertEquals(Relation.AT_MOST, exact.relation(1));
    assertEquals(Relation.AT_LEAST, exact.relation(2));
    assertEquals(Rational.ZERO, exact.floor(6));
    assertEquals(Rational.ZERO, exact.requirement(7));
  }

  /** Floors, requirements and gains in fractions replace those of doubles. */
  @Example
  void with_fractions_areUsed() {
    AllocationProblem problem = Cases.problem(Cases.workers(1), Cases.row(1), Cases.row(1));
    Rational third = Rational.of(1, 3);
    Rational[] thirds = {third, Rational.of(2, 3)};
    AllocationProgram level = AllocationProgram.maximizeMinimum(problem, Cases.row(0.5, 0.5));
    ExactProgram exact = ExactProgram.of(level).withRequirements(thirds);
    assertEquals(Rational.of(2, 3), exact.requirement(1));
    Rational best = ExactVertex.of(exact, SOLVER.solve(level), 1e-7).orElseThrow().value();
    assertEquals(Rational.ONE, best);
    AllocationProgram sum =
        AllocationProgram.maximizeSum(problem, Cases.row(1, 2)).withFloor(Cases.row(0.3, 0));
    ExactProgram floors = ExactProgram.of(sum).withFloors(new Rational[] {third, Rational.ZERO});
    assertEquals(third, floors.floor(0));
    ExactVertex vertex = ExactVertex.of(floors, SOLVER.solve(sum), 1e-7).orElseThrow();
    assertEquals(Rational.of(5, 3), vertex.value());
    assertEquals(third, vertex.column(0));
    assertEquals(Rational.ONE, vertex.ofThroughput(0));
    assertEquals(Rational.of(2, 1), vertex.ofPool(0).plus(vertex.ofTime(1)));
    ExactProgram gains = ExactProgram.of(tie()).withGains(thirds);
    assertEquals(third, gains.gain(0));
    assertEquals(Rational.of(2, 3), gains.gain(1));
  }
}
