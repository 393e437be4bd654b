package io.gavel.policies.lp.deadline;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.set;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.internal.Deadlines;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Jobs that need parts of one worker. The cut of all four drops them by weight for size until the
 * second is left, which leaves room for one of the two small ones.
 */
final class SloSearchTest {

  private static final double[] PARTS = {0.6, 0.6, 0.3, 0.3};

  private static final double[] WEIGHTS = {1, 1.1, 0.1, 0.2};

  private static SloSearch search(int mostPrograms) {
    double[][] rates = new double[PARTS.length][];
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < PARTS.length; m++) {
      rates[m] = row(1);
      jobs.add(Job.builder("" + m).stepsRemaining(100 * PARTS[m]).sloSeconds(100).build());
    }
    AllocationProblem problem = problem(workers(1), rates).withJobs(jobs);
    SloSearch search =
        new SloSearch(
            new Deadlines(CertifiedSolver.standard(), problem),
            WEIGHTS.clone(),
            mostPrograms,
            SolveLimits.none());
    search.run();
    return search;
  }

  @Test
  void run_enoughPrograms_provesTheHeaviestSet() {
    SloSearch search = search(100);
    assertEquals(set(1, 3), search.best());
    assertEquals(1.3, search.bestWeight(), 1e-12);
    assertEquals(1.3, search.bound(), 1e-12);
  }

  /** The third program adds the heavier of the two that fit; the bound is that of the cut. */
  @Test
  void run_threePrograms_addsBackTheHeavierThatFits() {
    SloSearch search = search(3);
    assertEquals(set(1, 3), search.best());
    assertEquals(1.1 + 1.0 * 0.4 / 0.6, search.bound(), 1e-5);
  }

  @Test
  void run_twoPrograms_leavesWhatTheCutsLeave() {
    SloSearch search = search(2);
    assertEquals(set(1), search.best());
    assertEquals(1.1 + 1.0 * 0.4 / 0.6, search.bound(), 1e-5);
  }
}
