package io.gavel.policies.proof;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.internal.exact.ExactSum;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.Goal;
import io.gavel.policies.statement.PricedRound;
import io.gavel.policies.statement.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * What rounds of prices prove of each job. By weak duality, at the prices of a round no feasible
 * point sells for more than workers and time are worth. If this point misses that by {@code s} and
 * the other priced jobs keep their throughputs, job {@code m} gains at most {@code s / y_m}.
 *
 * <p>A priced job that is above the level of the round must not count for others, which have no
 * claim on what it has. So it is judged alone: with its price and those of the jobs that are not
 * above the level, the point misses {@code s}, and what the job's best column is worth beyond what
 * its throughput sells for. Jobs in pairs, whose columns also others pay for, are not above the
 * level. All roundings are to the safe side.
 */
final class LevelProof {

  private final Point x;
  private final Statement statement;
  private final List<LinearRow> rows;
  private final ColumnNumbers columns;

  LevelProof(Point x, Statement statement, List<LinearRow> rows) {
    this.x = x;
    this.statement = statement.withFloors(new double[0]); // allocations below them need no proof
    this.rows = rows;
    columns = x.columns;
  }

  /** What fails, if a part is claimed that the prices do not prove. */
  Optional<Proof.NotProved> fault(FairLevels claim) {
    Optional<Proof.NotProved> misfit = misfit(claim.rounds());
    return misfit.isPresent()
        ? misfit
        : worst(claim.rounds())
            .filter(job -> job.part > claim.within())
            .map(
                job ->
                    new Proof.NotProved(
                        "level of job \"%s\"".formatted(x.problem.job(job.m).id()),
                        "may miss the part %s, more than the claimed %s"
                            .formatted(job.part, claim.within())));
  }

  /**
   * The smallest part that the prices prove.
   *
   * @throws IllegalArgumentException if they do not fit
   */
  double within(List<PricedRound> rounds) {
    misfit(rounds)
        .ifPresent(
            misfit -> {
              throw new IllegalArgumentException(misfit.line() + " " + misfit.reason());
            });
    return worst(rounds).map(job -> job.part).orElse(0.0);
  }

  /** A job whose level may miss some part. Immutable. */
  private record OpenJob(int m, double part) {}

  private Optional<Proof.NotProved> misfit(List<PricedRound> rounds) {
    if (!(statement.goal() instanceof Goal.Level goal)) {
      return Optional.of(new Proof.NotProved("levels", "are claimed, but the goal is no level"));
    }
    AllocationProblem problem = x.problem;
    boolean[] paired = paired();
    for (int r = 0; r < rounds.size(); r++) {
      PricedRound round = rounds.get(r);
      String name = "round " + (r + 1);
      if (round.poolCount() != problem.cluster().poolCount()) {
        return Optional.of(
            new Proof.NotProved(
                name,
                "has prices of %s pools; the problem has %s"
                    .formatted(round.poolCount(), problem.cluster().poolCount())));
      }
      for (LinearRow row : rows) {
        if (Double.isNaN(row.signedPrice(round.rows()))) {
          return Optional.of(
              new Proof.NotProved(
                  name,
                  "has a price below 0 of \"%s\", which is an inequality".formatted(row.name)));
        }
      }
      for (int i = 0; i < round.size(); i++) {
        int m = round.job(i);
        if (m >= paired.length) {
          return Optional.of(
              new Proof.NotProved(
                  name, "prices job %s; the problem has %s jobs".formatted(m, paired.length)));
        }
        String id = problem.job(m).id();
        if (round.ofThroughput(i) > 0 && goal.requirement(m) == 0) {
          return Optional.of(
              new Proof.NotProved(name, "prices job \"%s\", which has no level".formatted(id)));
        }
        if (round.ofThroughput(i) > 0 && paired[m] && compare(goal, m, round.level()) > 0) {
          return Optional.of(
              new Proof.NotProved(
                  name, "prices job \"%s\" of a pair, which is above its level".formatted(id)));
        }
      }
    }
    return Optional.empty();
  }

  private boolean[] paired() {
    boolean[] paired = new boolean[columns.jobs];
    for (int g = columns.jobs; g < columns.groups; g++) {
      if (columns.second(g) >= 0 && columns.runsSomewhere(g)) {
        paired[columns.first(g)] = true;
        paired[columns.second(g)] = true;
      }
    }
    return paired;
  }

