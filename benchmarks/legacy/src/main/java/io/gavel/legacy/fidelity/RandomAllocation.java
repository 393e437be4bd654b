package io.gavel.legacy.fidelity;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.Prices;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A random allocation that some sequence of rounds realises: the weighted mean of up to eight
 * random rounds, each of which runs every group that fits.
 */
final class RandomAllocation {

  private static final int MOST_ROUNDS = 8;

  private final Random random;
  private final Kind kind;
  private final int[] workers;
  private final int[] scaleFactors;

  private RandomAllocation(long seed, Kind kind) {
    this.random = new Random(seed);
    this.kind = kind;
    this.workers = new int[1 + random.nextInt(5)];
    int most = kind == Kind.GANGS ? 12 : 4;
    Arrays.setAll(workers, j -> 1 + random.nextInt(most));
    int perJob = kind == Kind.GANGS ? 2 : 1;
    double load = 0.5 + 2 * random.nextDouble();
    int jobs = (int) Math.max(2, Math.round(Arrays.stream(workers).sum() * load / perJob));
    this.scaleFactors = new int[jobs];
    Arrays.setAll(scaleFactors, m -> kind == Kind.GANGS ? 1 << random.nextInt(3) : 1);
  }

  static Allocation of(long seed, Kind kind) {
    return new RandomAllocation(seed, kind).mixture();
  }

  private Allocation mixture() {
    AllocationProblem problem = problem();
    double[] x = new double[problem.groupCount() * workers.length];
    double[] share = new double[1 + random.nextInt(MOST_ROUNDS)];
    Arrays.setAll(share, r -> 1 - random.nextDouble());
    double sum = Arrays.stream(share).sum();
    for (double part : share) {
      addRound(problem, x, part / sum);
    }
    return Allocation.of(problem, x, new Certificate(0, 0, 0, Prices.zero(problem)));
  }

  private AllocationProblem problem() {
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < workers.length; j++) {
      types.add(new WorkerType("t" + j, workers[j]));
    }
    double[] ones = new double[workers.length];
    Arrays.fill(ones, 1);
    List<Job> jobs = new ArrayList<>();
    ThroughputMatrix.Builder rates = ThroughputMatrix.builder(workers.length);
    for (int m = 0; m < scaleFactors.length; m++) {
      jobs.add(Job.builder("job" + m).scaleFactor(scaleFactors[m]).build());
      rates.job(ones);
    }
    for (int b = 1; kind == Kind.PAIRS && b < scaleFactors.length; b++) {
      rates.pair(b - 1, b, ones, ones);
    }
    return AllocationProblem.of(Cluster.of(types), jobs, rates.build());
  }

  /**
   * Adds a round: groups in random order run on the first type with room, with types in random
   * order.
   */
  private void addRound(AllocationProblem problem, double[] x, double part) {
    int[] left = workers.clone();
    boolean[] taken = new boolean[scaleFactors.length];
    List<Integer> groups = new ArrayList<>();
    for (int g = 0; g < problem.groupCount(); g++) {
      groups.add(g);
    }
    Collections.shuffle(groups, random);
    for (int g : groups) {
      int first = problem.group(g).member(0);
      int last = problem.group(g).member(problem.group(g).size() - 1);
      int from = random.nextInt(left.length);
      for (int i = 0; i < left.length && !taken[first] && !taken[last]; i++) {
        int j = (from + i) % left.length;
        if (left[j] >= problem.scaleFactor(g)) {
          left[j] -= problem.scaleFactor(g);
          taken[first] = true;
          taken[last] = true;
          x[g * left.length + j] += part;
        }
      }
    }
  }
}
