package io.gavel.mechanism.ledger;

import io.gavel.mechanism.state.Account;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Time owed and received under one allocation, by entry {@code i = group · types + type}; carried
 * over by the ids of groups when the allocation changes. Mutable.
 */
public final class Ledger {

  /** What is owed less than this part of a round is rounding, or the dust of a solver. */
  private static final double NEGLIGIBLE_ROUNDS = 1e-6;

  /**
   * A group may run so many rounds before it is owed anything, so that a job or a pool does not
   * idle that must not.
   */
  private static final double EARLY_ROUNDS = 0.5;

  private final Allocation allocation;
  private final AllocationProblem problem;
  private final int types;
  private final int[] claims; // entries with a fraction > 0 where the group can run
  private final double[] fractions; // by claim
  private double[] given; // by claim: the fraction that the workers there are can give
  private boolean givenIsOld = true;
  private final double[] owed;
  private final double[] received;
  private final double[] backfilled;
  private final double[] revoked;
  private final double[] missing;
  private final boolean[] done; // by job
  private final GroupIndex groupIndex;

  Ledger(Allocation allocation, GroupIndex groupIndex) {
    this.allocation = allocation;
    this.problem = allocation.problem();
    this.types = problem.cluster().typeCount();
    int entries = Math.multiplyExact(problem.groupCount(), types);
    this.owed = new double[entries];
    this.received = new double[entries];
    this.backfilled = new double[entries];
    this.revoked = new double[entries];
    this.missing = new double[entries];
    this.done = new boolean[problem.jobCount()];
    this.groupIndex = groupIndex;
    int[] found = new int[entries];
    int count = 0;
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < types; j++) {
        if (allocation.fraction(g, j) > 0 && problem.runs(g, j)) {
          found[count++] = g * types + j;
        }
      }
    }
    this.claims = Arrays.copyOf(found, count);
    this.fractions =
        Arrays.stream(claims).mapToDouble(i -> allocation.fraction(i / types, i % types)).toArray();
    this.given = fractions;
  }

  public Allocation allocation() {
    return allocation;
  }

  /** The groups of this allocation. */
  public GroupIndex groups() {
    return groupIndex;
  }

  public void markDone(int m) {
    done[m] = true;
    givenIsOld = true;
  }

  public boolean isDone(int m) {
    return done[m];
  }

  public int openJobs() {
    return (int) IntStream.range(0, done.length).filter(m -> !done[m]).count();
  }

  /** Other workers can be used than before. */
  public void workersChanged() {
    givenIsOld = true;
  }

  /** The jobs that are done though the allocation still lists them, in its order. */
  public List<String> doneJobIds() {
    return IntStream.range(0, done.length)
        .filter(m -> done[m])
        .mapToObj(m -> problem.job(m).id())
        .toList();
  }

  /** Whether all jobs of a group still want to run. */
  public boolean isOpen(int g) {
    return !done[groupIndex.first(g)] && !done[groupIndex.last(g)];
  }

  /**
   * Adds what every group is owed for a stretch of time: its fraction, or if workers are missing,
   * what is left of it; the rest is noted as missing.
   */
  public void accrue(double seconds, WorkerCounts workers) {
    updateGiven(workers);
    for (int c = 0; c < claims.length; c++) {
      owed[claims[c]] += given[c] * seconds;
    }
    for (int c = 0; given != fractions && c < claims.length; c++) {
      missing[claims[c]] += (fractions[c] - given[c]) * seconds;
    }
  }

  /**
   * Where a pool has fewer usable workers than the allocation counts on, gangs larger than all that
   * is left get nothing, and the others lose in proportion, if they lose at all.
   */
  private void updateGiven(WorkerCounts workers) {
    if (!givenIsOld) {
      return;
    }
    givenIsOld = false;
    Cluster cluster = problem.cluster();
    given = fractions;
    double[] share = new double[cluster.poolCount()];
    for (int k = 0; k < share.length; k++) {
      boolean complete = workers.usable(k) >= cluster.poolWorkers(k);
      share[k] = complete ? 1 : Math.min(1, workers.usable(k) / demand(k, workers.usable(k)));
      given = complete ? given : new double[claims.length];
    }
    for (int c = 0; given != fractions && c < claims.length; c++) {
      int k = cluster.poolOf(claims[c] % types);
      double size = groupIndex.workers(claims[c] / types);
      boolean fits = size <= workers.usable(k) || workers.usable(k) >= cluster.poolWorkers(k);
      given[c] = fits ? share[k] * fractions[c] : 0;
    }
  }

  /** The workers of a pool that the gangs with room in it are to hold on average. */
  private double demand(int k, int usable) {
    double sum = 0;
    for (int c = 0; c < claims.length; c++) {
      int g = claims[c] / types;
      boolean here = problem.cluster().poolOf(claims[c] % types) == k;
      if (here && isOpen(g) && groupIndex.workers(g) <= usable) {
        sum += groupIndex.workers(g) * fractions[c];
      }
    }
    return sum;
  }

  /**
   * Adds time that a group ran.
   *
   * @param counted whether it counts as received; otherwise it is back-fill
   * @param kept seconds
   * @param lost seconds that were revoked
   */
  public void credit(int g, int j, boolean counted, double kept, double lost) {
    int i = g * types + j;
    (counted ? received : backfilled)[i] += kept;
    revoked[i] += lost;
  }

  /**
   * The claims to a round, by falling weight; ties go to the larger fraction, then to the earlier
   * group and type.
   */
  public Candidates claims(Priority priority, double round, WorkerCounts workers) {
    updateGiven(workers);
    double[] jobRest = new double[problem.jobCount()];
    double[] poolRest = new double[problem.cluster().poolCount()];
    Arrays.fill(jobRest, -1);
    Arrays.setAll(poolRest, k -> -workers.assignable(k));
    addLags(jobRest, poolRest, round);
    Candidates open = new Candidates(claims.length);
    for (int c = 0; c < claims.length; c++) {
      int i = claims[c];
      int g = i / types;
      double due = owed[i] + given[c] * round;
      double behind = due - received[i];
      if (behind > -EARLY_ROUNDS * round && isOpen(g)) {
        double job = (jobRest[groupIndex.first(g)] + jobRest[groupIndex.last(g)]) / 2;
        double pool = poolRest[problem.cluster().poolOf(i % types)];
        if (behind > NEGLIGIBLE_ROUNDS * round || Priority.isCritical(job, pool)) {
          double weight = priority.weight(due, received[i], given[c], round, job, pool);
          if (weight > 0) {
            open.add(g, i % types, weight, given[c]);
          }
        }
      }
    }
    open.sort();
    return open;
  }

  /** Adds what jobs and pools will be behind at the end of the next round, in rounds. */
  private void addLags(double[] jobs, double[] pools, double round) {
    for (int c = 0; c < claims.length; c++) {
      int i = claims[c];
      int g = i / types;
      if (!isOpen(g)) {
        continue; // what a pair was owed before one of the two was done is owed no more
      }
      double lag = (owed[i] - received[i]) / round + given[c];
      int first = groupIndex.first(g);
      int last = groupIndex.last(g);
      jobs[first] += lag;
      if (last != first) {
        jobs[last] += lag;
      }
      pools[problem.cluster().poolOf(i % types)] += groupIndex.workers(g) * lag;
    }
  }

  /** Opens accounts with balances from before; those of groups that are not listed are dropped. */
  void carryOver(List<Account> accounts) {
    for (Account account : accounts) {
      int g = groupIndex.indexOf(account.jobIds());
      if (g >= 0) {
        int i = g * types + account.workerType();
        owed[i] = account.owedSeconds();
        received[i] = account.receivedSeconds();
        backfilled[i] = account.backfilledSeconds();
        revoked[i] = account.revokedSeconds();
        missing[i] = account.missingSeconds();
      }
    }
  }

  /**
   * As {@link #accounts} of other books; what is owed to groups of jobs that are done is forgotten.
   *
   * @param before by group, its index there, or -1
   */
  void carryOver(Ledger old, int[] before) {
    for (int g = 0; g < before.length; g++) {
      if (before[g] >= 0 && old.isOpen(before[g])) {
        int from = before[g] * types;
        System.arraycopy(old.owed, from, owed, g * types, types);
        System.arraycopy(old.received, from, received, g * types, types);
        System.arraycopy(old.backfilled, from, backfilled, g * types, types);
        System.arraycopy(old.revoked, from, revoked, g * types, types);
        System.arraycopy(old.missing, from, missing, g * types, types);
      }
    }
  }

  /** The accounts that are not all zero, of groups that still want to run. */
  public List<Account> accounts() {
    List<Account> all = new ArrayList<>();
    for (int i = 0; i < owed.length; i++) {
      boolean used = owed[i] != 0 || received[i] != 0 || backfilled[i] != 0;
      if ((used || revoked[i] != 0 || missing[i] != 0) && isOpen(i / types)) {
        all.add(
            new Account(
                groupIndex.idsOf(i / types),
                i % types,
                owed[i],
                received[i],
                backfilled[i],
                revoked[i],
                missing[i]));
      }
    }
    return all;
  }
}
