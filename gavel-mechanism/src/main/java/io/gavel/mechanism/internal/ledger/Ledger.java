package io.gavel.mechanism.internal.ledger;

import io.gavel.mechanism.internal.ledger.LimitedFractions.Loss;
import io.gavel.mechanism.internal.limit.MomentLimits;
import io.gavel.mechanism.state.SchedulerState.Account;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The accounts under one allocation: time owed and received, by entry {@code i = group · types +
 * type}. Carried over by the ids of jobs when the allocation changes. A claim is an entry with a
 * fraction above 0; claims that may run in the next round are its {@link Candidates}. Mutable.
 */
public final class Ledger {

  /** In rounds; less time owed than this is rounding, or inaccuracy of a solver. */
  private static final double NEGLIGIBLE_ROUNDS = 1e-6;

  /**
   * In rounds; how early a group may run before time is owed, so that no critical job or pool
   * idles.
   */
  private static final double EARLY_ROUNDS = 0.5;

  private final Allocation allocation;
  private final AllocationProblem problem;
  private final int types;
  private final int[] claims; // entries with a fraction > 0 where the group can run
  private final double[] fractions; // by claim
  private double[] given; // by claim: the fraction that rounds on the usable workers can give
  private List<Loss> losses = List.of(); // the differences that are due to limits
  private boolean givenIsStale = true;
  private final double[] owed;
  private final double[] received;
  private final double[] backfilled;
  private final double[] revoked;
  private final double[] missing;
  private final Map<Integer, Map<String, Double>> missingByLimit = new TreeMap<>(); // by entry
  private final boolean[] done; // by job
  private final GroupIndex groupIndex;
  private final MomentLimits limits;
  private final LimitedFractions limited;

  Ledger(Allocation allocation, GroupIndex groupIndex, MomentLimits limits) {
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
    this.limits = limits;
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
    this.limited = new LimitedFractions(limits, claims);
  }

  /** Returns the limits that leases keep at each moment. */
  public MomentLimits limits() {
    return limits;
  }

  public Allocation allocation() {
    return allocation;
  }

  /** Returns the groups of this allocation. */
  public GroupIndex groups() {
    return groupIndex;
  }

  public void markDone(int m) {
    done[m] = true;
    givenIsStale = true;
  }

  public boolean isDone(int m) {
    return done[m];
  }

  public int openJobs() {
    return (int) IntStream.range(0, done.length).filter(m -> !done[m]).count();
  }

  /** Records that the usable workers have changed. */
  public void workersChanged() {
    givenIsStale = true;
  }

  /** Returns the jobs that are done though the allocation still lists them, in its order. */
  public List<String> doneJobIds() {
    return IntStream.range(0, done.length)
        .filter(m -> done[m])
        .mapToObj(m -> problem.job(m).id())
        .toList();
  }

  /** Returns whether all jobs of a group still want to run. */
  public boolean isOpen(int g) {
    return !done[groupIndex.first(g)] && !done[groupIndex.last(g)];
  }

  /**
   * Adds the time owed to every group for an interval: its fraction, or the feasible part of it if
   * workers are missing or limits leave no room. The rest is recorded as missing.
   */
  public void accrue(double seconds, WorkerCounts workers) {
    updateGiven(workers);
    for (int c = 0; c < claims.length; c++) {
      owed[claims[c]] += given[c] * seconds;
    }
    for (int c = 0; given != fractions && c < claims.length; c++) {
      missing[claims[c]] += (fractions[c] - given[c]) * seconds;
    }
    for (Loss loss : losses) {
      missingByLimit
          .computeIfAbsent(claims[loss.claim()], entry -> new TreeMap<>())
          .merge(limits.name(loss.limit()), loss.fraction() * seconds, Double::sum);
    }
  }