  /** How the level of a job compares with another, exactly. */
  private int compare(Goal.Level goal, int m, double level) {
    double owed = goal.requirement(m) * level;
    if (x.throughput[m] > Directed.productUp(goal.requirement(m), level)) {
      return 1;
    }
    if (owed > Point.SAFE && x.throughput[m] < owed * (1 - 0x1p-48)) {
      return -1; // throughputs are rounded down by less
    }
    ExactSum excess = x.addThroughput(m, new ExactSum());
    return excess.addProduct(-goal.requirement(m), level).signum();
  }

  /** The job whose level may miss the largest part; empty if none has a level. */
  private Optional<OpenJob> worst(List<PricedRound> rounds) {
    Goal.Level goal = (Goal.Level) statement.goal();
    double[] part = ofFastest(goal);
    for (PricedRound round : rounds) {
      int[] side = new int[round.size()];
      Arrays.setAll(side, i -> compare(goal, round.job(i), round.level()));
      double missing = Math.max(0, dual(round, i -> side[i] <= 0).missing(x.throughput));
      DualProof all = dual(round, i -> true);
      for (int i = 0; i < side.length; i++) {
        double q = x.throughput[round.job(i)];
        double own = side[i] > 0 ? Math.max(0, all.missing(round.job(i), q)) : 0;
        double gained = gained(round, i, own > 0 ? Directed.sumUp(missing, own) : missing);
        double open =
            side[i] < 0 ? Math.max(gained, below(goal, round.job(i), round.level())) : gained;
        if (round.ofThroughput(i) > 0) {
          part[round.job(i)] = Math.min(part[round.job(i)], open);
        }
      }
    }
    int worst = -1;
    for (int m = 0; m < part.length; m++) {
      worst = goal.requirement(m) > 0 && (worst < 0 || part[m] > part[worst]) ? m : worst;
    }
    return worst < 0 ? Optional.empty() : Optional.of(new OpenJob(worst, part[worst]));
  }

  /** The proof of a round with the prices of throughput of some of its jobs. */
  private DualProof dual(PricedRound round, IntPredicate counts) {
    double[] pools = new double[round.poolCount()];
    Arrays.setAll(pools, round::ofPool);
    double[] throughput = new double[columns.jobs];
    double[] time = new double[columns.jobs];
    for (int i = 0; i < round.size(); i++) {
      throughput[round.job(i)] = counts.test(i) ? round.ofThroughput(i) : 0;
      time[round.job(i)] = round.ofTime(i);
    }
    Prices prices = Prices.of(pools, time, throughput).withConstraints(round.rows());
    return new DualProof(columns, statement, prices, rows);
  }

  /** Nobody has more than all of the time where the job is fastest. */
  private double[] ofFastest(Goal.Level goal) {
    double[] part = new double[columns.jobs];
    for (int m = 0; m < part.length; m++) {
      double most = 0;
      for (int i = columns.ofJob.start(m); i < columns.ofJob.end(m); i++) {
        for (int j = 0; j < columns.types; j++) {
          most = Math.max(most, columns.rate(columns.ofJob.group(i), j, m));
        }
      }
      part[m] = goal.requirement(m) == 0 ? 0 : missed(x.throughput[m], most);
    }
    return part;
  }

  /** By what part the level of a job is below that of the round, at most. */
  private double below(Goal.Level goal, int m, double level) {
    return missed(x.throughput[m], Directed.productUp(goal.requirement(m), level));
  }

  private static double missed(double reached, double most) {
    return reached >= most
        ? 0
        : Math.min(1, Directed.sumUp(1, -Directed.quotientDown(reached, most)));
  }

  /** What a gain of {@code missing / price} is as a part of the throughput with it, at most. */
  private double gained(PricedRound round, int i, double missing) {
    if (missing <= 0) {
      return 0;
    }
    double throughput = x.throughput[round.job(i)];
    double sold = Math.max(0, Directed.productDown(round.ofThroughput(i), throughput));
    return Math.min(1, Directed.quotientUp(missing, Math.nextDown(missing + sold)));
  }
}
