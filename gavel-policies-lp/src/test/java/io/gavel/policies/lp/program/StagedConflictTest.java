package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Program.Purchasable;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot hold together in a program is named: floors, deadlines, constraints, the budget. */
class StagedConflictTest {

  private static final Cluster CLUSTER = Cluster.of(new WorkerType("v100", 1));

  /** Three jobs of 4 steps/s on one worker; the SLO of a asks for 2 of them. */
  private static final AllocationProblem PROBLEM =
      AllocationProblem.builder(CLUSTER)
          .job(Job.builder("a").stepsRemaining(200).sloSeconds(100).build(), 4)
          .job(Job.of("b"), 4)
          .job(Job.of("c"), 4)
          .build();

  private static Program maximizing(Objective objective) {
    return Program.of(PROBLEM).maximize(objective);
  }

  static Stream<Objective> objectives() {
    Measure share = Measure.throughput().per(Normalizer.EQUAL_SHARE);
    return Stream.of(
        Objective.sum(share),
        Objective.least(share),
        Objective.leastOf(List.of(new JobSet("bc", List.of("b", "c"), 1)), share),
        Objective.logs(share));
  }

  private static Set<String> conflict(Program program) {
    InfeasibleProblemException refusal =
        assertThrows(InfeasibleProblemException.class, () -> program.solve(StagedSolver.create()));
    assertEquals(
        refusal.conflict().stream()
            .filter(name -> name.matches("(slo|floor):.*"))
            .map(name -> name.substring(name.indexOf(':') + 1))
            .toList(),
        refusal.jobIds());
    return Set.copyOf(refusal.conflict());
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void floorAndSlo_namesBoth(Objective objective) {
    Program program = maximizing(objective).meetingSlos().withFloor("b", 3).withFloor("c", 0.5);
    assertEquals(Set.of("slo:a", "floor:b"), conflict(program));
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void floorAndConstraint_namesBoth(Objective objective) {
    Constraint half = Constraint.named("half").that(LinearForm.workers().ofJobs("b")).atMost(0.5);
    Program program = maximizing(objective).withFloor("b", 3).withFloor("c", 0.5).subjectTo(half);
    assertEquals(Set.of("half", "floor:b"), conflict(program));
  }

  @Test
  void floorAboveTheSlo_isNamedAsAFloor() {
    Program sum = maximizing(Objective.sum(Measure.throughput()));
    assertEquals(Set.of("floor:a"), conflict(sum.meetingSlos().withFloor("a", 5)));
    assertEquals(
        Set.of("slo:a", "floor:b"),
        conflict(sum.meetingSlos().withFloor("a", 1).withFloor("b", 3)));
  }

  @Test
  void purchasesThatAreNotEnough_nameTheFloors() {
    Program cost =
        Program.of(PROBLEM)
            .minimize(Objective.purchaseCost())
            .meetingSlos()
            .withFloor("b", 4)
            .withFloor("c", 4);
    assertEquals(
        Set.of("slo:a", "floor:b", "floor:c"),
        conflict(cost.buying(new Purchasable("v100", 1, 2))));
    assertEquals(
        Set.of("slo:a", "floor:b", "floor:c", "budget"),
        conflict(cost.buying(new Purchasable("v100", 2, 2)).withBudget(2)));
  }

  @Test
  void floorOfAJobThatRunsNowhere_isNamed() {
    AllocationProblem problem =
        AllocationProblem.builder(CLUSTER)
            .job(Job.builder("gang").scaleFactor(2).build(), 1)
            .build();
    Program program =
        Program.of(problem).maximize(Objective.sum(Measure.throughput())).withFloor("gang", 0.5);
    assertEquals(Set.of("floor:gang"), conflict(program));
  }
}
