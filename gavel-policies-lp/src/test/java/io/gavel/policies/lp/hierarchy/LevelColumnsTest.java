package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which columns stay in programs of levels, and how precisely these are solved. */
class LevelColumnsTest {

  /** Columns: a on x, a on y, b on y, c on z, d on z, e and f on w, both on w. */
  private static AllocationProgram chains() {
    AllocationProblem problem =
        AllocationProblem.builder(
                Cluster.of(
                    new WorkerType("x", 1),
                    new WorkerType("y", 1),
                    new WorkerType("z", 1),
                    new WorkerType("w", 1)))
            .job(Job.of("a"), 1, 1, 0, 0)
            .job(Job.of("b"), 0, 1, 0, 0)
            .job(Job.of("c"), 0, 0, 1, 0)
            .job(Job.of("d"), 0, 0, 1, 0)
            .job(Job.of("e"), 0, 0, 0, 1)
            .job(Job.of("f"), 0, 0, 0, 1)
            .pair("c", "e", new double[] {0, 0, 0, 1}, new double[] {0, 0, 0, 1})
            .build();
    return AllocationProgram.maximizeMinimum(problem, new double[6]);
  }

  private static void assertKept(boolean[] open, boolean[] live, String kept, String connected) {
    LiveColumns.keep(chains(), open, live);
    assertEquals(kept, text(open));
    assertEquals(connected, text(live));
  }

  private static String text(boolean[] flags) {
    StringBuilder text = new StringBuilder();
    for (boolean flag : flags) {
      text.append(flag ? 'x' : '.');
    }
    return text.toString();
  }

  private static boolean[] flags(String text) {
    boolean[] flags = new boolean[text.length()];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = text.charAt(i) == 'x';
    }
    return flags;
  }

  @Test
  void columns_stayIfPoolsAndJobsLeadToAJobThatCanRise() {
    assertKept(flags("xxxxxxxx"), flags(".x...."), "xxx.....", "xx....");
    assertKept(flags("xxxxxxxx"), flags("x....."), "xxx.....", "xx....");
    assertKept(flags("xxxxxxxx"), flags("...x.."), "...xxxxx", "..xxxx");
    assertKept(flags("xxxxxxxx"), flags(".....x"), "...xxxxx", "..xxxx");
    assertKept(flags("xxxxxxxx"), flags("......"), "........", "......");
  }

  @Test
  void columns_thatAreClosed_connectNobody() {
    assertKept(flags("x.xxxxxx"), flags(".x...."), "..x.....", ".x....");
    assertKept(flags("xxxxxxx."), flags("...x.."), "...xx...", "..xx..");
    assertKept(flags("xxx....x"), flags("..x..."), ".......x", "..x.x.");
  }

  private static AllocationProblem weighted(int jobs, double heaviest, double entity) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .entity(new Entity("e", 1, Discipline.FAIRNESS))
            .entity(new Entity("f", entity, Discipline.FAIRNESS));
    for (int m = 0; m < jobs; m++) {
      problem.job(Job.builder("j" + m).weight(m == 0 ? heaviest : 2).build(), 1);
    }
    return problem.build();
  }

  private static LevelPrecision precision(AllocationProblem problem) {
    AllocationProgram program =
        AllocationProgram.maximizeMinimum(problem, new double[problem.jobCount()]);
    return LevelPrecision.of(problem, program, CertifiedSolver.standard());
  }

  private static void assertDouble(AllocationProblem problem) {
    LevelPrecision precision = precision(problem);
    assertEquals(1e-12, precision.rounding());
    assertEquals(1e-9, precision.dust());
    assertEquals(1e-12, precision.leastShortfall());
    assertEquals(1e-12, precision.early());
    assertEquals(true, precision.warm());
    assertEquals(CertifiedSolver.standard().precise().toString(), precision.solver().toString());
  }

  private static void assertExtended(AllocationProblem problem) {
    LevelPrecision precision = precision(problem);
    assertEquals(1e-14, precision.accuracy());
    assertEquals(1e-14, precision.rounding());
    assertEquals(1e-15, precision.dust());
    assertEquals(false, precision.warm());
  }

  @Test
  void precision_isExtended_forWeightsThatDifferByMoreThanTen() {
    assertDouble(weighted(100, 20, 1));
    assertExtended(weighted(100, 20.1, 1));
    assertDouble(weighted(100, 2, 10));
    assertExtended(weighted(100, 2, 10.1));
    assertDouble(weighted(100, 10, 2));
    assertExtended(weighted(100, 10, 2.1));
    assertExtended(weighted(20, 2, 1)); // few jobs
    AllocationProblem.Builder alone =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)));
    for (int m = 0; m < 100; m++) {
      alone.job(Job.builder("j" + m).weight(2).build(), 1);
    }
    assertDouble(alone.build()); // without entities
    alone.job(Job.builder("heavy").weight(21).build(), 1);
    assertExtended(alone.build());
    AllocationProblem.Builder entities =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .entity(new Entity("e", 2, Discipline.FAIRNESS))
            .entity(new Entity("f", 20, Discipline.FAIRNESS));
    for (int m = 0; m < 100; m++) {
      entities.job(Job.of("j" + m), 1);
    }
    assertDouble(entities.build()); // ten times as heavy, not forty
  }

  @Test
  void precision_isExtended_underConstraints_andNotForManyJobs() {
    Constraint cap = Constraint.named("cap").that(LinearForm.time()).atMost(1);
    assertExtended(weighted(100, 2, 1).constraining(cap));
    assertExtended(weighted(999, 200, 1));
    assertDouble(weighted(1_000, 200, 1));
    assertExtended(weighted(1_000, 2, 1).constraining(cap));
  }

  @Test
  void solver_startsFromPricesThatAreClose() {
    LevelPrecision precision = precision(weighted(100, 2, 1));
    Prices near = Prices.zero(1, 0);
    assertSame(precision.solver(), precision.solverAfter(near, 0.01));
    assertNotSame(precision.solver(), precision.solverAfter(near, 0.0099));
    LevelPrecision cold = precision(weighted(20, 2, 1));
    assertSame(cold.solver(), cold.solverAfter(near, 0.0099));
  }

  @Test
  void keep_marksNothingElse() {
    boolean[] open = flags("xxxxxxxx");
    boolean[] live = flags("xxxxxx");
    LiveColumns.keep(chains(), open, live);
    assertArrayEquals(flags("xxxxxxxx"), open);
    assertArrayEquals(flags("xxxxxx"), live);
  }

  @Test
  void gap_ofALevel_isRelativeAndAtLeastRounding() {
    LevelPrecision precision = precision(weighted(20, 2, 1));
    AllocationProblem one =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("j"), 4)
            .build();
    AllocationProgram program = AllocationProgram.maximizeMinimum(one, new double[] {1});
    double[][] gaps = {{1, 5, 0.25}, {1, 4, 1e-14}, {0.5, 4, 1}, {0, 4, 1e-14}};
    for (double[] gap : gaps) {
      DualBound bound = DualBound.proved(gap[1], Prices.zero(one));
      CertifiedSolution point =
          CertifiedSolution.of(program, List.of(), new double[] {gap[0]}, bound);
      assertEquals(gap[2], precision.gap(point), 1e-15);
    }
  }
}
