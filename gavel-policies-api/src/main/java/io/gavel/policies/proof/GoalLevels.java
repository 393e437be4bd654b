package io.gavel.policies.proof;

import io.gavel.policies.statement.Goal;

/**
 * Levels of jobs as throughput by requirement, compared exactly; gains are fractions of
 * throughputs.
 */
final class GoalLevels implements JobLevels {

  private final Point x;
  private final Goal.Level goal;

  GoalLevels(Point x, Goal.Level goal) {
    this.x = x;
    this.goal = goal;
  }

  @Override
  public boolean counts(int m) {
    return goal.requirement(m) > 0;
  }

  @Override
  public int compare(int m, double level) {
    double owed = goal.requirement(m) * level;
    if (x.throughput[m] > Directed.productUp(goal.requirement(m), level)) {
      return 1;
    }
    if (owed > Point.SAFE && x.throughput[m] < owed * (1 - Point.ROUNDED_DOWN)) {
      return -1;
    }
    ExactSum excess = x.addThroughput(m, new ExactSum());
    return excess.addProduct(-goal.requirement(m), level).signum();
  }

  @Override
  public double below(int m, double level) {
    return JobLevels.missed(x.throughput[m], Directed.productUp(goal.requirement(m), level));
  }

  @Override
  public double gained(int m, double price, double missing) {
    double sold = Math.max(0, Directed.productDown(price, x.throughput[m]));
    return Math.min(1, Directed.quotientUp(missing, Math.nextDown(missing + sold)));
  }
}
