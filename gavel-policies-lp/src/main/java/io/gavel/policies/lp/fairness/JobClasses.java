package io.gavel.policies.lp.fairness;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.solver.internal.presolve.IdenticalJobs;
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
final class JobClasses {

  /**
   * How a job compares: with jobs of its circle, per unit of claim. Immutable.
   *
   * @param circle equal numbers for jobs that compare themselves with each other
   * @param claim positive
   */
  record Yardstick(double circle, double claim) {}

  /** The common data of the jobs of a class. Immutable. */
  private record JobData(int inProgram, Yardstick yardstick, List<Double> rates) {}

  private final AllocationProblem problem;
  private final int types;

  /** The jobs of each class, ascending. */
  private final List<List<Integer>> members = new ArrayList<>();

  /** The class of each job, {@code [job]}. */
  final int[] classOf;

  /** Steps per second, {@code [class][type]} row-major; 0 where the jobs cannot run. */
  final double[] rate;

  /** The square roots of the parts of a class's rates in their sum, {@code [class][type]}. */
  private final double[] place;

  private final String[] names;

  final double[] fastest;
  final double[] circle;
  final double[] claim;

  JobClasses(
      AllocationProblem problem, AllocationProgram program, Function<Job, Yardstick> yardstick) {
    this.problem = problem;
    types = problem.cluster().typeCount();
    int[] inProgram = IdenticalJobs.classOf(program);
    classOf = new int[problem.jobCount()];
    List<JobData> classes = new ArrayList<>();
    Map<JobData, Integer> numbers = new HashMap<>();
    for (int m = 0; m < classOf.length; m++) {
      JobData jobClass = new JobData(inProgram[m], yardstick.apply(problem.job(m)), rates(m));
      classOf[m] = numbers.computeIfAbsent(jobClass, fresh -> classes.size());
      if (classOf[m] == classes.size()) {
        classes.add(jobClass);
        members.add(new ArrayList<>());
      }
      members.get(classOf[m]).add(m);
    }
    names = new String[classes.size()];
    Arrays.setAll(names, this::named);
    rate =
        classes.stream().flatMap(jobClass -> jobClass.rates.stream()).mapToDouble(r -> r).toArray();
    place = new double[rate.length];
    for (int from = 0; from < rate.length; from += types) {
      double sum = 0;
      for (int i = from; i < from + types; i++) {
        sum += rate[i];
      }
      for (int i = from; i < from + types && sum > 0; i++) {
        place[i] = Math.sqrt(rate[i] / sum);
      }
    }
    fastest = classes.stream().mapToDouble(jobClass -> Collections.max(jobClass.rates)).toArray();
    circle = classes.stream().mapToDouble(jobClass -> jobClass.yardstick.circle).toArray();
    claim = classes.stream().mapToDouble(jobClass -> jobClass.yardstick.claim).toArray();
  }

  /** Returns the distance of the rates of two classes: 0 for proportional rates, at most 2. */
  double distance(int a, int b) {
    double sum = 0;
    for (int j = 0; j < types; j++) {
      double apart = place[a * types + j] - place[b * types + j];
      sum += apart * apart;
    }
    return sum;
  }

  private List<Double> rates(int m) {
    double[] running = new double[types];
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
