package io.gavel.mechanism.internal.ledger;

import io.gavel.mechanism.plan.Worker;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a problem: the ids of their jobs and the names of configurations, which identify
 * them across problems, and the workers that each needs. Kept in arrays, because a round reads them
 * millions of times. Immutable.
 */
public final class GroupIndex {

  private final AllocationProblem problem;
  private final int jobs;
  private final Map<Long, Integer> pairByJobs = new HashMap<>();
  private final int[] firstInRow; // of pairs and configurations, by group minus the number of jobs
  private final int[] lastInRow;
  private final int[] scaleFactors; // by group
  private final int[] millis; // by group
  private final double[] workers; // by group
  private final int[] sizes; // by group: the rank of its number of workers among all numbers
  private final int sizeCount;
  private final boolean shares;

  public GroupIndex(AllocationProblem problem) {
    this.problem = problem;
    this.jobs = problem.jobCount();
    int groups = problem.groupCount();
    this.firstInRow = new int[groups - jobs];
    this.lastInRow = new int[groups - jobs];
    this.scaleFactors = new int[groups];
    this.millis = new int[groups];
    this.workers = new double[groups];
    boolean anyShare = false;
    for (int g = 0; g < groups; g++) {
      scaleFactors[g] = problem.scaleFactor(g);
      millis[g] = problem.gpuMilli(g);
      workers[g] = problem.workers(g);
      anyShare |= millis[g] < Job.WHOLE_WORKER;
      if (g >= jobs) {
        addRow(g, problem.group(g));
      }
    }
    this.shares = anyShare;
    this.sizes = new int[groups];
    this.sizeCount = rankSizes();
  }

  private void addRow(int g, Group row) {
    int first = row.member(0);
    int last = row.member(row.size() - 1);
    firstInRow[g - jobs] = first;
    lastInRow[g - jobs] = last;
    if (first != last) {
      pairByJobs.put(pair(first, last), g);
    }
  }

  private static long pair(int first, int last) {
    return (long) first << Integer.SIZE | last;
  }

  private String id(int m) {
    return problem.job(m).id();
  }

  private int rankSizes() {
    SortedMap<Double, Integer> ranks = new TreeMap<>();
    for (int g = 0; g < sizes.length; g++) {
      ranks.put(workers[g], 0);
    }
    int rank = 0;
    for (Map.Entry<Double, Integer> size : ranks.entrySet()) {
      size.setValue(rank++);
    }
    for (int g = 0; g < sizes.length; g++) {
      sizes[g] = ranks.getOrDefault(workers[g], 0);
    }
    return rank;
  }

  public int count() {
    return scaleFactors.length;
  }

  public int jobCount() {
    return jobs;
  }

  public List<String> idsOf(int g) {
    return first(g) == last(g) ? List.of(id(first(g))) : List.of(id(first(g)), id(last(g)));
  }

  /**
   * Returns the name of the configuration that a group is; empty for a job in its first way or a
   * pair.
   */
  public Optional<String> configurationOf(int g) {
    return g >= jobs && first(g) == last(g)
        ? Optional.of(((Group.Configuration) problem.group(g)).name())
        : Optional.empty();
  }

  /**
   * Returns the index of a group; -1 if there is no such group.
   *
   * @param configuration the name of a configuration of the job
   */
  public int indexOf(List<String> jobIds, Optional<String> configuration) {
    int first = jobOf(jobIds.get(0));
    if (jobIds.size() > 1) {
      return pairOf(first, jobOf(jobIds.get(1)));
    }
    return configuration.isPresent() ? wayOf(first, configuration.get()) : first;
  }

  private int wayOf(int m, String configuration) {
    if (m < 0) {
      return -1;
    }
    return Arrays.stream(problem.configurationsOf(m))
        .filter(g -> configurationOf(g).orElseThrow().equals(configuration))
        .findFirst()
        .orElse(-1);
  }