  /**
   * Recomputes the given fractions. If a pool has fewer usable workers than the allocation assumes,
   * gangs larger than the remaining pool get nothing, and the remaining fractions shrink in
   * proportion if necessary. Fractions that limits leave no room for shrink as well.
   */
  private void updateGiven(WorkerCounts workers) {
    if (!givenIsStale) {
      return;
    }
    givenIsStale = false;
    Cluster cluster = problem.cluster();
    given = fractions;
    double[] share = new double[cluster.poolCount()];
    for (int k = 0; k < share.length; k++) {
      boolean complete = workers.usable(k) >= cluster.poolWorkers(k);
      share[k] = complete ? 1 : Math.min(1, workers.usable(k) / demand(k, workers.usable(k)));
      given = complete ? given : new double[claims.length];
    }
    for (int c = 0; given != fractions && c < claims.length; c++) {
      double part = 1;
      for (int k = 0; k < share.length; k++) {
        double held = held(c, k);
        boolean fits = held <= workers.usable(k) || workers.usable(k) >= cluster.poolWorkers(k);
        part = held > 0 ? Math.min(part, fits ? share[k] : 0) : part;
      }
      given[c] = part * fractions[c];
    }
    if (!limits.isEmpty()) {
      double[] shrunk = given.clone();
      losses = limited.shrink(shrunk, c -> isOpen(claims[c] / types));
      given = losses.isEmpty() ? given : shrunk;
    }
  }

  /** Returns the average number of workers of a pool promised to the gangs that fit into it. */
  private double demand(int k, int usable) {
    double sum = 0;
    for (int c = 0; c < claims.length; c++) {
      double held = held(c, k);
      if (isOpen(claims[c] / types) && held <= usable) {
        sum += held * fractions[c];
      }
    }
    return sum;
  }

  /** Returns the workers of a pool that the group of a claim holds while it runs. */
  private double held(int c, int k) {
    int g = claims[c] / types;
    int j = claims[c] % types;
    if (groupIndex.isCoGang(g)) {
      return groupIndex.gang(g, j, k);
    }
    return problem.cluster().poolOf(j) == k ? groupIndex.workers(g) : 0;
  }

  /**
   * Adds time that a group ran.
   *
   * @param counted whether the time counts as received; otherwise it is back-fill
   * @param kept seconds that count
   * @param lost seconds that are revoked
   */
  public void credit(int g, int j, boolean counted, double kept, double lost) {
    int i = g * types + j;
    (counted ? received : backfilled)[i] += kept;
    revoked[i] += lost;
  }

  /**
   * Returns the candidates of a round, by falling weight; ties go to the larger fraction, then to
   * the earlier group and type. A group that runs on a type is ordered as if it were further behind
   * there by the patience, and is a candidate until it is ahead by as much.
   *
   * @param round the length of a round, in seconds
   * @param horizon the length of the planned round or of the rest of it, in seconds
   */
  public Candidates candidates(
      Priority priority, double round, double horizon, WorkerCounts workers, Holds holds) {
    updateGiven(workers);
    double[] jobRest = new double[problem.jobCount()];
    double[] poolRest = new double[problem.cluster().poolCount()];
    Arrays.fill(jobRest, -1);
    Arrays.setAll(poolRest, k -> -workers.assignable(k));
    double[] limitRest = addLags(jobRest, poolRest, round, horizon);
    Candidates candidates = new Candidates(claims.length);
    for (int c = 0; c < claims.length; c++) {
      int i = claims[c];
      int g = i / types;
      double due = owed[i] + given[c] * horizon;
      double patience = holds.patience(g, i % types);
      double behind = due - received[i];
      if (behind > -Math.max(EARLY_ROUNDS, patience) * round && isOpen(g)) {
        double job = (jobRest[groupIndex.first(g)] + jobRest[groupIndex.last(g)]) / 2;
        double pool = poolRest[problem.cluster().poolOf(i % types)];
        for (int k = 0; groupIndex.isCoGang(g) && k < poolRest.length; k++) {
          pool = held(c, k) > 0 ? Math.max(pool, poolRest[k]) : pool;
        }
        pool = limits.isEmpty() ? pool : Math.max(pool, restOfLimits(i, limitRest));
        if (behind > NEGLIGIBLE_ROUNDS * round || patience > 0 || Priority.isCritical(job, pool)) {
          double seen = due + patience * round;
          double weight = priority.weight(seen, received[i], given[c], round, job, pool);
          if (weight > 0) {
            candidates.add(g, i % types, weight, given[c]);
          }
        }
      }
    }
    candidates.sort();
    return candidates;
  }

