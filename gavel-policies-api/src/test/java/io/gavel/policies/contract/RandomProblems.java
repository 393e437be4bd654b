package io.gavel.policies.contract;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.ProblemRecipe.JobRecipe;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Small problems with edge cases. Each depends only on its seed: up to 6 jobs and 4 worker types,
 * integer throughputs up to 9, up to three {@linkplain Edge edges} at once. The problem of the
 * first seed has no jobs.
 */
public final class RandomProblems {

  private RandomProblems() {}

  /**
   * A problem with random edges.
   *
   * @param seed any
   * @return the problem
   */
  public static AllocationProblem of(long seed) {
    Random random = new Random(seed);
    Set<Edge> edges = EnumSet.noneOf(Edge.class);
    List<Edge> all = List.copyOf(EnumSet.complementOf(EnumSet.of(Edge.CONFIGURATIONS)));
    int count = random.nextInt(4);
    while (edges.size() < count) {
      edges.add(all.get(random.nextInt(all.size())));
    }
    ProblemRecipe rigid = recipe(random, seed == 0 ? 0 : 1 + random.nextInt(6), edges);
    if (random.nextInt(6) == 0) { // drawn last, so that all other numbers of a seed stay the same
      edges.add(Edge.CONFIGURATIONS);
    }
    return rigid.with(edges).build();
  }

  /**
   * A problem with given edges.
   *
   * @param seed any
   * @param edges all special features
   * @return the problem, with at least two jobs
   */
  public static AllocationProblem of(long seed, Set<Edge> edges) {
    Random random = new Random(seed);
    return recipe(random, 2 + random.nextInt(5), edges).build();
  }

  private static ProblemRecipe recipe(Random random, int jobCount, Set<Edge> edges) {
    List<Integer> workers = new ArrayList<>();
    int types = 1 + random.nextInt(ProblemRecipe.TYPES);
    for (int j = 0; j < types; j++) {
      workers.add(1 + random.nextInt(5));
    }
    List<JobRecipe> jobs = new ArrayList<>();
    for (int m = 0; m < jobCount; m++) {
      List<Integer> rates = new ArrayList<>();
      for (int j = 0; j < ProblemRecipe.TYPES; j++) {
        rates.add(random.nextInt(10));
      }
      jobs.add(new JobRecipe(rates, random.nextInt(1000)));
    }
    return new ProblemRecipe(workers, jobs, edges);
  }
}
