package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * The factored matrix, checked by its residuals against the same matrix held densely, for teams
 * that are too few for a shaft or enough, with rows that overlap them and columns of few and of
 * many rows.
 */
class ArrowMatrixProperties {

  private static final int TYPES = 3;

  /** Jobs in teams, with a total of each and totals of half the jobs, which overlap. */
  private static TiledProgram program(RandomGenerator random, int teams, int halves) {
    int jobs = teams + random.nextInt(2 * teams);
    AllocationProblem.Builder builder =
        AllocationProblem.builder(
            Cluster.of(
                IntStream.range(0, TYPES).mapToObj(j -> new WorkerType("w" + j, jobs)).toList()));
    for (int m = 0; m < jobs; m++) {
      builder.job(Job.of("j" + m), random.doubles(TYPES, 1, 2).toArray());
    }
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(builder.build(), random.doubles(jobs, 0.5, 1).toArray());
    CouplingRows.Builder rows = CouplingRows.builder();
    int[] level = {0};
    for (int r = 0; r < teams; r++) {
      int team = r;
      int[] columns = columns(program, c -> program.first(c) % teams == team);
      add(rows, "team" + r, random, columns, level);
    }
    for (int r = 0; r < halves; r++) {
      int[] columns = columns(program, c -> program.first(c) % 2 == 0);
      add(rows, "half" + r, random, columns, new int[] {1});
    }
    FreeVariables.Builder free = FreeVariables.builder();
    free.add("level", Double.POSITIVE_INFINITY, 1);
    free.add("bought", 2, -1);
    return TiledProgram.of(
        program.withFreeVariables(free.build()).withRows(rows.build()), SolveLimits.none());
  }

  private static int[] columns(AllocationProgram program, IntPredicate which) {
    return IntStream.range(0, program.columnCount()).filter(which).toArray();
  }

  private static void add(
      CouplingRows.Builder rows, String name, RandomGenerator random, int[] columns, int[] free) {
    double[] coefficients = random.doubles(columns.length, 1, 2).toArray();
    double[] ofFree = {-random.nextDouble(1, 2)};
    rows.add(name, Relation.AT_LEAST, 0, columns, coefficients, free, ofFree);
  }

  @Property
  void solve_anyRightHandSide_leavesNoResidual(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 80) int teams,
      @ForAll @IntRange(max = 3) int halves,
      @ForAll boolean hasLevel) {
    TiledProgram program = program(random, teams, halves);
    int order = program.resources;
    double[][] dense = new double[order][order];
    ArrowMatrix matrix = new ArrowMatrix(program, hasLevel);
    matrix.clear();
    for (int k = 0; k < order; k++) {
      addOuter(matrix, dense, random.nextDouble(0.5, 1), new int[] {k}, new double[] {1});
    }
    for (int q = 0; q < program.classes; q++) {
      int[] ofClass = program.resourceOfClass[q];
      int[] touched =
          IntStream.concat(IntStream.range(0, program.pools), Arrays.stream(ofClass)).toArray();
      double[] sizes = random.doubles(touched.length, -1, 1).toArray();
      addOuter(matrix, dense, random.nextDouble(0.5, 1), touched, sizes);
    }
    double[] ratios = random.doubles(program.freeGain.length, 0.1, 10).toArray();
    for (int f = 0; f < ratios.length; f++) {
      matrix.addFree(f, ratios[f], program.freeResource[f], program.freeSize[f]);
      addOuter(dense, ratios[f], program.freeResource[f], program.freeSize[f]);
    }
    if (hasLevel) {
      double[] sizes = random.doubles(order, -1, 1).toArray();
      double pivot = random.nextDouble(0.1, 10);
      matrix.addLevel(sizes, pivot);
      addOuter(dense, 1 / pivot, IntStream.range(0, order).toArray(), sizes);
    }

    assertTrue(matrix.factor());
    double[] side = random.doubles(order, -1, 1).toArray();
    double[] solution = side.clone();
    matrix.solve(solution);

    for (int k = 0; k < order; k++) {
      double sum = 0;
      double terms = 1;
      for (int i = 0; i < order; i++) {
        sum += dense[k][i] * solution[i];
        terms += Math.abs(dense[k][i] * solution[i]);
      }
      assertEquals(side[k], sum, 1e-9 * terms, "row " + k);
    }
    for (int f = 0; f < ratios.length; f++) {
      double paid = 0;
      for (int e = 0; e < program.freeResource[f].length; e++) {
        paid += program.freeSize[f][e] * solution[program.freeResource[f][e]];
      }
      assertEquals(
          ratios[f] * paid, matrix.moved(f, ratios[f], paid), 1e-9 * order, "free variable " + f);
    }
  }

  private static void addOuter(
      ArrowMatrix matrix, double[][] dense, double ratio, int[] touched, double[] sizes) {
    for (int e = 0; e < touched.length; e++) {
      for (int d = 0; d <= e; d++) {
        matrix.add(touched[e], touched[d], ratio * sizes[e] * sizes[d]);
      }
    }
    addOuter(dense, ratio, touched, sizes);
  }

  private static void addOuter(double[][] dense, double ratio, int[] touched, double[] sizes) {
    for (int e = 0; e < touched.length; e++) {
      for (int d = 0; d < touched.length; d++) {
        dense[touched[e]][touched[d]] += ratio * sizes[e] * sizes[d];
      }
    }
  }
}
