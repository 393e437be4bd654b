package io.gavel.policies.proof;

import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.Rational;
import io.gavel.policies.statement.Statement;
import io.gavel.policies.statement.Statement.FreeVariable;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/** The value of a goal at a point: a double that it reaches, and whether it reaches a claim. */
final class GoalValue {

  private final Point x;
  private final Statement statement;

  GoalValue(Point x, Statement statement) {
    this.x = x;
    this.statement = statement;
  }

  /**
   * Returns a value that the point reaches, within a few units in the last place of the exact one.
   */
  double reached() {
    Goal goal = statement.goal();
    if (goal instanceof Goal.Level level) {
      return reached(level);
    }
    if (goal instanceof Goal.FinishTimes times) {
      return reached(times);
    }
    if (goal instanceof Goal.Welfare welfare) {
      return utilities(welfare)
          .map(sum -> Means.reached(welfare, sum.value().floor()))
          .orElse(welfare.total() > 0 ? 0 : Double.NEGATIVE_INFINITY);
    }
    if (goal instanceof Goal.Ratio ratio) {
      ExactSum cost = sum(ratio::cost);
      return cost.signum() > 0 ? sum(ratio::gain).value().dividedBy(cost.value()).floor() : 0;
    }
    Rational sum = total((Goal.Total) goal).value();
    return goal.minimized() ? sum.ceil() + 0.0 : sum.floor();
  }

  /** Returns whether the goal is at least, if minimised at most, the claim, exactly. */
  boolean reaches(double claim) {
    Goal goal = statement.goal();
    if (goal instanceof Goal.Level level) {
      return reaches(level, claim);
    }
    if (goal instanceof Goal.FinishTimes times) {
      return reaches(times, claim);
    }
    if (goal instanceof Goal.Welfare welfare) {
      if (welfare.total() > 0 && claim <= 0) {
        return true; // no mean is below 0
      }
      double needed = Means.sumUp(welfare, claim);
      return Double.isFinite(needed)
          && utilities(welfare).filter(at -> at.add(-needed).signum() >= 0).isPresent();
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

  /** Returns the largest double that is at most the level. */
  private double reached(Goal.Level goal) {
    double least = Double.POSITIVE_INFINITY;
    for (int m = 0; m < x.throughput.length; m++) {
      if (goal.requirement(m) > 0) {
        least = Math.min(least, x.throughput[m] / goal.requirement(m));
      }
    }
    if (least == Double.POSITIVE_INFINITY || least == 0) {
      return 0;
    }
    double claim = Math.nextUp(Math.nextUp(least)); // throughputs are rounded down
    while (!reaches(goal, claim)) {
      claim = Math.nextDown(claim);
    }
    return claim;
  }

  /** Returns whether all of the jobs that count are at the level; 0 is the level of no jobs. */
  private boolean reaches(Goal.Level goal, double claim) {
    ExactSum exact = new ExactSum();
    boolean counts = false;
    for (int m = 0; m < x.throughput.length; m++) {
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
      latest = Math.max(latest, finishUp(goal, m));
    }
    return latest;
  }

  /** At least the finish time of a job; infinite without throughput, 0 without steps. */
  private double finishUp(Goal.FinishTimes goal, int m) {
    if (goal.steps(m) == 0) {
      return 0;
    }
    double left = Directed.quotientUp(goal.steps(m), x.throughput[m]);
    double finish = goal.past(m) == 0 ? left : Directed.sumUp(goal.past(m), left);
    return Directed.quotientUp(finish, goal.unit(m));
  }

  /**
   * Returns whether each job has made its steps by then: {@code q (claim · unit − past) ≥ steps}.
   */
  private boolean reaches(Goal.FinishTimes goal, double claim) {
    ExactSum exact = new ExactSum();
    for (int m = 0; m < x.throughput.length; m++) {
      if (finishUp(goal, m) > claim) {
        exact.clear().addProduct(claim, goal.unit(m)).add(-goal.past(m));
        Rational left = exact.value();
        Rational made = x.addThroughput(m, exact.clear()).value().times(left);
        if (left.signum() <= 0 || made.compareTo(Rational.of(goal.steps(m))) < 0) {
          return false;
        }
      }
    }
    return claim >= 0;
  }

  private ExactSum total(Goal.Total goal) {
    ExactSum sum = sum(goal::gain);
    List<FreeVariable> free = statement.free();
    free.forEach(column -> sum.addProduct(column.gain(), column.value()));
    return sum;
  }

  /** Returns the sum of a number of each entry times its fraction. */
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

  /** Returns a sum of utilities, each rounded down; empty if one is below all doubles. */
  private Optional<ExactSum> utilities(Goal.Welfare goal) {
    ExactSum sum = new ExactSum().add(goal.offset());
    for (int m = 0; m < x.throughput.length; m++) {
      double weight = goal.weight(m);
      if (weight == 0) {
        continue;
      }
      double utility = Tangents.utilityDown(goal.power(), x.throughput[m]);
      if (utility == Double.NEGATIVE_INFINITY) {
        return Optional.empty();
      }
      sum.addProduct(weight, utility);
    }
    return Optional.of(sum);
  }
}
