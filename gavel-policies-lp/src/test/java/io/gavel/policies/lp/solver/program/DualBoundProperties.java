package io.gavel.policies.lp.solver.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Weak duality: no feasible point exceeds the bound that any prices prove. */
class DualBoundProperties {

  @Property
  void bound_anyPrices_isNeverBeatenByAFeasiblePoint(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem, @ForAll Draws random) {
    AllocationProgram program =
        random.nextBoolean() ? level(problem, random) : sum(problem, random);
    double[] x =
        FeasibilityRepair.of(program, numbers(random, program.columnCount(), 1)).fractions();
    double bound = DualBound.of(program, prices(random, program)).value();
    double objective = program.objective(x);
    assertTrue(bound >= objective - 1e-12 * Math.abs(objective), bound + " < " + objective);
  }

  /**
   * The prices of a bound prove it: no column is worth more than it pays, and they add up to the
   * bound.
   */
  @Property
  void bound_anyPrices_isWhatItsOwnPricesProve(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem, @ForAll Draws random) {
    AllocationProgram program = sum(problem, random);
    program = program.withFloor(numbers(random, program.jobCount(), 2));
    DualBound bound = DualBound.of(program, prices(random, program));
    Prices proof = bound.prices();
    double value = 0;
    double size = 0;
    for (int k = 0; k < program.poolCount(); k++) {
      value += proof.ofPool(k) * program.workers(k);
    }
    for (int m = 0; m < program.jobCount(); m++) {
      value += proof.ofTime(m) - proof.ofThroughput(m) * program.floor(m);
      size += proof.ofTime(m) + proof.ofThroughput(m) * program.floor(m);
    }
    assertEquals(value, bound.value(), 1e-9 * (Math.abs(value) + size));
    for (int c = 0; c < program.columnCount(); c++) {
      double worth = program.gain(c) + program.rate(c) * proof.ofThroughput(program.first(c));
      assertTrue(program.reducedCost(c, proof) >= -1e-9 * (1 + worth), "column " + c + " pays");
    }
  }

  /** A job that is in no pair has the least price of time that its columns allow. */
  @Property
  void bound_pricesOfTimeOfSingles_areTheLeast(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProgram program = sum(Problems.random(random, kind), random);
    Prices proof = DualBound.of(program, prices(random, program)).prices();
    double[] least = new double[program.jobCount()];
    boolean[] paired = new boolean[least.length];
    for (int c = 0; c < program.columnCount(); c++) {
      int m = program.first(c);
      if (program.second(c) >= 0) {
        paired[m] = true;
        paired[program.second(c)] = true;
      }
      double worth = program.gain(c) + program.rate(c) * proof.ofThroughput(m);
      least[m] = Math.max(least[m], worth - program.size(c) * proof.ofPool(program.pool(c)));
    }
    for (int m = 0; m < least.length; m++) {
      if (!paired[m]) {
        assertEquals(least[m], proof.ofTime(m), 1e-9 * (1 + least[m]));
      }
    }
  }

  /** Coupling rows exclude points and lower bounds, but never below a feasible objective. */
  @Property
  void bound_rows_isNeverBeatenByAPointThatKeepsThem(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProgram program = sum(Problems.random(random, kind), random);
    int n = program.columnCount();
    if (n == 0) {
      return;
    }
    double[] x = FeasibilityRepair.of(program, numbers(random, n, 1)).fractions();
    double[] coefficients = random.doubles(n, -1, 1).toArray();
    double sum = 0;
    for (int c = 0; c < n; c++) {
      sum += coefficients[c] * x[c];
    }
    for (int c = 0; sum < 0 && c < n; c++) {
      coefficients[c] = -coefficients[c];
    }
    int[] all = new int[n];
    Arrays.setAll(all, c -> c);
    AllocationProgram rows =
        program.withRows(
            CouplingRows.builder().add("row", Relation.AT_LEAST, 0, all, coefficients).build());
    double bound =
        DualBound.of(rows, prices(random, program), new double[] {10 * random.nextDouble()})
            .value();
    double objective = program.objective(x);
    assertTrue(bound >= objective - 1e-12 * Math.abs(objective), bound + " < " + objective);
  }

  private static Prices prices(Random random, AllocationProgram program) {
    return Prices.of(
        numbers(random, program.poolCount(), 10),
        numbers(random, program.jobCount(), 10),
        numbers(random, program.jobCount(), 10));
  }

  private static AllocationProgram level(AllocationProblem problem, Random random) {
    return AllocationProgram.maximizeMinimum(problem, numbers(random, problem.jobCount(), 5));
  }

  private static AllocationProgram sum(AllocationProblem problem, Random random) {
    return AllocationProgram.maximizeSum(problem, numbers(random, problem.jobCount(), 5));
  }

  private static double[] numbers(Random random, int count, double most) {
    double[] numbers = new double[count];
    Arrays.setAll(numbers, i -> random.nextInt(4) == 0 ? 0 : most * random.nextDouble());
    return numbers;
  }
}
