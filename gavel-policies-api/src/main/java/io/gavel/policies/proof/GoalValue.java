package io.gavel.policies.proof;

import io.gavel.policies.internal.exact.ExactSum;
import io.gavel.policies.statement.FreeVariable;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The value of a goal at a point: a double that it reaches, and whether it reaches a claim. */
final class GoalValue {

  /** Relative to this, the estimates of levels are exact. */
  private static final double NEAR = 0x1p-48;

  private final Point x;
  private final Statement statement;

  GoalValue(Point x, Statement statement) {
    this.x = x;
    this.statement = statement;
  }

  /** A value that the point reaches, within a few units in the last place of the exact one. */
  double reached() {
    Goal goal = statement.goal();
    if (goal instanceof Goal.Level level) {
      return reached(level);
    }
    if (goal instanceof Goal.FinishTimes times) {
      return reached(times);
    }
    if (goal instanceof Goal.Welfare welfare) {
      double sum = welfare(welfare).map(at -> at.value().floor()).orElse(-Double.MAX_VALUE);
      return Means.reached(welfare, sum);
    }
    if (goal instanceof Goal.Ratio ratio) {
      ExactSum cost = sum(ratio::cost);
      return cost.signum() > 0 ? sum(ratio::gain).value().dividedBy(cost.value()).floor() : 0;
    }
    Rational sum = total((Goal.Total) goal).value();
    return goal.minimized() ? sum.ceil() + 0.0 : sum.floor();
  }

  /** Whether the goal is at least, if minimised at most, the claim, exactly. */
  boolean reaches(double claim) {
    Goal goal = statement.goal();
    if (goal instanceof Goal.Level level) {
      return reaches(level, claim);
    }
    if (goal instanceof Goal.FinishTimes times) {
      return reached(times) <= claim;
    }
    if (goal instanceof Goal.Welfare welfare) {
      double needed = Means.sumUp(welfare, claim);
      return Double.isFinite(needed)
          && welfare(welfare).filter(at -> at.add(-needed).signum() >= 0).isPresent();
    }
    if (goal instanceof Goal.Ratio ratio) {
      ExactSum cost = sum(ratio::cost);
      Rational reached = sum(ratio::gain).value();
      return cost.signum() > 0
          ? reached.compareTo(cost.value().times(Rational.of(claim))) >= 0
          : claim <= 0;
    }
    int sign = total((Goal.Total) goal).add(-claim).signum();
    return goal.minimized() ? sign <= 0 : sign >= 0;
  }

  /** The largest double that is at most the level, next to the estimate of the lowest job. */
  private double reached(Goal.Level goal) {
    double level = least(goal);
    if (level == Double.POSITIVE_INFINITY || level == 0) {
      return 0;
    }
    double near = level * (1 + NEAR) + 4 * Double.MIN_VALUE; // also for subnormal levels
    int[] lowest =
        IntStream.range(0, x.throughput.length)
            .filter(m -> goal.requirement(m) > 0 && x.throughput[m] / goal.requirement(m) <= near)
            .toArray();
    double claim = Math.nextUp(Math.nextUp(level));
    while (!reaches(goal, claim, Arrays.stream(lowest))) {
      claim = Math.nextDown(claim);
    }
    return claim;
  }

  /** The lowest estimate of all jobs; infinite if none counts. */
  private double least(Goal.Level goal) {
    double least = Double.POSITIVE_INFINITY;
    for (int m = 0; m < x.throughput.length; m++) {
      if (goal.requirement(m) > 0) {
        least = Math.min(least, x.throughput[m] / goal.requirement(m));
      }
    }
    return least;
  }

  private boolean reaches(Goal.Level goal, double claim) {
    return reaches(goal, claim, IntStream.range(0, x.throughput.length));
  }

  /** Whether all of the jobs that count are at the level; 0 is the level of no jobs. */
  private boolean reaches(Goal.Level goal, double claim, IntStream jobs) {
    ExactSum exact = new ExactSum();
    boolean counts = false;
    for (PrimitiveIterator.OfInt i = jobs.iterator(); i.hasNext(); ) {
      int m = i.nextInt();
      double requirement = goal.requirement(m);
      if (requirement == 0) {
        continue;
      }
      counts = true;
      boolean clear =
          x.throughput[m] > Point.SAFE
              && Math.fma(requirement, claim, -x.throughput[m]) <= 0; // has the sign of the exact
      if (!clear) {
        x.addThroughput(m, exact.clear()).addProduct(-requirement, claim);
        if (exact.signum() < 0) {
          return false;
        }
      }
    }
    return counts || claim <= 0;
  }

  private double reached(Goal.FinishTimes goal) {
    double latest = 0;
    for (int m = 0; m < x.throughput.length; m++) {
      if (goal.steps(m) > 0) {
        double left = Directed.quotientUp(goal.steps(m), x.throughput[m]);
        double finish = goal.past(m) == 0 ? left : Directed.sumUp(goal.past(m), left);
        latest = Math.max(latest, Directed.quotientUp(finish, goal.unit(m)));
      }
    }
    return latest;
  }

  private ExactSum total(Goal.Total goal) {
    ExactSum sum = sum(goal::gain);
    List<FreeVariable> free = statement.free();
    free.forEach(column -> sum.addProduct(column.gain(), column.value()));
    return sum;
  }

  /** The sum of a number of each entry times its fraction. */
  private ExactSum sum(IntToDoubleFunction ofEntry) {
    int types = x.problem.cluster().typeCount();
    ExactSum sum = new ExactSum();
    x.forEachUsed(
        (g, j, fraction) -> {
          if (x.columns.runs(g * types + j)) {
            sum.addProduct(ofEntry.applyAsDouble(g * types + j), fraction);
          }
        });
    return sum;
  }

  /** A sum of utilities, each rounded down; empty if one is below all doubles. */
  private Optional<ExactSum> welfare(Goal.Welfare goal) {
    ExactSum sum = new ExactSum().add(goal.offset());
    double power = goal.power();
    for (int m = 0; m < x.throughput.length; m++) {
      double q = x.throughput[m];
      double weight = goal.weight(m);
      if (weight == 0) {
        continue;
      }
      double utility;
      if (power == 0) {
        utility = Directed.logDown(q);
      } else if (power > 0) {
        utility = Directed.quotientDown(Directed.powDown(q, power), power);
      } else {
        utility = Directed.quotientDown(Directed.powUp(q, power), power);
      }
      if (utility == Double.NEGATIVE_INFINITY) {
        return Optional.empty();
      }
      sum.addProduct(weight, utility);
    }
    return Optional.of(sum);
  }
}
