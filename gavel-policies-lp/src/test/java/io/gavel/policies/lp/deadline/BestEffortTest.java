package io.gavel.policies.lp.deadline;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.deadline.BestEffort.Selection;
import io.gavel.policies.lp.internal.Deadlines;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BestEffortTest {

  private final BestEffort policy = BestEffort.of(MaxTotalThroughput.create());

  private static Job due(String id, double weight, double part) {
    return Job.builder(id).weight(weight).stepsRemaining(100 * part).sloSeconds(100).build();
  }

  /** One worker; the jobs need the given parts of it. */
  private static AllocationProblem oneWorker(Job... jobs) {
    double[][] rates = new double[jobs.length][];
    Arrays.setAll(rates, m -> row(1));
    return problem(workers(1), rates).withJobs(List.of(jobs));
  }

  @Test
  void select_noConflict_changesNothing() {
    AllocationProblem problem = oneWorker(due("1", 1, 0.5), due("2", 1, 0.5));
    Selection selection = policy.select(problem);
    assertSame(problem, selection.problem());
    assertEquals(List.of(), selection.dropped());
    assertEquals(2, selection.metWeight());
    assertEquals(2, selection.bound());
  }

  /** Wherever it is ended, it asks for the time no more than a few times after that. */
  @Test
  void select_endedAnywhere_stopsSoon() {
    Random random = new Random(1);
    Job[] jobs = new Job[60];
    Arrays.setAll(
        jobs, m -> due("job" + m, 1 + random.nextDouble(), 0.02 + 0.1 * random.nextDouble()));
    AllocationProblem overloaded = oneWorker(jobs);
    int[] asked = {0};
    policy.withSolver(after(asked, Integer.MAX_VALUE)).select(overloaded);
    int all = asked[0];
    for (int least = 0; least < all; least += 1 + all / 50) {
      asked[0] = 0;
      BestEffort ended = policy.withSolver(after(asked, least));
      assertThrows(SolveStoppedException.class, () -> ended.select(overloaded));
      assertTrue(asked[0] <= least + 5, asked[0] + " after " + least);
    }
  }

  private static CertifiedSolver after(int[] asked, int least) {
    return CertifiedSolver.standard()
        .with(SolveLimits.none().withCancellation(() -> asked[0]++ >= least));
  }

  /** A heavy job against two light ones that weigh more together. */
  @Test
  void select_conflict_keepsTheHeaviestSetNotTheHeaviestJob() {
    AllocationProblem problem = oneWorker(due("1", 3, 0.9), due("2", 2, 0.5), due("3", 2, 0.5));
    Selection selection = policy.select(problem);
    assertEquals(List.of("1"), selection.dropped());
    assertEquals(4, selection.metWeight());
    assertEquals(4, selection.bound());
  }

  /** Weight for size would keep the first job alone: 2/0.6 against 3/1. */
  @Test
  void select_greedyChoiceIsWrong_isCorrected() {
    AllocationProblem problem = oneWorker(due("1", 2, 0.6), due("2", 3, 1));
    Selection selection = policy.select(problem);
    assertEquals(List.of("1"), selection.dropped());
    assertEquals(3, selection.bound());
  }

  @Test
  void select_jobThatCannotMeetItsSloAlone_isDropped() {
    Selection selection = policy.select(oneWorker(due("1", 100, 1.5), due("2", 1, 1)));
    assertEquals(List.of("1"), selection.dropped());
    assertTrue(selection.problem().job(0).sloSeconds().isEmpty());
    assertTrue(selection.problem().job(1).sloSeconds().isPresent());
  }

  @Test
  void allocate_conflict_isTheAnswerWithoutTheDroppedSlos() {
    AllocationProblem problem = oneWorker(due("1", 1, 0.8), due("2", 2, 0.7));
    assertThrows(
        InfeasibleProblemException.class, () -> MaxTotalThroughput.create().allocate(problem));
    Allocation x = policy.allocate(problem);
    assertSame(problem, x.problem());
    assertTrue(x.effectiveThroughput("2") >= 0.7 * (1 - 1e-9));
    assertEquals(1, x.certificate().objective(), 1e-9);
  }

  /** Every set of jobs is tried. */
  @Property
  void select_anyProblem_isTheHeaviestSetThatCanBeMet(@ForAll Draws random) {
    AllocationProblem problem = hasty(Problems.complete(random, Kind.PLAIN), random);
    Deadlines deadlines = new Deadlines(CertifiedSolver.standard(), problem);
    List<Integer> due = Deadlines.demandingJobs(deadlines.demands());
    double heaviest = 0;
    for (int set = 1; set < 1 << due.size(); set++) {
      double[] demands = new double[problem.jobCount()];
      double weight = 0;
      for (int i = 0; i < due.size(); i++) {
        if ((set >> i & 1) == 1) {
          demands[due.get(i)] = deadlines.demands()[due.get(i)];
          weight += problem.job(due.get(i)).weight();
        }
      }
      if (weight > heaviest && !Deadlines.cannotBeMet(deadlines.largestPart(demands))) {
        heaviest = weight;
      }
    }
    Selection selection = policy.select(problem);
    assertEquals(heaviest, selection.metWeight(), 1e-9 * heaviest);
    assertEquals(heaviest, selection.bound(), 1e-9 * heaviest);
    MaxTotalThroughput.create().allocate(selection.problem()); // which can be met
  }

  /** At most seven jobs with deadlines, up to four times what an isolated share makes. */
  private static AllocationProblem hasty(AllocationProblem problem, Random random) {
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      Job.Builder job = Job.builder("job" + m).scaleFactor(problem.job(m).scaleFactor());
      job.weight(1 + random.nextInt(9));
      double isolated = IsolatedShare.throughput(problem, m);
      if (m < 7 && isolated > 0) {
        job.stepsRemaining(1000 * isolated).sloSeconds(250 + 1000 * random.nextDouble());
      }
      jobs.add(job.build());
    }
    return problem.withJobs(jobs);
  }

  /** Too few programs to end: what it says is still true. */
  @Test
  void search_stoppedEarly_boundsWhatItDidNotFind() {
    Job[] jobs = new Job[20];
    Random random = new Random(3);
    Arrays.setAll(
        jobs, m -> due("" + m, 1 + random.nextDouble(), 0.15 + 0.1 * random.nextDouble()));
    AllocationProblem problem = oneWorker(jobs);
    double[] weight = problem.jobs().stream().mapToDouble(Job::weight).toArray();
    Deadlines deadlines = new Deadlines(CertifiedSolver.standard(), problem);
    SloSearch stopped = new SloSearch(deadlines, weight, 1, SolveLimits.none());
    stopped.run();
    SloSearch whole = new SloSearch(deadlines, weight, 100_000, SolveLimits.none());
    whole.run();
    assertEquals(whole.bestWeight(), whole.bound(), 1e-9);
    assertTrue(stopped.bestWeight() <= whole.bestWeight());
    assertTrue(stopped.bound() >= whole.bestWeight());
  }
}
