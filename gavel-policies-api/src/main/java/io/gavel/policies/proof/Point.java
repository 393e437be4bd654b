package io.gavel.policies.proof;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.internal.Rounding;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The fractions of an allocation: throughputs, and the limits that are missed. Time where a group
 * cannot run uses workers and makes no steps. A fraction below 0 counts as 0 everywhere, and its
 * distance from 0 as a violation: it neither frees workers nor gives a job a throughput.
 */
final class Point {

  /** Receives the fractions that are not 0. */
  interface Used {
    void at(int g, int j, double fraction);
  }

  /** By how much a limit is missed at most, relative to the limit. Immutable. */
  record Missed(String limit, double part) {}

  /** Below this size, the error of a product may not be a double. */
  static final double SAFE = 0x1p-900;

  /** Throughputs of normal size are rounded down by a smaller part than this. */
  static final double ROUNDED_DOWN = 0x1p-48;

  final AllocationProblem problem;
  final ColumnNumbers columns;

  /** As they were given, and with 0 for numbers below 0. */
  private final double[] given;

  private final double[] fractions;
  private final int types;

  /** At most each job's throughput, {@code [job]}; below it by a unit in the last place or two. */
  final double[] throughput;

  /**
   * A point of the given fractions.
   *
   * @param fractions {@code [group][worker type]}, row-major; not copied
   */
  Point(ColumnNumbers columns, double[] fractions) {
    this.columns = columns;
    given = fractions;
    this.fractions = negativeAsZero(fractions);
    problem = columns.problem;
    types = columns.types;
    throughput = new double[problem.jobCount()];
    ExactSum exact = new ExactSum();
    for (int m = 0; m < throughput.length; m++) {
      throughput[m] = throughputDown(m, exact);
    }
  }

  private static double[] negativeAsZero(double[] given) {
    double[] positive = given;
    for (int i = 0; i < given.length; i++) {
      if (given[i] < 0) {
        positive = positive == given ? given.clone() : positive;
        positive[i] = 0;
      }
    }
    return positive;
  }

