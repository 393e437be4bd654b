package io.gavel.policies;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.constraint.ConstraintSet;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ProblemEditProperties {

  @Property
  void edit_withoutChanges_isTheProblem(@ForAll AllocationProblem problem) {
    assertEquals(problem, problem.edit().build());
  }

  /** Each group of jobs that stay has its rates, found by the ids of its jobs. */
  @Property
  void remove_someJobs_leavesAllThatIsNotTheirs(
      @ForAll AllocationProblem problem, @ForAll Draws random) {
    AllocationProblem plain = problem.withConstraints(ConstraintSet.none());
    AllocationProblem.Builder edit = plain.edit();
    List<String> stay = new ArrayList<>();
    for (Job job : plain.jobs()) {
      if (random.nextBoolean()) {
        stay.add(job.id());
      } else {
        edit.remove(job.id());
      }
    }
    AllocationProblem left = edit.build();

    assertEquals(stay, left.jobs().stream().map(Job::id).toList());
    assertEquals(groups(plain, stay), groups(left, stay));
  }

  /** What is known of the groups of some jobs alone, as text, in order. */
  private static List<String> groups(AllocationProblem problem, List<String> ids) {
    List<String> groups = new ArrayList<>();
    ThroughputMatrix rates = problem.throughputs();
    for (int g = 0; g < rates.groupCount(); g++) {
      Group group = rates.group(g);
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < group.size(); i++) {
        Job job = problem.job(group.member(i));
        text.append(ids.contains(job.id()) ? job : "gone");
        for (int j = 0; j < rates.typeCount(); j++) {
          text.append(
              " %s in [%s, %s] %s"
                  .formatted(
                      rates.stepsPerSecond(g, i, j),
                      rates.low().stepsPerSecond(g, i, j),
                      rates.high().stepsPerSecond(g, i, j),
                      problem.eligibility().forbids(group.member(i), j)));
        }
      }
      if (group instanceof Group.Configuration way) {
        text.append(way.name()).append(way.holding());
      }
      if (text.indexOf("gone") < 0) {
        groups.add(text.toString());
      }
    }
    return groups;
  }
}
