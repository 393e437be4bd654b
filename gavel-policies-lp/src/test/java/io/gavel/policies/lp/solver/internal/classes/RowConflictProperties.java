package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Rows conflict over classes if and only if they conflict over all pairs. */
class RowConflictProperties {

  private static AllocationProblem problem(Random random, int jobs) {
    AllocationProblem.Builder builder =
        AllocationProblem.builder(
            Cluster.of(
                new WorkerType("v", 1 + random.nextInt(3)),
                new WorkerType("k", 1 + random.nextInt(3))));
    double[][] alone = {{2, 1}, {3, 0}, {1, 2}};
    PairThroughputs.Builder table = PairThroughputs.builder(2);
    for (int a = 0; a < 3; a++) {
      for (int b = a; b < 3; b++) {
        double[] ofA = random.doubles(2, 0.25, 1).toArray();
        double[] ofB = a == b ? ofA : random.doubles(2, 0.25, 1).toArray();
        table.pair("t" + a, "t" + b, 1, ofA, ofB);
      }
    }
    for (int m = 0; m < jobs; m++) {
      int kind = random.nextInt(3);
      builder.job(Job.builder("j" + m).type("t" + kind).build(), alone[kind]);
    }
    for (int i = 0; i < 4; i++) {
      builder.constraint(constraint("c" + i, random, jobs));
    }
    return builder.build().sharingByType(table.build());
  }

  private static Constraint constraint(String name, Random random, int jobs) {
    LinearForm form =
        switch (random.nextInt(3)) {
          case 0 -> LinearForm.time();
          case 1 -> LinearForm.steps();
          default -> LinearForm.workers();
        };
    form = random.nextBoolean() ? form : form.onTypes(random.nextBoolean() ? "v" : "k");
    form = random.nextBoolean() ? form : form.ofJobs("j" + random.nextInt(jobs));
    double bound = 0.01 * random.nextInt(300);
    Constraint.Bounded that = Constraint.named(name).that(form);
    return random.nextBoolean() ? that.atMost(bound) : that.atLeast(bound);
  }

  /** The names in conflict; empty if there is none. */
  private static Set<String> conflict(AllocationProgram program) {
    try {
      CertifiedSolver.standard().requireFeasible(program, m -> "floor " + m);
      return Set.of();
    } catch (InfeasibleProblemException conflict) {
      return Set.copyOf(conflict.conflict());
    }
  }

  @Property
  void of_rowsOfClasses_conflictAsThoseOfAllPairs(
      @ForAll Draws random, @ForAll @IntRange(min = 1, max = 8) int jobs) {
    AllocationProblem problem = problem(random, jobs);
    AllocationProgram program = AllocationProgram.maximizeSum(problem, new double[jobs]);
    AllocationProblem listed = problem.withAllPairs();
    Set<String> ofAll = conflict(AllocationProgram.maximizeSum(listed, new double[jobs]));
    Set<String> ofClasses = Set.copyOf(RowConflict.of(program));
    assertEquals(ofAll.isEmpty(), ofClasses.isEmpty(), () -> ofAll + ", " + ofClasses);
    // Minimal conflicts need not be the same, but each is one of the other's.
    assertEquals(ofAll.isEmpty(), conflict(only(listed, ofClasses)).isEmpty());
    for (String name : ofClasses) {
      List<String> rest = ofClasses.stream().filter(other -> !other.equals(name)).toList();
      assertEquals(Set.of(), conflict(only(listed, Set.copyOf(rest))), name);
    }
  }

  private static AllocationProgram only(AllocationProblem problem, Set<String> names) {
    String[] gone =
        problem.constraints().stream()
            .map(Constraint::name)
            .filter(name -> !names.contains(name))
            .toArray(String[]::new);
    AllocationProblem rest =
        Arrays.stream(gone)
            .reduce(problem, AllocationProblem::withoutConstraint, (one, other) -> other);
    return AllocationProgram.maximizeSum(rest, new double[problem.jobCount()]);
  }
}