  void forEachUsed(Used used) {
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < types; j++) {
        double x = fractions[g * types + j];
        if (x != 0) {
          used.at(g, j, x);
        }
      }
    }
  }

  /** Adds a job's throughput. */
  ExactSum addThroughput(int m, ExactSum to) {
    for (int i = columns.start(m); i < columns.start(m + 1); i++) {
      int g = columns.groupOfJob(i);
      for (int j = 0; j < types; j++) {
        to.addProduct(columns.rate(g, j, m), fractions[g * types + j]);
      }
    }
    return to;
  }

  /**
   * A compensated sum, rounded down unless it is exact; summed exactly if products may underflow.
   * Without branches, half of which would be mispredicted: half of all fractions are 0.
   */
  @SuppressWarnings("ShortCircuitBoolean")
  private double throughputDown(int m, ExactSum exact) {
    double sum = 0;
    double rest = 0;
    boolean rounded = false;
    boolean safe = true;
    for (int i = columns.start(m); i < columns.start(m + 1); i++) {
      int g = columns.groupOfJob(i);
      double[] rates = columns.ratesOf(g, m);
      int row = columns.row(g, m);
      for (int j = 0; j < types; j++) {
        double x = fractions[g * types + j];
        double rate = rates[row + j];
        double product = rate * x;
        double next = sum + product;
        double error = Rounding.ofSum(sum, product, next);
        double ofProduct = Math.fma(rate, x, -product);
        safe &= (product > SAFE & product < 1 / SAFE) | x == 0 | rate == 0;
        rounded |= error != 0 | ofProduct != 0;
        rest += error + ofProduct;
        sum = next;
      }
    }
    if (!safe) {
      return addThroughput(m, exact.clear()).value().floor();
    }
    // All terms are positive, so that the error of the rest is far below the last place of the sum.
    return rounded ? Math.nextDown(sum + rest) : sum;
  }

  /** Returns the limit that is missed most; empty if the point is feasible, exactly. */
  Optional<Missed> missed(Statement statement, List<LinearRow> rows) {
    Worst worst = new Worst();
    for (int i = 0; i < given.length; i++) {
      if (given[i] < 0) {
        worst.add("fraction of", problem::groupName, i / types, -given[i]);
      }
    }
    missedTime(worst);
    missedPools(statement, worst);
    for (LinearRow row : rows) {
      worst.add("constraint", i -> row.name(), 0, violation(row, statement.free()));
    }
    for (FreeVariable variable : statement.free()) {
      double excess = variable.value() - variable.most();
      worst.add("free variable", i -> variable.name(), 0, excess / Math.max(1, variable.most()));
    }
    if (statement.hasFloors()) {
      missedFloors(statement, worst);
    }
    return worst.missed();
  }

  /** Returns an upper bound on the violation of a row, relative to bound and coefficients. */
  private double violation(LinearRow row, List<FreeVariable> free) {
    ExactSum excess = new ExactSum().add(-row.bound());
    for (int i = 0; i < row.size(); i++) {
      double fraction = fractions[row.column(i)];
      if (fraction != 0) {
        excess.addProduct(row.coefficient(i), fraction);
      }
    }
    for (int i = 0; i < row.freeSize(); i++) {
      excess.addProduct(row.freeCoefficient(i), free.get(row.free(i)).value());
    }
    int sign = excess.signum();
    boolean missed =
        switch (row.relation()) {
          case AT_MOST -> sign > 0;
          case AT_LEAST -> sign < 0;
          case EXACTLY -> sign != 0;
        };
    return missed ? part(excess, row.scale()) : 0;
  }

  private static double part(ExactSum excess, double whole) {
    return excess.value().abs().ceilOfQuotient(Rational.of(whole));
  }

  /** Sums with their rounding, which is a double; exactly where that leaves a doubt. */
  private void missedTime(Worst worst) {
    ExactSum exact = new ExactSum();
    for (int m = 0; m < throughput.length; m++) {
      double sum = 0;
      double rest = 0;
      for (int i = columns.start(m); i < columns.start(m + 1); i++) {
        for (int j = 0; j < types; j++) {
          double x = fractions[columns.groupOfJob(i) * types + j];
          double next = sum + x;
          rest += Rounding.ofSum(sum, x, next);
          sum = next;
        }
      }
      if ((sum - 1) + rest > -0x1p-40 * Math.abs(rest)) {
        worst.add(
            "time of", problem::groupName, m, timeOf(m, exact.clear().add(-1)).value().ceil());
      }
    }
  }

  private ExactSum timeOf(int m, ExactSum to) {
    for (int i = columns.start(m); i < columns.start(m + 1); i++) {
      for (int j = 0; j < types; j++) {
        to.add(fractions[columns.groupOfJob(i) * types + j]);
      }
    }
    return to;
  }

  /** Rounded sums, and exact ones where these leave a doubt that a pool has enough workers. */
  private void missedPools(Statement statement, Worst worst) {
    RoundedSum[] rounded = new RoundedSum[problem.cluster().poolCount()];
    for (int k = 0; k < rounded.length; k++) {
      rounded[k] = new RoundedSum();
      rounded[k].addProduct(-1, workers(problem, statement, k));
    }
    forEachUsed((g, j, x) -> rounded[columns.pool[j]].addProduct(columns.workers[g], x));
    for (FreeVariable variable : statement.free()) {
      if (variable.pool() != FreeVariable.NO_POOL) {
        rounded[variable.pool()].addProduct(-1, variable.value());
      }
    }
    for (int k = 0; k < rounded.length; k++) {
      ExactSum excess = new ExactSum();
      if (!rounded[k].isNegative() && excessOf(k, statement, excess).signum() > 0) {
        double whole = Math.max(1, workers(problem, statement, k));
        worst.add("pool", problem.cluster()::poolName, k, part(excess, whole));
      }
    }
  }

  private ExactSum excessOf(int k, Statement statement, ExactSum to) {
    to.add(-workers(problem, statement, k));
    forEachUsed(
        (g, j, x) -> {
          if (columns.pool[j] == k) {
            to.addProduct(columns.workers[g], x);
          }
        });
    for (FreeVariable variable : statement.free()) {
      if (variable.pool() == k) {
        to.add(-variable.value());
      }
    }
    return to;
  }

  static double workers(AllocationProblem problem, Statement statement, int k) {
    return statement.hasOwnWorkers() ? statement.workers(k) : problem.cluster().poolWorkers(k);
  }

  private void missedFloors(Statement statement, Worst worst) {
    ExactSum exact = new ExactSum();
    for (int m = 0; m < throughput.length; m++) {
      double floor = statement.floor(m);
      if (throughput[m] < floor && addThroughput(m, exact.clear()).add(-floor).signum() < 0) {
        worst.add("least throughput of", problem::groupName, m, part(exact, floor));
      }
    }
  }

  /** The largest violation so far; names are formatted where it is larger. Mutable. */
  private static final class Worst {
    private double part;
    private String limit = "";

    void add(String what, IntFunction<String> nameOf, int i, double missed) {
      if (missed > part) {
        part = missed;
        limit = "%s \"%s\"".formatted(what, nameOf.apply(i));
      }
    }

    Optional<Missed> missed() {
      return part == 0 ? Optional.empty() : Optional.of(new Missed(limit, part));
    }
  }
}