  /** Returns the largest lag of the limits of which an entry draws. */
  private double restOfLimits(int entry, double[] limitRest) {
    double rest = Double.NEGATIVE_INFINITY;
    for (int draw = limits.from(entry); draw < limits.from(entry + 1); draw++) {
      if (limits.limit(draw) < limits.always()) {
        rest = Math.max(rest, limitRest[limits.limit(draw)]);
      }
    }
    return rest;
  }

  /**
   * Adds the lags of jobs and pools at the end of the next round, in rounds.
   *
   * @return the lags of limits
   */
  private double[] addLags(double[] jobs, double[] pools, double round, double horizon) {
    double[] lags = new double[limits.isEmpty() ? 0 : claims.length];
    Arrays.fill(lags, Double.NaN);
    for (int c = 0; c < claims.length; c++) {
      int i = claims[c];
      int g = i / types;
      if (!isOpen(g)) {
        continue; // a pair is owed nothing once one of its jobs is done
      }
      double lag = (owed[i] - received[i]) / round + given[c] * (horizon / round);
      int first = groupIndex.first(g);
      int last = groupIndex.last(g);
      jobs[first] += lag;
      if (last != first) {
        jobs[last] += lag;
      }
      if (groupIndex.isCoGang(g)) {
        for (int k = 0; k < pools.length; k++) {
          pools[k] += held(c, k) * lag;
        }
      } else {
        pools[problem.cluster().poolOf(i % types)] += groupIndex.workers(g) * lag;
      }
      if (lags.length > 0) {
        lags[c] = lag;
      }
    }
    return limited.rests(lags);
  }

  /** Returns whether the allocation gives a group time on a type where it can run. */
  public boolean isClaim(int g, int j) {
    return allocation.fraction(g, j) > 0 && problem.runs(g, j);
  }

  /** Returns whether a group is owed time on a type by the end of a complete round. */
  public boolean isBehind(int g, int j, double round, WorkerCounts workers) {
    updateGiven(workers);
    int i = g * types + j;
    int c = Arrays.binarySearch(claims, i);
    return c >= 0 && owed[i] + given[c] * round - received[i] > NEGLIGIBLE_ROUNDS * round;
  }

  /** Takes over stored accounts; accounts of groups that are not listed are dropped. */
  void carryOver(List<Account> accounts) {
    for (Account account : accounts) {
      int g = groupIndex.indexOf(account.jobIds(), account.configuration());
      if (g >= 0) {
        int i = g * types + account.workerType();
        owed[i] = account.owedSeconds();
        received[i] = account.receivedSeconds();
        backfilled[i] = account.backfilledSeconds();
        revoked[i] = account.revokedSeconds();
        missing[i] = account.missingSeconds();
        putMissing(i, account.missingByLimit());
      }
    }
  }

  /**
   * Writes off debt that rounds could not pay: of a lag beyond {@link Priority#BEHIND_ROUNDS}, less
   * than a round stays owed and the rest is recorded as missing. Otherwise old debt would delay
   * other groups for as long. The order of groups by lag is kept.
   */
  void writeOff(double round) {
    double most = Priority.BEHIND_ROUNDS * round;
    for (int i = 0; i < owed.length; i++) {
      double further = owed[i] - received[i] - most;
      if (further > 0) {
        double off = further - further / (1 + further / round);
        owed[i] -= off;
        missing[i] += off;
      }
    }
  }

  /**
   * Takes over the accounts of another ledger, except accounts of groups with done jobs.
   *
   * @param before by group, its index in the other ledger, or -1
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
        for (int j = 0; j < types && !old.missingByLimit.isEmpty(); j++) {
          putMissing(g * types + j, old.missingByLimit.getOrDefault(from + j, Map.of()));
        }
      }
    }
  }

  private void putMissing(int entry, Map<String, Double> seconds) {
    if (!seconds.isEmpty()) {
      missingByLimit.put(entry, new TreeMap<>(seconds));
    }
  }

  /** Returns the accounts that are not all zero, of groups that still want to run. */
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
                missing[i],
                missingByLimit.getOrDefault(i, Map.of()),
                groupIndex.configurationOf(i / types)));
      }
    }
    return all;
  }
}
