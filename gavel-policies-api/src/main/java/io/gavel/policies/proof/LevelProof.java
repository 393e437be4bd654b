package io.gavel.policies.proof;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.LinearRow;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.statement.FairLevels;
import io.gavel.policies.statement.FairLevels.Entitlements;
import io.gavel.policies.statement.FairLevels.PricedRound;
import io.gavel.policies.statement.Goal;
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
 * <p>A priced job above the level of the round must not count for other jobs, which have no claim
 * on its throughput. So it is judged alone: with its price and the prices of the jobs that are not
 * above the level, the point misses {@code s}, and the worth of the job's best column beyond its
 * throughput is added, for all of the time that rows over this job alone leave it. All roundings
 * are to the safe side.
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

  /** Returns the failing line if the prices do not prove the claimed part. */
  Optional<Proof.NotProved> fault(FairLevels claim) {
    Judged judged = judge(claim);
    return judged.misfit.isPresent()
        ? judged.misfit
        : judged
            .worst
            .filter(job -> job.part > claim.within())
            .map(
                job ->
                    new Proof.NotProved(
                        "level of job \"%s\"".formatted(x.problem.job(job.m).id()),
                        "may miss the part %s, more than the claimed %s"
                            .formatted(job.part, claim.within())));
  }

  /**
   * Returns the smallest part that the prices prove, whatever is claimed.
   *
   * @throws IllegalArgumentException if they do not fit
   */
  double within(FairLevels claim) {
    Judged judged = judge(claim);
    judged.misfit.ifPresent(
        misfit -> {
          throw new IllegalArgumentException(misfit.line() + " " + misfit.reason());
        });
    return judged.worst.map(job -> job.part).orElse(0.0);
  }

  /** A job whose level may miss some part. Immutable. */
  private record OpenJob(int m, double part) {}

  /** What does not fit, or else the worst job; neither if no job has a level. Immutable. */
  private record Judged(Optional<Proof.NotProved> misfit, Optional<OpenJob> worst) {}

  private Judged judge(FairLevels claim) {
    Optional<Proof.NotProved> unusable = misfit(claim);
    if (unusable.isPresent()) {
      return new Judged(unusable, Optional.empty());
    }
    double[] fastest = columns.fastest();
    JobLevels levels =
        claim.entitlements().isPresent()
            ? new TreeLevels(x, claim.entitlements().get(), fastest)
            : new GoalLevels(x, (Goal.Level) statement.goal());
    Optional<Proof.NotProved> misfit = misfit(claim, levels);
    return new Judged(
        misfit, misfit.isPresent() ? Optional.empty() : worst(claim, levels, fastest));
  }

  /** Returns the reason why the claim has no levels to compare with. */
  private Optional<Proof.NotProved> misfit(FairLevels claim) {
    if (!(statement.goal() instanceof Goal.Level)) {
      return Optional.of(new Proof.NotProved("levels", "are claimed, but the goal is no level"));
    }
    int owners = claim.entitlements().map(Entitlements::size).orElse(columns.jobs);
    return owners == columns.jobs
        ? Optional.empty()
        : Optional.of(
            new Proof.NotProved(
                "levels",
                "have entitlements of %s jobs; the problem has %s"
                    .formatted(owners, columns.jobs)));
  }

  /** Returns the part of a round that does not fit. */
  private Optional<Proof.NotProved> misfit(FairLevels claim, JobLevels levels) {
    AllocationProblem problem = x.problem;
    for (int r = 0; r < claim.rounds().size(); r++) {
      PricedRound round = claim.rounds().get(r);
      String name = "round " + (r + 1);
      if (round.poolCount() != problem.cluster().poolCount()) {
        return Optional.of(
            new Proof.NotProved(
                name,
                "has prices of %s pools; the problem has %s"
                    .formatted(round.poolCount(), problem.cluster().poolCount())));
      }
      for (LinearRow row : rows) {
        if (Double.isNaN(DualProof.signedPrice(row, round.rows()))) {
          return Optional.of(
              new Proof.NotProved(
                  name,
                  "has a price below 0 of \"%s\", which is an inequality".formatted(row.name())));
        }
      }
      for (int i = 0; i < round.size(); i++) {
        int m = round.job(i);
        if (m >= columns.jobs) {
          return Optional.of(
              new Proof.NotProved(
                  name, "prices job %s; the problem has %s jobs".formatted(m, columns.jobs)));
        }
        String id = problem.job(m).id();
        if (round.ofThroughput(i) > 0 && !levels.counts(m)) {
          return Optional.of(
              new Proof.NotProved(name, "prices job \"%s\", which has no level".formatted(id)));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the job whose level may miss the largest part; empty if none has a level. */
  private Optional<OpenJob> worst(FairLevels claim, JobLevels levels, double[] fastest) {
    double[] part = new double[columns.jobs];
    double[] time = mostTime();
    Arrays.setAll( // nobody has more
        part, m -> JobLevels.missed(x.throughput[m], Directed.productUp(time[m], fastest[m])));
    for (PricedRound round : claim.rounds()) {
      int[] side = new int[round.size()];
      Arrays.setAll(side, i -> levels.compare(round.job(i), round.level()));
      DualProof others = dual(round, i -> side[i] <= 0);
      double missing = Math.max(0, others.missing(x.throughput));
      for (int i = 0; i < side.length; i++) {
        int m = round.job(i);
        double price = round.ofThroughput(i);
        double own =
            side[i] > 0 ? Math.max(0, others.missing(m, time[m], price, x.throughput[m])) : 0;
        double sum = own > 0 ? Directed.sumUp(missing, own) : missing;
        double gained = sum > 0 && price > 0 ? levels.gained(m, price, sum) : 0;
        double open = side[i] < 0 ? Math.max(gained, levels.below(m, round.level())) : gained;
        part[m] = price > 0 ? Math.min(part[m], open) : part[m];
      }
    }
    int worst = -1;
    for (int m = 0; m < part.length; m++) {
      worst = levels.counts(m) && (worst < 0 || part[m] > part[worst]) ? m : worst;
    }
    return worst < 0 ? Optional.empty() : Optional.of(new OpenJob(worst, part[worst]));
  }

  /**
   * Returns the time that rows over one job alone leave it, at most, {@code [job]}: with the least
   * of its coefficients instead of all. 1 for jobs in pairs.
   */
  private double[] mostTime() {
    double[] most = new double[columns.jobs];
    int[] running = new int[columns.jobs];
    Arrays.fill(most, 1);
    for (int entry = 0; entry < columns.rate.length; entry++) {
      int g = entry / columns.types;
      running[columns.first(g)] += columns.runs(entry) ? 1 : 0;
      if (columns.runs(entry) && columns.second(g) >= 0) {
        running[columns.first(g)] = Integer.MAX_VALUE / 2; // in more columns than any row
        running[columns.second(g)] = Integer.MAX_VALUE / 2;
      }
    }
    for (LinearRow row : rows) {
      int m = -1;
      double sign = row.relation() == Relation.AT_LEAST ? -1 : 1;
      double least = Double.POSITIVE_INFINITY;
      int covered = 0;
      for (int i = 0; i < row.size(); i++) {
        if (columns.runs(row.column(i)) && row.coefficient(i) != 0) {
          int of = columns.first(row.column(i) / columns.types);
          boolean first = covered == 0;
          if (first && row.relation() == Relation.EXACTLY) {
            sign = Math.signum(row.coefficient(i));
          }
          least = first || of == m ? Math.min(least, sign * row.coefficient(i)) : 0;
          m = of;
          covered++;
        }
      }
      boolean isCap = covered > 0 && covered == running[m] && row.freeSize() == 0 && least > 0;
      if (isCap) {
        double cap = Directed.quotientUp(Math.max(0, sign * row.bound()), least);
        most[m] = Math.min(most[m], cap);
      }
    }
    return most;
  }

  /** Returns the proof of a round with the prices of throughput of some of its jobs. */
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
}
