package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.model.Group;
import java.util.function.IntToDoubleFunction;

/**
 * Bounds that prices prove, recomputed from the plain rows of a problem. Any prices prove a bound;
 * those of a certificate should prove its own. It shares no code with the programs of the library.
 */
final class WeakDuality {

  private final AllocationProblem problem;
  private final Prices prices;
  private final int types;

  WeakDuality(AllocationProblem problem, Prices prices) {
    this.problem = problem;
    this.prices = prices;
    this.types = problem.cluster().typeCount();
  }

  /** What a sum of gains by entry, {@code g · types + j}, cannot exceed where floors are met. */
  double sum(IntToDoubleFunction gain, IntToDoubleFunction floor) {
    double bound = resources(gain);
    for (int m = 0; m < problem.jobCount(); m++) {
      bound -= prices.ofThroughput(m) * floor.applyAsDouble(m);
    }
    return bound;
  }

  /** A level that cannot be exceeded: the least throughput in multiples of what is owed. */
  double level(IntToDoubleFunction owed) {
    double worth = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      worth += prices.ofThroughput(m) * owed.applyAsDouble(m);
    }
    return resources(i -> 0) / worth;
  }

  /** A bound on {@code Σ weight log throughput}, by the tangents whose slopes are the prices. */
  double logs(IntToDoubleFunction weight) {
    double bound = resources(i -> 0);
    for (int m = 0; m < problem.jobCount(); m++) {
      double w = weight.applyAsDouble(m);
      bound += w > 0 ? w * Math.log(w / prices.ofThroughput(m)) - w : 0;
    }
    return bound;
  }

  /**
   * A sum {@code Σ c / throughput} that cannot be undercut, for prices in any unit: with {@code V}
   * for the worth of all resources, the tangents give {@code 2 √s Σ √(c y) − s V}, and the best
   * {@code s} gives the square of the sum of roots over {@code V}.
   */
  double reciprocals(IntToDoubleFunction c) {
    double roots = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      roots += Math.sqrt(c.applyAsDouble(m) * prices.ofThroughput(m));
    }
    return roots * roots / resources(i -> 0);
  }

  /** The largest sum of gains and of throughputs at their prices. */
  private double resources(IntToDoubleFunction gain) {
    double bound = 0;
    for (int k = 0; k < problem.cluster().poolCount(); k++) {
      bound += prices.ofPool(k) * problem.cluster().poolWorkers(k);
    }
    for (int m = 0; m < problem.jobCount(); m++) {
      bound += prices.ofTime(m);
    }
    for (LinearRow row : problem.constraintRows()) {
      bound += signed(row) * row.bound();
    }
    for (int g = 0; g < problem.groupCount(); g++) {
      double most = 0;
      for (int j = 0; j < types; j++) {
        most = problem.runs(g, j) ? Math.max(most, profit(g, j, gain)) : most;
      }
      bound += most; // a group has at most all of the time
    }
    return bound;
  }

  private double profit(int g, int j, IntToDoubleFunction gain) {
    Group group = problem.group(g);
    double profit = gain.applyAsDouble(g * types + j);
    profit -= problem.workers(g) * prices.ofPool(problem.cluster().poolOf(j));
    for (int i = 0; i < group.size(); i++) {
      int m = group.member(i);
      profit += prices.ofThroughput(m) * problem.throughputs().stepsPerSecond(g, i, j);
      profit -= prices.ofTime(m);
    }
    for (LinearRow row : problem.constraintRows()) {
      profit -= signed(row) * row.coefficientOf(g * types + j);
    }
    return profit;
  }

  private double signed(LinearRow row) {
    double price = prices.constraints().getOrDefault(row.name(), 0.0);
    return switch (row.relation()) {
      case AT_MOST, EXACTLY -> price;
      case AT_LEAST -> -price;
    };
  }
}