  private int pairOf(int first, int last) {
    return first < 0 || last < 0 ? -1 : pairByJobs.getOrDefault(pair(first, last), -1);
  }

  /**
   * Finds all groups in another index, by the ids of their jobs.
   *
   * @param other the other index; null if there is none
   * @return by group, its index in the other, or -1
   */
  public int[] in(@Nullable GroupIndex other) {
    int[] found = new int[count()];
    if (other == null) {
      Arrays.fill(found, -1);
      return found;
    }
    int next = 0; // jobs usually keep their order
    for (int m = 0; m < jobs; m++) {
      boolean follows = next < other.jobs && id(m).equals(other.id(next));
      found[m] = follows ? next : other.jobOf(id(m));
      next = found[m] < 0 ? next : found[m] + 1;
    }
    for (int g = jobs; g < found.length; g++) {
      Optional<String> configuration = configurationOf(g);
      found[g] =
          configuration.isPresent()
              ? other.wayOf(found[first(g)], configuration.get())
              : other.pairOf(found[first(g)], found[last(g)]);
    }
    return found;
  }

  /** Returns the index of a job; -1 if there is no such job. */
  public int jobOf(String id) {
    return problem.find(id).orElse(-1);
  }

  /** Returns the first job of a group. */
  public int first(int g) {
    return g < jobs ? g : firstInRow[g - jobs];
  }

  /** Returns the other job of a pair, else the same as {@link #first}. */
  public int last(int g) {
    return g < jobs ? g : lastInRow[g - jobs];
  }

  /** Returns the number of workers that a group holds at the same time; 1 for a share. */
  public int scaleFactor(int g) {
    return scaleFactors[g];
  }

  /** Returns the number of workers that a group holds; see {@link AllocationProblem#workers}. */
  public double workers(int g) {
    return workers[g];
  }

  /** Returns whether a group holds workers of several types at the same time. */
  public boolean isCoGang(int g) {
    return problem.isCoGang(g);
  }

  /** Returns the number of workers of a pool that a group holds while it runs on a type. */
  public int gang(int g, int j, int k) {
    return problem.gang(g, j, k);
  }

  /** Returns whether workers are as many of each pool as a group holds while it runs on a type. */
  public boolean isGang(int g, int j, List<Worker> workers) {
    if (problem.isCoGang(g)) {
      return IntStream.range(0, problem.cluster().poolCount())
          .allMatch(
              k -> workers.stream().filter(w -> w.pool() == k).count() == problem.gang(g, j, k));
    }
    int own = problem.cluster().poolOf(j);
    boolean there = workers.size() == scaleFactors[g];
    for (int w = 0; there && w < workers.size(); w++) {
      there = workers.get(w).pool() == own; // the job may have been a co-gang before
    }
    return there;
  }

  /** Returns the thousandths of each worker that a group takes. */
  public int gpuMilli(int g) {
    return millis[g];
  }

  /** Returns whether a group takes less than one worker. */
  public boolean isShare(int g) {
    return shares && millis[g] < Job.WHOLE_WORKER;
  }

  /** Returns whether any group takes less than one worker. */
  public boolean hasShares() {
    return shares;
  }

  /**
   * Divides items by the number of workers that their group holds.
   *
   * @param groupOf by item, its group
   * @param count the number of items
   * @return positions in {@code groupOf}, {@code [size][]}, the smallest groups first and in order
   *     within a size; some sizes may be empty
   */
  public int[][] bySize(int[] groupOf, int count) {
    int[] counts = new int[sizeCount];
    for (int i = 0; i < count; i++) {
      counts[sizes[groupOf[i]]]++;
    }
    int[][] dealt = new int[sizeCount][];
    for (int size = 0; size < sizeCount; size++) {
      dealt[size] = new int[counts[size]];
      counts[size] = 0;
    }
    for (int i = 0; i < count; i++) {
      int size = sizes[groupOf[i]];
      dealt[size][counts[size]++] = i;
    }
    return dealt;
  }
}
