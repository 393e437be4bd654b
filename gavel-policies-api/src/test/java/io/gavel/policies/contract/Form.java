package io.gavel.policies.contract;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.Optional;

/** The rules on the form of an answer. */
final class Form {

  private Form() {}

  static Optional<String> shape(Allocation x, AllocationProblem problem) {
    return x.problem().equals(problem)
        ? Optional.empty()
        : Optional.of(
            "the answer is for another problem, with %s groups × %s types"
                .formatted(x.problem().groupCount(), x.problem().cluster().typeCount()));
  }

  static Optional<String> sums(Allocation x) {
    AllocationProblem problem = x.problem();
    double[] throughput = new double[problem.jobCount()];
    double[] time = new double[problem.jobCount()];
    double[] whole = new double[problem.cluster().poolCount()];
    double[] milli = new double[whole.length]; // shares of workers, in thousandths
    for (int g = 0; g < problem.groupCount(); g++) {
      Group group = problem.group(g);
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        double fraction = x.fraction(g, j);
        double workers = problem.workers(g);
        int pool = problem.cluster().poolOf(j);
        if (workers == Math.rint(workers)) {
          whole[pool] += workers * fraction;
        } else {
          milli[pool] += Job.WHOLE_WORKER * workers * fraction;
        }
        for (int i = 0; i < group.size(); i++) {
          time[group.member(i)] += fraction;
          throughput[group.member(i)] += problem.throughputs().stepsPerSecond(g, i, j) * fraction;
        }
      }
    }
    for (int m = 0; m < throughput.length; m++) {
      String who = "of \"%s\"".formatted(problem.job(m).id());
      Optional<String> wrong =
          differs("throughput " + who, x.effectiveThroughput(m), throughput[m]);
      if (wrong.isPresent()) {
        return wrong;
      }
      wrong = differs("time " + who, x.timeFraction(m), time[m]);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    for (int k = 0; k < whole.length; k++) {
      Optional<String> wrong =
          differs(
              "busy workers of \"%s\"".formatted(problem.cluster().poolName(k)),
              x.workersUsed(k),
              whole[k] + milli[k] / Job.WHOLE_WORKER);
      if (wrong.isPresent()) {
        return wrong;
      }
    }
    return Optional.empty();
  }

  /** Sums have a prescribed order, so they must be equal; another rule judges NaN. */
  private static Optional<String> differs(String what, double said, double is) {
    return said == is || Double.isNaN(is)
        ? Optional.empty()
        : Optional.of("%s is stated as %s; by the fractions it is %s".formatted(what, said, is));
  }
}
