package io.gavel.mechanism;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Group;
import io.gavel.policies.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The groups of a problem: the ids of their jobs, which are their names across problems, and what
 * each asks for, in arrays, for a round looks at them millions of times. Immutable.
 */
final class Groups {

  private final int jobs;
  private final List<List<String>> ids = new ArrayList<>(); // by group
  private final Map<String, Integer> jobById = new HashMap<>();
  private final Map<List<String>, Integer> pairByIds = new HashMap<>();
  private final int[] firstOfPair; // by group, less the jobs
  private final int[] lastOfPair;
  private final int[] scaleFactors; // by group
  private final int[] millis; // by group
  private final int[] sizes; // by group: the rank of its workers among all there are
  private final int sizeCount;
  private final boolean shares;

  Groups(AllocationProblem problem) {
    this.jobs = problem.jobCount();
    int groups = problem.groupCount();
    this.firstOfPair = new int[groups - jobs];
    this.lastOfPair = new int[groups - jobs];
    this.scaleFactors = new int[groups];
    this.millis = new int[groups];
    boolean anyShare = false;
    for (int g = 0; g < groups; g++) {
      scaleFactors[g] = problem.scaleFactor(g);
      millis[g] = problem.gpuMilli(g);
      anyShare |= millis[g] < Job.WHOLE_WORKER;
      name(problem, g);
    }
    this.shares = anyShare;
    this.sizes = new int[groups];
    this.sizeCount = rankSizes(problem);
  }

  private void name(AllocationProblem problem, int g) {
    Group group = problem.group(g);
    String first = problem.job(group.member(0)).id();
    if (group.size() == 1) {
      ids.add(List.of(first));
      jobById.put(first, g);
    } else {
      firstOfPair[g - jobs] = group.member(0);
      lastOfPair[g - jobs] = group.member(1);
      ids.add(List.of(first, problem.job(group.member(1)).id()));
      pairByIds.put(ids.get(g), g);
    }
  }

  private int rankSizes(AllocationProblem problem) {
    SortedMap<Double, Integer> ranks = new TreeMap<>();
    for (int g = 0; g < sizes.length; g++) {
      ranks.put(problem.workers(g), 0);
    }
    int rank = 0;
    for (Map.Entry<Double, Integer> size : ranks.entrySet()) {
      size.setValue(rank++);
    }
    for (int g = 0; g < sizes.length; g++) {
      sizes[g] = ranks.getOrDefault(problem.workers(g), 0);
    }
    return rank;
  }

  int count() {
    return scaleFactors.length;
  }

  int jobCount() {
    return jobs;
  }

  List<String> idsOf(int g) {
    return ids.get(g);
  }

  /** The index of a group; -1 if there is no such group. */
  int indexOf(List<String> jobIds) {
    return jobIds.size() == 1 ? jobOf(jobIds.get(0)) : pairByIds.getOrDefault(jobIds, -1);
  }

  /** The index of a job; -1 if there is no such job. */
  int jobOf(String id) {
    return jobById.getOrDefault(id, -1);
  }

  /** A job of a group. */
  int first(int g) {
    return g < jobs ? g : firstOfPair[g - jobs];
  }

  /** The other job of a pair, else the same as {@link #first}. */
  int last(int g) {
    return g < jobs ? g : lastOfPair[g - jobs];
  }

  /** The whole workers that a group holds at once, or 1 for a share of one. */
  int scaleFactor(int g) {
    return scaleFactors[g];
  }

  /** The thousandths that a group takes of each of its workers. */
  int gpuMilli(int g) {
    return millis[g];
  }

  /** Whether a group takes less than a whole worker. */
  boolean isShare(int g) {
    return shares && millis[g] < Job.WHOLE_WORKER;
  }

  /** Whether any group takes less than a whole worker. */
  boolean hasShares() {
    return shares;
  }

  /**
   * Deals things of groups out by how many workers the group holds.
   *
   * @param groupOf of each thing
   * @param count how many things
   * @return positions in {@code groupOf}, those of the smallest groups first; {@code [size][]},
   *     within a size in order; some may be empty
   */
  int[][] bySize(int[] groupOf, int count) {
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
