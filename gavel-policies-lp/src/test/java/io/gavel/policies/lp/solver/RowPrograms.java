package io.gavel.policies.lp.solver;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.FreeVariables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Random programs with coupling rows and free variables that hold at a random point. */
public final class RowPrograms {

  /** What a program maximises. */
  public enum Goal {
    LEVEL,
    SUM,
    GAIN,
    LOGARITHMS
  }

  /** The program. */
  public final AllocationProgram program;

  /** A feasible point: fractions and values of free variables. */
  public final double[] fractions;

  public final double[] free;

  private RowPrograms(AllocationProgram program, double[] fractions, double[] free) {
    this.program = program;
    this.fractions = fractions;
    this.free = free;
  }

  /** A program that is a function of the seed. */
  static RowPrograms random(long seed, Kind kind, Goal goal) {
    Random random = new Random(seed);
    return of(program(Problems.random(seed, kind), goal, random), random);
  }

  /** A program of random numbers. */
  public static RowPrograms random(Random random, Kind kind, Goal goal) {
    return of(program(Problems.random(random, kind), goal, random), random);
  }

  private static AllocationProgram program(AllocationProblem problem, Goal goal, Random random) {
    double[] each = new double[problem.jobCount()];
    for (int m = 0; m < each.length; m++) {
      double fastest = 0;
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        fastest =
            problem.runs(m, j)
                ? Math.max(fastest, problem.throughputs().stepsPerSecond(m, j))
                : fastest;
      }
      each[m] = fastest > 0 ? 0.5 + random.nextDouble() : 0;
      if (goal == Goal.LEVEL) {
        each[m] *= fastest;
      } else if (goal == Goal.SUM) {
        each[m] /= fastest > 0 ? fastest : 1;
      }
    }
    return switch (goal) {
      case LEVEL -> AllocationProgram.maximizeMinimum(problem, each);
      case SUM -> AllocationProgram.maximizeSum(problem, each);
      case LOGARITHMS -> AllocationProgram.maximizeUtility(problem, each, 0);
      case GAIN ->
          AllocationProgram.maximizeGain(
              problem,
              random
                  .doubles((long) problem.groupCount() * problem.cluster().typeCount(), -0.5, 1)
                  .toArray());
    };
  }

  private static RowPrograms of(AllocationProgram plain, Random random) {
    double[] x = inside(plain, random);
    FreeVariables free = free(plain, random);
    double[] y = new double[free.count()];
    Arrays.setAll(y, f -> random.nextDouble() * Math.min(free.most(f), 2));
    AllocationProgram program = plain.withFreeVariables(free);
    CouplingRows.Builder rows = CouplingRows.builder();
    List<double[]> tight = new ArrayList<>();
    int rowCount = random.nextInt(6);
    for (int i = 0; i < rowCount; i++) {
      addRow(rows, "row " + i, x, y, tight, random);
    }
    for (int f = 0; f < y.length; f++) {
      if (free.most(f) == Double.POSITIVE_INFINITY && free.gain(f) > 0) {
        limit(rows, f, x, y, random);
      }
    }
    return new RowPrograms(program.withRows(rows.build()), x, y);
  }

  private static FreeVariables free(AllocationProgram plain, Random random) {
    FreeVariables.Builder free = FreeVariables.builder();
    int count = random.nextInt(4);
    for (int f = 0; f < count; f++) {
      double most = random.nextBoolean() ? Double.POSITIVE_INFINITY : 3 * random.nextDouble();
      if (random.nextBoolean()) {
        free.addWorkers(
            "bought " + f, most, random.nextDouble(), random.nextInt(plain.poolCount()));
      } else {
        free.add("free " + f, most, 2 * random.nextDouble() - 1);
      }
    }
    return free.build();
  }

  /** A point inside the limits of time and pools. */
  private static double[] inside(AllocationProgram program, Random random) {
    double[] columns = new double[program.jobCount()];
    double[] wanted = new double[program.poolCount()];
    for (int c = 0; c < program.columnCount(); c++) {
      columns[program.first(c)]++;
      if (program.second(c) >= 0) {
        columns[program.second(c)]++;
      }
      wanted[program.pool(c)] += program.size(c);
    }
    double[] x = new double[program.columnCount()];
    for (int c = 0; c < x.length; c++) {
      int second = program.second(c);
      double most = Math.max(columns[program.first(c)], second < 0 ? 0 : columns[second]);
      double room = program.workers(program.pool(c)) / wanted[program.pool(c)];
      x[c] = 0.95 * random.nextDouble() * Math.min(1 / most, room);
    }
    return x;
  }

  private static void addRow(
      CouplingRows.Builder rows,
      String name,
      double[] x,
      double[] y,
      List<double[]> tight,
      Random random) {
    double unit = Math.pow(10, random.nextInt(7) - 3);
    boolean positive = random.nextBoolean();
    int[] columns = IntStream.range(0, x.length).filter(c -> random.nextInt(3) > 0).toArray();
    int[] free = IntStream.range(0, y.length).filter(f -> random.nextInt(3) == 0).toArray();
    double[] a = random.doubles(columns.length, positive ? 0 : -unit, unit).toArray();
    double[] e = random.doubles(free.length, -unit, unit).toArray();
    double sum = 0;
    for (int i = 0; i < columns.length; i++) {
      sum += a[i] * x[columns[i]];
    }
    for (int i = 0; i < free.length; i++) {
      sum += e[i] * y[free[i]];
    }
    double room = random.nextInt(4) == 0 ? 0 : unit * random.nextDouble();
    Relation relation = List.of(Relation.values()).get(random.nextInt(3));
    if (relation == Relation.EXACTLY || room == 0) {
      double[] row = new double[x.length + y.length];
      for (int i = 0; i < columns.length; i++) {
        row[columns[i]] = a[i];
      }
      for (int i = 0; i < free.length; i++) {
        row[x.length + free[i]] = e[i];
      }
      if (!isIndependent(row, tight)) {
        return;
      }
    }
    double bound =
        switch (relation) {
          case AT_MOST -> sum + room;
          case AT_LEAST -> sum - room;
          case EXACTLY -> sum;
        };
    rows.add(name, relation, bound, columns, a, free, e);
  }

  /**
   * Adds a row to an orthogonal basis of the rows that hold with equality. If a row depends on the
   * others, rounding of its bound decides whether the program has a feasible point.
   */
  private static boolean isIndependent(double[] row, List<double[]> basis) {
    double before = Math.sqrt(dot(row, row));
    for (double[] other : basis) {
      double share = dot(row, other) / dot(other, other);
      Arrays.setAll(row, i -> row[i] - share * other[i]);
    }
    if (!(Math.sqrt(dot(row, row)) > 1e-6 * before)) {
      return false;
    }
    basis.add(row);
    return true;
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }

  /** A row that limits a free variable by fractions. */
  private static void limit(
      CouplingRows.Builder rows, int f, double[] x, double[] y, Random random) {
    int[] columns = IntStream.range(0, x.length).filter(c -> random.nextBoolean()).toArray();
    double[] a = random.doubles(columns.length, 0, 1).toArray();
    double sum = 0;
    for (int i = 0; i < columns.length; i++) {
      sum += a[i] * x[columns[i]];
    }
    double weight = 0.5 + random.nextDouble();
    double bound = sum - weight * y[f] - random.nextDouble();
    rows.add(
        "limit of " + f,
        Relation.AT_LEAST,
        bound,
        columns,
        a,
        new int[] {f},
        new double[] {-weight});
  }
}
