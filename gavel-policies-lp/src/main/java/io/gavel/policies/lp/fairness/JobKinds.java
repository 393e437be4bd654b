package io.gavel.policies.lp.fairness;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.presolve.IdenticalJobs;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Jobs by class: jobs of a class are equal in all data that a program or a comparison reads. */
final class JobKinds {

  /**
   * How a job compares: with jobs of its circle, per unit of claim. Immutable.
   *
   * @param circle equal numbers for jobs that compare themselves with each other
   * @param claim positive
   */
  record Yardstick(double circle, double claim) {}

  /** The common data of the jobs of a class. Immutable. */
  private record Kind(int inProgram, Yardstick yardstick, List<Double> rates) {}

  private final AllocationProblem problem;

  /** The jobs of each class, ascending. */
  private final List<List<Integer>> members = new ArrayList<>();

  /** The class of each job, {@code [job]}. */
  final int[] kindOf;

  /** Steps per second, {@code [class][type]} row-major; 0 where the jobs cannot run. */
  final double[] rate;

  private final String[] names;

  final double[] fastest;
  final double[] circle;
  final double[] claim;

  JobKinds(
      AllocationProblem problem, AllocationProgram program, Function<Job, Yardstick> yardstick) {
    this.problem = problem;
    int[] inProgram = IdenticalJobs.classOf(program);
    kindOf = new int[problem.jobCount()];
    List<Kind> kinds = new ArrayList<>();
    Map<Kind, Integer> numbers = new HashMap<>();
    for (int m = 0; m < kindOf.length; m++) {
      Kind kind = new Kind(inProgram[m], yardstick.apply(problem.job(m)), rates(m));
      kindOf[m] = numbers.computeIfAbsent(kind, fresh -> kinds.size());
      if (kindOf[m] == kinds.size()) {
        kinds.add(kind);
        members.add(new ArrayList<>());
      }
      members.get(kindOf[m]).add(m);
    }
    names = new String[kinds.size()];
    Arrays.setAll(names, this::named);
    rate = kinds.stream().flatMap(kind -> kind.rates.stream()).mapToDouble(r -> r).toArray();
    fastest = kinds.stream().mapToDouble(kind -> Collections.max(kind.rates)).toArray();
    circle = kinds.stream().mapToDouble(kind -> kind.yardstick.circle).toArray();
    claim = kinds.stream().mapToDouble(kind -> kind.yardstick.claim).toArray();
  }

  private List<Double> rates(int m) {
    double[] running = new double[problem.cluster().typeCount()];
    problem.copyRunning(m, 0, running, 0);
    return Arrays.stream(running).boxed().toList();
  }

  int count() {
    return members.size();
  }

  /** Returns the number of jobs of a class. */
  int jobs(int a) {
    return members.get(a).size();
  }

  /** Returns the jobs of a class, ascending. */
  List<Integer> members(int a) {
    return members.get(a);
  }

  String name(int a) {
    return names[a];
  }

  private String named(int a) {
    String first = problem.job(members.get(a).get(0)).id().toString();
    return jobs(a) == 1 ? first : "%s and %s like it".formatted(first, jobs(a) - 1);
  }
}
