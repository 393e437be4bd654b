package io.gavel.policies.lp.variant;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An earlier allocation re-indexed for a new problem: jobs are matched by id, worker types by name.
 * The time of departed jobs and configurations, and of pairs with a departed member, is dropped.
 * Immutable.
 */
final class PreviousAllocation {

  private final AllocationProblem problem;

  /** The earlier fractions, {@code [group][worker type]} of the new problem, row-major. */
  private final double[] fractions;

  private PreviousAllocation(AllocationProblem problem, double[] fractions) {
    this.problem = problem;
    this.fractions = fractions;
  }

  /**
   * The previous allocation of the jobs of a problem.
   *
   * @param problem the new problem, with listed pairs, if any
   */
  static PreviousAllocation of(AllocationProblem problem, Allocation previous) {
    AllocationProblem before = previous.problem();
    Map<String, Integer> jobs = indexById(problem);
    Map<List<Object>, Integer> rows = new HashMap<>();
    for (int g = problem.jobCount(); g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      rows.put(key(group, group.member(0), group.member(group.size() - 1)), g);
    }
    int types = problem.cluster().typeCount();
    int[] type = typesByName(before, problem);
    double[] fractions = new double[problem.groupCount() * types];
    for (int g = 0; g < before.groupCount(); g++) {
      int row = row(before, g, jobs, rows);
      for (int j = 0; row >= 0 && j < type.length; j++) {
        if (type[j] >= 0) {
          double fraction =
              previous.fraction(g, j); // from any scheduler, perhaps slightly out of range
          fractions[row * types + type[j]] = Math.max(0, Math.min(1, fraction));
        }
      }
    }
    return new PreviousAllocation(problem, fractions);
  }

  private static Map<String, Integer> indexById(AllocationProblem problem) {
    Map<String, Integer> index = new HashMap<>(2 * problem.jobCount());
    for (int m = 0; m < problem.jobCount(); m++) {
      index.put(problem.job(m).id(), m);
    }
    return index;
  }

  private static int[] typesByName(AllocationProblem before, AllocationProblem problem) {
    Map<String, Integer> index = new HashMap<>();
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      index.put(problem.cluster().type(j).name(), j);
    }
    return before.cluster().types().stream()
        .mapToInt(type -> index.getOrDefault(type.name(), -1))
        .toArray();
  }

  /** The index of a group in the new problem; -1 if it has departed. */
  private static int row(
      AllocationProblem before, int g, Map<String, Integer> jobs, Map<List<Object>, Integer> rows) {
    Group group = before.group(g);
    int first = jobs.getOrDefault(before.job(group.member(0)).id(), -1);
    if (g < before.jobCount()) {
      return first;
    }
    int second = jobs.getOrDefault(before.job(group.member(group.size() - 1)).id(), -1);
    return rows.getOrDefault(key(group, Math.min(first, second), Math.max(first, second)), -1);
  }

  /** Identifies a pair or configuration by its jobs in the new problem and its name. */
  private static List<Object> key(Group group, int first, int last) {
    return List.of(
        first, last, group instanceof Group.Configuration way ? way.name() : Group.Pair.class);
  }

  /**
   * A problem that lists the pairs by job type which the optimum or the previous allocation uses.
   *
   * @return the problem itself if its pairs are already listed
   */
  static AllocationProblem listing(
      AllocationProblem problem, Allocation optimum, Allocation previous) {
    if (problem.pairsByType().isEmpty()) {
      return problem;
    }
    Set<Group.Pair> seen = new HashSet<>();
    List<Group.Pair> pairs = new ArrayList<>();
    Map<String, Integer> jobs = indexById(problem);
    for (Allocation from : List.of(optimum, previous)) {
      AllocationProblem source = from.problem();
      for (int g = source.jobCount(); g < source.jobCount() + source.pairCount(); g++) {
        Group group = source.group(g);
        int a = jobs.getOrDefault(source.job(group.member(0)).id(), -1);
        int b = jobs.getOrDefault(source.job(group.member(1)).id(), -1);
        if (a >= 0 && b >= 0 && runs(problem, a, b)) {
          Group.Pair pair = new Group.Pair(Math.min(a, b), Math.max(a, b));
          if (seen.add(pair)) {
            pairs.add(pair);
          }
        }
      }
    }
    return problem.withPairs(pairs);
  }

  private static boolean runs(AllocationProblem problem, int a, int b) {
    PairThroughputs table = problem.pairsByType();
    Job first = problem.job(a);
    Job second = problem.job(b);
    int of = table.kindOf(first);
    int with = table.kindOf(second);
    boolean fit =
        first.scaleFactor() == second.scaleFactor() && first.gpuMilli() == second.gpuMilli();
    boolean runs = false;
    for (int j = 0; fit && of >= 0 && with >= 0 && j < table.typeCount(); j++) {
      runs |= table.stepsPerSecond(of, with, j) > 0 && table.stepsPerSecond(with, of, j) > 0;
    }
    return runs;
  }

  /** The previous fraction of an entry, {@code g · typeCount + j}. */
  double fraction(int entry) {
    return fractions[entry];
  }

  /**
   * The worker time that an allocation takes from earlier positions.
   *
   * @param allocation an allocation whose problem lists the pairs of this problem, or the first of
   *     them
   */
  double movedBy(Allocation allocation) {
    int types = problem.cluster().typeCount();
    double moved = 0;
    for (int g = 0; g < problem.groupCount(); g++) {
      moved += movedBy(allocation, g, types);
    }
    return moved;
  }

  private double movedBy(Allocation allocation, int g, int types) {
    boolean listed = g < allocation.problem().groupCount(); // pairs that it does not use are last
    double lost = 0;
    for (int j = 0; j < types; j++) {
      double left = listed ? allocation.fraction(g, j) : 0;
      lost += Math.max(0, fractions[g * types + j] - left);
    }
    return problem.workers(g) * lost;
  }

  /** The workers that the previous allocation uses on average. */
  double workers() {
    int types = problem.cluster().typeCount();
    double held = 0;
    for (int i = 0; i < fractions.length; i++) {
      held += problem.workers(i / types) * fractions[i];
    }
    return held;
  }
}
