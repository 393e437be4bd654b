package io.gavel.cli.operate;

import io.gavel.catalog.PolicyEntry;
import io.gavel.input.ProblemFile;
import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationException;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The jobs that a policy serves before another. A job goes first if, of the two alone on workers
 * for one of them, the policy runs it and not the other. This holds for every rule of a queue, and
 * for no policy that shares time.
 */
final class Precedence {

  private static final double NEGLIGIBLE = 1e-6;

  private final PolicyEntry entry;
  private final ProblemFile file;

  Precedence(PolicyEntry entry, ProblemFile file) {
    this.entry = entry;
    this.file = file;
  }

  /**
   * Returns the jobs of a list that go before a job, in their order.
   *
   * @return empty if the policy cannot decide between two jobs alone
   */
  Optional<List<String>> before(int job, int[] others) {
    List<String> ahead = new ArrayList<>();
    try {
      for (int other : others) {
        Optional<AllocationProblem> both = contest(Math.min(job, other), Math.max(job, other));
        if (both.isPresent() && wins(both.get(), id(other), id(job))) {
          ahead.add(id(other));
        }
      }
    } catch (AllocationException | IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.of(List.copyOf(ahead));
  }

  private String id(int job) {
    return file.problem().job(job).id();
  }

  private boolean wins(AllocationProblem both, String other, String job) {
    Allocation allocation = entry.solve(file.with(both)).allocation();
    return allocation.timeFraction(both.indexOf(other)) > NEGLIGIBLE
        && allocation.timeFraction(both.indexOf(job)) <= NEGLIGIBLE;
  }

  /**
   * Returns a problem of two jobs that compete for workers of a pool and have enough workers of all
   * other pools that they hold; empty if they share no pool.
   */
  private Optional<AllocationProblem> contest(int first, int second) {
    AllocationProblem problem = file.problem();
    Cluster cluster = problem.cluster();
    for (int j = 0; j < cluster.typeCount(); j++) {
      for (int i = 0; i < cluster.typeCount(); i++) {
        OptionalInt shared =
            problem.runs(first, j) && problem.runs(second, i)
                ? sharedPool(first, j, second, i)
                : OptionalInt.empty();
        if (shared.isPresent()) {
          int[] workers = new int[cluster.poolCount()];
          for (int k = 0; k < workers.length; k++) {
            int ofFirst = problem.gang(first, j, k);
            int ofSecond = problem.gang(second, i, k);
            boolean contested = k == shared.getAsInt();
            workers[k] = contested ? Math.max(ofFirst, ofSecond) : ofFirst + ofSecond;
          }
          AllocationProblem.Builder both = AllocationProblem.builder(resized(cluster, workers));
          problem.entities().forEach(both::entity);
          add(first, j, workers, both);
          add(second, i, workers, both);
          return Optional.of(both.build());
        }
      }
    }
    return Optional.empty();
  }

  private OptionalInt sharedPool(int first, int j, int second, int i) {
    AllocationProblem problem = file.problem();
    return IntStream.range(0, problem.cluster().poolCount())
        .filter(k -> problem.gang(first, j, k) > 0 && problem.gang(second, i, k) > 0)
        .findFirst();
  }

  /** Adds a job without its throughputs on workers that are there only for the other job. */
  private void add(int job, int type, int[] workers, AllocationProblem.Builder both) {
    AllocationProblem problem = file.problem();
    Cluster cluster = problem.cluster();
    double[] rates = new double[cluster.typeCount()];
    for (int j = 0; j < rates.length; j++) {
      int k = cluster.poolOf(j);
      boolean mayRun = k == cluster.poolOf(type) || workers[k] == 0;
      rates[j] = mayRun ? problem.stepsPerSecond(job, 0, j) : 0;
    }
    both.job(problem.job(job).toBuilder().gpuMilli(Job.WHOLE_WORKER).build(), rates);
  }

  /** Returns the cluster with other numbers of workers, {@code [pool]}. */
  private static Cluster resized(Cluster cluster, int[] workers) {
    List<WorkerType> types = new ArrayList<>();
    for (int j = 0; j < cluster.typeCount(); j++) {
      types.add(Hypothesis.resized(cluster.type(j), workers[cluster.poolOf(j)]));
    }
    return Cluster.of(types);
  }
}
