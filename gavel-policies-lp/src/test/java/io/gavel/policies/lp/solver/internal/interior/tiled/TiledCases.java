package io.gavel.policies.lp.solver.internal.interior.tiled;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Programs of the shapes that tables of tiles have. */
final class TiledCases {

  /** What is maximised. */
  enum Aim {
    LEVEL,
    SUM,
    FLOORS,
    LOGARITHMS,
    ROOTS,
    INVERSES
  }

  private TiledCases() {}

  /** A program in which every fifth job has no utility. */
  static AllocationProgram program(AllocationProblem problem, Aim aim, Random random) {
    double[] numbers = random.doubles(problem.jobCount(), 0.5, 1).toArray();
    double[] weights = numbers.clone();
    for (int m = 4; m < weights.length; m += 5) {
      weights[m] = 0;
    }
    return switch (aim) {
      case LEVEL -> AllocationProgram.maximizeMinimum(problem, numbers);
      case SUM -> AllocationProgram.maximizeSum(problem, numbers);
      case FLOORS -> AllocationProgram.maximizeSum(problem, numbers).withFloor(numbers);
      case LOGARITHMS -> AllocationProgram.maximizeUtility(problem, weights, 0);
      case ROOTS -> AllocationProgram.maximizeUtility(problem, weights, 0.5);
      case INVERSES -> AllocationProgram.maximizeUtility(problem, weights, -1);
    };
  }

  /**
   * Jobs of one to four workers, the last two types on one pool.
   *
   * @param most the types that a job runs on, at random places, besides one that depends on its
   *     number
   */
  static AllocationProblem problem(int jobs, int types, int most, Random random) {
    Cluster cluster =
        Cluster.of(
            IntStream.range(0, types)
                .mapToObj(
                    j ->
                        new WorkerType("w" + j, 4 + jobs / 2)
                            .withPool("p" + Math.min(j, Math.max(0, types - 2))))
                .toList());
    AllocationProblem.Builder builder = AllocationProblem.builder(cluster);
    for (int m = 0; m < jobs; m++) {
      double[] row = new double[types];
      for (int i = 0; i < most; i++) {
        row[random.nextInt(types)] = random.nextDouble(1, 2);
      }
      row[m % types] = 1.5;
      builder.job(Job.builder("j" + m).scaleFactor(1 << m % 3).build(), row);
    }
    return builder.build();
  }

  static int[] columns(AllocationProgram program, IntPredicate which) {
    return IntStream.range(0, program.columnCount()).filter(which).toArray();
  }

  /** Rows of each relation over columns of some jobs, and free variables that they limit. */
  static AllocationProgram coupled(AllocationProgram plain, Random random) {
    FreeVariables free =
        FreeVariables.builder()
            .add("level", Double.POSITIVE_INFINITY, 0.5)
            .addWorkers("bought", 2, 0.3, 0)
            .add("both", 3, -0.2, new int[] {plain.poolCount() - 1, 0}, new double[] {0.7, -0.4})
            .build();
    AllocationProgram program = plain.withFreeVariables(free);
    CouplingRows.Builder rows = CouplingRows.builder();
    double[] ofPool = random.doubles(plain.poolCount(), 0.5, 1).toArray();
    IntToDoubleFunction perWorker = c -> ofPool[program.pool(c)] * program.size(c);
    add(rows, Relation.AT_MOST, columns(program, c -> program.first(c) % 2 == 0), perWorker, 2);
    add(rows, Relation.AT_LEAST, columns(program, c -> program.first(c) % 3 == 0), perWorker, 0);
    int[] some = columns(program, c -> program.pool(c) == 0 || program.first(c) == 1);
    add(rows, Relation.EXACTLY, some, c -> program.first(c) % 2 == 0 ? 1 : -0.5, 1);
    add(rows, Relation.AT_MOST, columns(program, c -> program.first(c) < 4), c -> 1 + c, 2);
    return program.withRows(rows.build());
  }

  private static void add(
      CouplingRows.Builder rows,
      Relation relation,
      int[] columns,
      IntToDoubleFunction coefficient,
      int free) {
    double[] coefficients = IntStream.of(columns).mapToDouble(coefficient).toArray();
    double[] ofFree = {relation == Relation.AT_LEAST ? -1 : 0.6};
    rows.add("row", relation, 1, columns, coefficients, new int[] {free}, ofFree);
  }

  /** A row for each of some teams of jobs, which a free variable limits in all of them. */
  static AllocationProgram teams(AllocationProgram plain, int teams) {
    AllocationProgram program =
        plain.withFreeVariables(
            FreeVariables.builder()
                .add("level", Double.POSITIVE_INFINITY, 1)
                .addWorkers("bought", 2, 0.3, 0)
                .build());
    CouplingRows.Builder rows = CouplingRows.builder();
    for (int r = 0; r < teams; r++) {
      int team = r;
      int[] columns = columns(program, c -> program.first(c) % teams == team);
      add(rows, Relation.AT_LEAST, columns, c -> program.rate(c), 0);
    }
    int[] even = columns(program, c -> program.first(c) % 2 == 0);
    add(rows, Relation.AT_MOST, even, program::size, 1);
    return program.withRows(rows.build());
  }
}
