package io.gavel.policies.lp.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Tolerance;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.program.Measure;
import io.gavel.policies.program.Measure.JobSet;
import io.gavel.policies.program.Objective;
import io.gavel.policies.program.Objective.Concave.Segment;
import io.gavel.policies.program.Program;
import io.gavel.policies.program.Solution;
import io.gavel.policies.proof.Proof;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ojalgo.optimisation.Expression;
import org.ojalgo.optimisation.ExpressionsBasedModel;
import org.ojalgo.optimisation.Variable;

/** Piecewise linear concave utilities: closed forms, and an independent program by hand. */
final class ConcaveTotalTest {

  private static AllocationProblem oneWorker(double... rates) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 1)));
    for (int m = 0; m < rates.length; m++) {
      problem.job(Job.builder("j" + m).weight(m + 1).build(), rates[m]);
    }
    return problem.build();
  }

  private static Solution solve(Program program) {
    Solution solution = program.solve(StagedSolver.create());
    assertTrue(
        Proof.of(solution.allocation()).holdsWithin(Tolerance.CERTIFIED),
        Proof.of(solution.allocation()).toString());
    return solution;
  }

  @Test
  void concave_targetOfEachJob_isReachedBeforeAnyHasMore() {
    AllocationProblem problem = oneWorker(10, 5);
    List<Segment> target = List.of(new Segment(2, 1), new Segment(100, 0.01));
    Solution solution =
        solve(Program.of(problem).maximize(Objective.concave(Measure.throughput(), target)));
    assertEquals(2 + 0.4 * 10, solution.allocation().effectiveThroughput(0), 1e-6);
    assertEquals(2, solution.allocation().effectiveThroughput(1), 1e-6);
    assertEquals(4 + 0.01 * 4, solution.objective(0), 1e-8); // j0 has the rest of the time
  }

  @Test
  void concave_weights_decideWhoseTargetComesFirst() {
    AllocationProblem problem = oneWorker(2, 2);
    List<Segment> target = List.of(new Segment(2, 1));
    Solution solution =
        solve(
            Program.of(problem)
                .maximize(Objective.concave(Measure.throughput(), target).weighted(Job::weight)));
    assertEquals(2, solution.allocation().effectiveThroughput(1), 1e-6);
    assertEquals(4, solution.objective(0), 1e-8);
  }

  @Test
  void concave_thenTotal_keepsWhatTheSegmentsCover() {
    AllocationProblem problem = oneWorker(1, 4);
    Objective.Concave covered =
        Objective.concave(Measure.throughput(), List.of(new Segment(0.5, 1)));
    Solution solution =
        solve(Program.of(problem).maximize(covered).then(Objective.sum(Measure.throughput())));
    assertEquals(0.5, solution.allocation().effectiveThroughput(0), 1e-6);
    assertEquals(2, solution.allocation().effectiveThroughput(1), 1e-6);
  }

  @Test
  void concaveOf_targetOfEachTeam_isReachedByItsFastestJob() {
    AllocationProblem problem = oneWorker(10, 1, 4);
    List<JobSet> teams =
        List.of(new JobSet("a", List.of("j0", "j1"), 1), new JobSet("b", List.of("j2"), 1));
    List<Segment> target = List.of(new Segment(2, 1));
    Solution solution =
        solve(
            Program.of(problem)
                .maximize(Objective.concaveOf(teams, Measure.throughput(), target))
                .then(Objective.sum((p, m) -> m == 1 ? 1 : 0)));
    assertEquals(4, solution.objective(0), 1e-8);
    assertEquals(2, solution.allocation().effectiveThroughput(2), 1e-6);
    assertEquals(2, totalOf(solution, 0, 1), 1e-5);
    assertEquals(1.0 / 3, solution.allocation().effectiveThroughput(1), 1e-5); // 10(½−x) + x = 2
  }

  private static double totalOf(Solution solution, int... jobs) {
    return Arrays.stream(jobs).mapToDouble(solution.allocation()::effectiveThroughput).sum();
  }

  @Test
  void concaveOf_setsOfOneName_areRefused() {
    JobSet team = new JobSet("a", List.of("j0"), 1);
    List<Segment> target = List.of(new Segment(2, 1));
    assertEquals(
        "two sets of jobs have the name \"a\"; names must be unique",
        assertThrows(
                IllegalArgumentException.class,
                () -> Objective.concaveOf(List.of(team, team), Measure.throughput(), target))
            .getMessage());
  }

  @Test
  void concave_risingSlopes_areRefused() {
    List<Segment> convex = List.of(new Segment(1, 1), new Segment(1, 2));
    assertEquals(
        "slope of segment 1 is 2.0; it must be at most 1.0, that of the segment before",
        assertThrows(
                IllegalArgumentException.class,
                () -> Objective.concave(Measure.throughput(), convex))
            .getMessage());
  }

  @Test
  void concave_randomProblems_isThatOfTheProgramByHand() {
    int count = Boolean.getBoolean("gavel.nightly") ? 2_000 : 100;
    for (int seed = 0; seed < count; seed++) {
      Random random = new Random(seed);
      int types = 1 + random.nextInt(3);
      WorkerType[] cluster = new WorkerType[types];
      for (int k = 0; k < types; k++) {
        cluster[k] = new WorkerType("t" + k, 1 + random.nextInt(3));
      }
      AllocationProblem.Builder builder = AllocationProblem.builder(Cluster.of(cluster));
      int jobs = 1 + random.nextInt(6);
      for (int m = 0; m < jobs; m++) {
        double[] rates = random.doubles(types, 0.5, 4).toArray();
        builder.job(Job.builder("j" + m).weight(1 + random.nextInt(3)).build(), rates);
      }
      List<Segment> segments = new ArrayList<>();
      double slope = 3;
      for (int s = 0; s < 1 + random.nextInt(4); s++) {
        segments.add(new Segment(0.2 + random.nextDouble(), slope));
        slope *= random.nextDouble();
      }
      AllocationProblem problem = builder.build();
      Solution solution =
          solve(
              Program.of(problem)
                  .maximize(
                      Objective.concave(Measure.throughput(), segments).weighted(Job::weight)));
      List<JobSet> alone =
          problem.jobs().stream()
              .map(job -> new JobSet(job.id(), List.of(job.id()), job.weight()))
              .toList();
      assertEquals(byHand(problem, alone, segments), solution.objective(0), 1e-6, "seed " + seed);
      List<JobSet> teams = SetLevelsTest.teams(problem, random, 3);
      solution =
          solve(
              Program.of(problem)
                  .maximize(Objective.concaveOf(teams, Measure.throughput(), segments)));
      assertEquals(byHand(problem, teams, segments), solution.objective(0), 1e-6, "seed " + seed);
    }
  }

  private static double byHand(
      AllocationProblem problem, List<JobSet> sets, List<Segment> segments) {
    ExpressionsBasedModel model = new ExpressionsBasedModel();
    int types = problem.cluster().typeCount();
    Expression[] pools = new Expression[types];
    for (int k = 0; k < types; k++) {
      pools[k] = model.addExpression("pool" + k).upper(problem.cluster().type(k).workers());
    }
    List<Expression> used = new ArrayList<>();
    for (JobSet set : sets) {
      Expression row = model.addExpression("used" + set.name()).lower(0);
      for (int s = 0; s < segments.size(); s++) {
        Variable part = model.addVariable("s" + set.name() + "," + s).lower(0);
        part.upper(segments.get(s).width());
        part.weight(set.weight() * segments.get(s).slope());
        row.set(part, -1);
      }
      used.add(row);
    }
    for (int m = 0; m < problem.jobCount(); m++) {
      Expression time = model.addExpression("time" + m).upper(1);
      for (int k = 0; k < types; k++) {
        Variable x = model.addVariable("x" + m + "," + k).lower(0);
        time.set(x, 1);
        pools[k].set(x, 1);
        for (int i = 0; i < sets.size(); i++) {
          if (sets.get(i).jobIds().contains(problem.job(m).id())) {
            used.get(i).set(x, problem.stepsPerSecond(m, 0, k));
          }
        }
      }
    }
    return model.maximise().getValue();
  }
}
