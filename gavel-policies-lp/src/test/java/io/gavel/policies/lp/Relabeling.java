package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The same problem told in another way: jobs and types listed in another order, and each job's
 * steps counted in another unit.
 *
 * @param jobs the old index of each new job
 * @param types the old index of each new type
 * @param units by what throughputs and steps of each old job are multiplied
 */
record Relabeling(List<Integer> jobs, List<Integer> types, List<Double> units) {

  static Relabeling none(AllocationProblem problem) {
    return new Relabeling(
        IntStream.range(0, problem.jobCount()).boxed().toList(),
        IntStream.range(0, problem.cluster().typeCount()).boxed().toList(),
        Collections.nCopies(problem.jobCount(), 1.0));
  }

  Relabeling withJobsShuffled(Random random) {
    return new Relabeling(shuffled(jobs, random), types, units);
  }

  Relabeling withTypesShuffled(Random random) {
    return new Relabeling(jobs, shuffled(types, random), units);
  }

  /** Units that are powers of two, which round nothing. */
  Relabeling withOtherUnits(Random random) {
    return new Relabeling(
        jobs, types, units.stream().map(u -> Math.scalb(u, random.nextInt(41) - 20)).toList());
  }

  private static List<Integer> shuffled(List<Integer> order, Random random) {
    List<Integer> copy = new ArrayList<>(order);
    Collections.shuffle(copy, random);
    return copy;
  }

  AllocationProblem of(AllocationProblem problem) {
    AllocationProblem.Builder copy =
        AllocationProblem.builder(
            Cluster.of(types.stream().map(j -> problem.cluster().type(j)).toList()));
    problem.entities().forEach(copy::entity);
    for (int m : jobs) {
      Job.Builder job = problem.job(m).toBuilder();
      problem.job(m).stepsRemaining().ifPresent(steps -> job.stepsRemaining(steps * units.get(m)));
      copy.job(job.build(), rates(problem, m, 0));
    }
    for (int g = problem.jobCount(); g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      String first = problem.job(group.member(0)).id();
      if (group instanceof Group.Configuration way) {
        copy.configuration(first, way.name(), way.workers(), rates(problem, g, 0));
      } else {
        String second = problem.job(group.member(1)).id();
        copy.pair(first, second, rates(problem, g, 0), rates(problem, g, 1));
      }
    }
    return copy.build();
  }

  private double[] rates(AllocationProblem problem, int g, int member) {
    double[] rates = new double[types.size()];
    double unit = units.get(problem.group(g).member(member));
    Arrays.setAll(rates, j -> problem.throughputs().stepsPerSecond(g, member, types.get(j)) * unit);
    return rates;
  }
}
