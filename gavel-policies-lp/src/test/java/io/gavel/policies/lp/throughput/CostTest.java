package io.gavel.policies.lp.throughput;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Cases;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.CommonsMathSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.program.AllocationSolver;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Total throughput, throughput per price and per cost, and their deadlines. */
class CostTest {

  private final MaxTotalThroughput total = MaxTotalThroughput.create();
  private final ThroughputPerPrice perPrice = ThroughputPerPrice.create();
  private final ThroughputPerCost perCost = ThroughputPerCost.create();

  private static Cluster priced(double fast, double slow) {
    return Cluster.of(
        new WorkerType("fast", 1).withPricePerHour(fast),
        new WorkerType("slow", 1).withPricePerHour(slow));
  }

  private static Job due(String id, double steps, double seconds) {
    return Job.builder(id).stepsRemaining(steps).sloSeconds(seconds).build();
  }

  private static void assertThroughputs(Allocation x, double... expected) {
    for (int m = 0; m < expected.length; m++) {
      assertEquals(expected[m], x.effectiveThroughput(m), 1e-7, "job " + (m + 1));
    }
  }

  /** A job leaves, and the second falls from 4 to 3. */
  @Test
  void total_departure_mayHurt() {
    double[][] rates = {row(1, 3), row(3, 4), row(5, 5)};
    assertThroughputs(total.allocate(problem(workers(1, 1), rates)), 0, 4, 5);
    assertThroughputs(total.allocate(problem(workers(1, 1), rates[0], rates[1])), 3, 3);
  }

  /** One more worker, and the first job falls from 8 to 6. */
  @Test
  void total_oneMoreWorker_mayHurt() {
    double[][] rates = {row(8, 6), row(6, 2), row(6, 5)};
    assertThroughputs(total.allocate(problem(workers(1, 1), rates)), 8, 0, 5);
    assertThroughputs(total.allocate(problem(workers(1, 2), rates)), 6, 6, 5);
  }

  /** Reporting the second job in other units takes from the first; shares do not change. */
  @Test
  void total_otherUnits_changeStepsButNotShares() {
    AllocationProblem steps = problem(workers(1, 2), row(3, 1), row(4, 3));
    AllocationProblem thirds = problem(workers(1, 2), row(3, 1), row(12, 9));
    assertThroughputs(total.allocate(steps), 3, 3);
    assertThroughputs(total.allocate(thirds), 1, 12);
    MaxTotalThroughput shares = total.withStepWeight(StepWeight.WEIGHTED_SHARES);
    assertEquals(
        shares.allocate(steps).effectiveThroughput(0),
        shares.allocate(thirds).effectiveThroughput(0),
        1e-8);
  }

  /** Two identical jobs are not treated alike: one envies the other (2, 1). */
  @Test
  void total_weightedSteps_preferTheHeavier() {
    AllocationProblem problem =
        problem(workers(1), row(2), row(1.5))
            .withJobs(List.of(Job.of("1"), Job.builder("2").weight(2).build()));
    assertThroughputs(total.allocate(problem), 2, 0);
    assertThroughputs(total.withStepWeight(StepWeight.WEIGHTED_STEPS).allocate(problem), 0, 1.5);
  }

  @Test
  void total_slo_isKeptAtTheExpenseOfTheTotal() {
    AllocationProblem problem =
        problem(workers(1), row(10), row(1)).withJobs(List.of(Job.of("1"), due("2", 100, 400)));
    Allocation x = total.allocate(problem);
    assertThroughputs(x, 7.5, 0.25);
    assertEquals(7.75, x.certificate().objective(), 1e-8);
    assertThroughputs(total.withoutSlos().allocate(problem), 10, 0);
  }

  /** The cheap type is slower but worth more: 4/1 against 10/4. */
  @Test
  void perPrice_fillsTheClusterWhilePerCostStopsAtTheBestBuy() {
    AllocationProblem problem = problem(priced(4, 1), row(10, 4), row(10, 3));
    Allocation sum = perPrice.allocate(problem);
    assertEquals(4 + 2.5, sum.certificate().objective(), 1e-8);
    assertThroughputs(sum, 4, 10);
    Allocation ratio = perCost.allocate(problem);
    assertEquals(4, ratio.certificate().objective(), 1e-8);
    assertEquals(4, ratio.certificate().bound(), 1e-8);
    assertThroughputs(ratio, 4, 0); // and as much of it as there is
  }

  /** Demands of 4 on the slow and 2.5 on the fast type, at a cost of 1 and 1. */
  @Test
  void perCost_slo_forcesTheDearerType() {
    AllocationProblem problem =
        problem(priced(4, 1), row(0, 4), row(10, 0))
            .withJobs(List.of(Job.of("1"), due("2", 250, 100)));
    Allocation x = perCost.allocate(problem);
    assertThroughputs(x, 4, 2.5);
    assertEquals(6.5 / 2, x.certificate().objective(), 1e-6);
    assertEquals(4, perCost.withoutSlos().allocate(problem).certificate().objective(), 1e-8);
  }

  /** Its gang of two pays twice, unless it is billed as one. */
  @Test
  void perCost_gang_paysForAllItsWorkers() {
    AllocationProblem problem = Cases.gangs(problem(workers(2), row(6), row(4)), 2, 1);
    assertEquals(4, perCost.allocate(problem).certificate().objective(), 1e-8);
    assertEquals(
        6, perCost.withGangsBilledAsOne().allocate(problem).certificate().objective(), 1e-8);
  }

  @Test
  void perCost_amongAllocationsOfTheBestRatio_isTheLargest() {
    Allocation x = perCost.allocate(problem(workers(2, 3), row(3, 3), row(3, 2), row(1, 1)));
    assertEquals(3, x.certificate().objective(), 1e-8);
    assertThroughputs(x, 3, 3, 0);
  }

  @Test
  void prices_ofZero_areRefusedByName() {
    AllocationProblem problem = problem(priced(1, 0), row(1, 1));
    for (var policy : List.of(perPrice, perCost)) {
      IllegalArgumentException error =
          assertThrows(IllegalArgumentException.class, () -> policy.allocate(problem));
      assertTrue(error.getMessage().contains("price per hour of type \"slow\" is 0.0"));
    }
    AllocationProblem unused = problem(priced(1, 0), row(1, 0));
    assertEquals(1, perPrice.allocate(unused).certificate().objective(), 1e-9);
  }

  @Test
  void slo_withoutSteps_namesTheJob() {
    AllocationProblem problem =
        problem(workers(1), row(1)).withJobs(List.of(Job.builder("late").sloSeconds(9).build()));
    IllegalArgumentException error =
        assertThrows(IllegalArgumentException.class, () -> total.allocate(problem));
    assertEquals("job \"late\" has no steps remaining; its SLO needs them", error.getMessage());
  }

  @Test
  void slo_ofAJobThatRunsNowhere_isSetAside() {
    AllocationProblem problem =
        problem(workers(1), row(2), row(0)).withJobs(List.of(Job.of("1"), due("2", 1, 1)));
    assertEquals(2, total.allocate(problem).certificate().objective(), 1e-9);
  }

  @Test
  void slo_exactlyReachable_isMet() {
    AllocationProblem problem =
        problem(workers(1), row(3), row(7))
            .withJobs(List.of(due("1", 100, 100), due("2", 700, 150))); // 1/3 and 2/3 of the time
    assertThroughputs(total.allocate(problem), 1, 14.0 / 3);
    assertEquals(17.0 / 3, perCost.allocate(problem).certificate().objective(), 1e-5);
  }

  /** Jobs 1 and 3 want the one fast worker; job 2 runs beside them, job 4 alone wants too much. */
  @Test
  void slo_conflict_namesASmallestSet() {
    AllocationProblem problem =
        problem(priced(1, 1), row(1, 0), row(0, 1), row(1, 0))
            .withJobs(List.of(due("1", 60, 100), due("2", 99, 100), due("3", 60, 100)));
    InfeasibleProblemException error =
        assertThrows(InfeasibleProblemException.class, () -> total.allocate(problem));
    assertEquals(List.of("1", "3"), error.jobIds());
    assertTrue(error.getMessage().contains("at most 83.33 %"), error.getMessage());
  }

  @Test
  void slo_oneJobAlone_isNamedAlone() {
    AllocationProblem problem =
        problem(priced(1, 1), row(1, 0), row(1, 1), row(1, 1))
            .withJobs(List.of(due("1", 10, 100), due("2", 300, 100), due("3", 10, 100)));
    InfeasibleProblemException error =
        assertThrows(InfeasibleProblemException.class, () -> perCost.allocate(problem));
    assertEquals(List.of("2"), error.jobIds());
    assertTrue(
        error.getMessage().startsWith("job \"2\" cannot meet its SLO: it can have at most 33"));
  }

  /** Any twenty-one of the forty jobs are too many: one program judges many of them. */
  @Test
  void slo_conflictOfManyJobs_takesFewPrograms() {
    double[][] rates = new double[40][];
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < rates.length; m++) {
      rates[m] = row(1 + m % 3, 0.1);
      jobs.add(due("j" + m, (1 + m % 3) * 50, 100)); // half of the time on the first type
    }
    AllocationProblem problem = problem(workers(10, 0), rates).withJobs(jobs);
    AtomicInteger programs = new AtomicInteger();
    AllocationSolver counting =
        (program, limits) -> {
          programs.incrementAndGet();
          return new DenseSolver().solve(program, limits);
        };
    CertifiedSolver solver = CertifiedSolver.of(List.of(counting), Tolerance.CERTIFIED);
    InfeasibleProblemException error =
        assertThrows(
            InfeasibleProblemException.class, () -> total.withSolver(solver).allocate(problem));
    assertEquals(21, error.jobIds().size());
    assertTrue(programs.get() <= 15, programs + " programs");
  }

  /** The set that is named cannot be met, and each set with one fewer can. */
  @Property
  void slo_conflict_isMinimal(@ForAll Draws random) {
    AllocationProblem problem = hasty(Problems.complete(random, Kind.PLAIN));
    List<String> conflict = conflict(problem);
    Assume.that(!conflict.isEmpty());
    assertEquals(conflict, conflict(onlyDue(problem, conflict)));
    for (String spared : conflict) {
      List<String> others = conflict.stream().filter(id -> !id.equals(spared)).toList();
      assertEquals(List.of(), conflict(onlyDue(problem, others)));
    }
  }

  private List<String> conflict(AllocationProblem problem) {
    try {
      total.allocate(problem);
      return List.of();
    } catch (InfeasibleProblemException e) {
      return e.jobIds();
    }
  }

  /** Everyone wants three times its isolated share. */
  private static AllocationProblem hasty(AllocationProblem problem) {
    List<Job> jobs = new ArrayList<>();
    for (int m = 0; m < problem.jobCount(); m++) {
      double steps = problem.job(m).stepsRemaining().orElseThrow();
      double seconds = steps / Math.max(1e-9, IsolatedShare.throughput(problem, m)) / 3;
      jobs.add(steps > 0 ? problem.job(m).toBuilder().sloSeconds(seconds).build() : problem.job(m));
    }
    return problem.withJobs(jobs);
  }

  private static AllocationProblem onlyDue(AllocationProblem problem, List<String> due) {
    List<Job> jobs = new ArrayList<>();
    for (Job job : problem.jobs()) {
      Job.Builder other = Job.builder(job.id()).scaleFactor(job.scaleFactor());
      job.stepsRemaining().ifPresent(other::stepsRemaining);
      jobs.add(due.contains(job.id()) ? job : other.build());
    }
    return problem.withJobs(jobs);
  }

  @Property
  void objectives_agreeWithAnIndependentSimplex(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    CertifiedSolver oracle =
        CertifiedSolver.of(List.of(new CommonsMathSolver()), Tolerance.CERTIFIED);
    AllocationProblem problem = Problems.complete(random, kind);
    double expected;
    try {
      expected =
          ThroughputPerPrice.create()
              .withSolver(oracle)
              .allocate(problem)
              .certificate()
              .objective();
    } catch (SolveFailedException beyondTheOracle) {
      Assume.that(false);
      throw beyondTheOracle;
    }
    assertEquals(expected, perPrice.allocate(problem).certificate().objective(), 1e-7 * expected);
  }

  /** The ratio is what its definition says, and no allocation of another policy beats it. */
  @Property
  void perCost_isTheRatioByDefinitionAndUnbeaten(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem problem = Problems.complete(random, kind);
    Allocation x = perCost.allocate(problem);
    double expected = ratio(x);
    assertEquals(expected, x.certificate().objective(), 1e-12 * expected);
    for (Allocation other : List.of(total.allocate(problem), perPrice.allocate(problem))) {
      assertTrue(ratio(other) <= x.certificate().bound() * (1 + 1e-6));
    }
  }

  private static double ratio(Allocation x) {
    AllocationProblem problem = x.problem();
    double throughput = 0;
    double cost = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      throughput += x.effectiveThroughput(m);
    }
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      for (int g = 0; g < problem.groupCount(); g++) {
        double price = problem.cluster().type(j).pricePerHour();
        cost += problem.workers(g) * price * x.fraction(g, j);
      }
    }
    return cost > 0 ? throughput / cost : 0;
  }

  /** Deadlines that are given are met. */
  @Property
  void slos_areMet(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem problem = Problems.complete(random, kind);
    boolean[] runnable = PoolShares.runnable(problem);
    for (Allocation x :
        List.of(total.allocate(problem), perPrice.allocate(problem), perCost.allocate(problem))) {
      for (int m = 0; m < problem.jobCount(); m++) {
        if (runnable[m] && problem.job(m).sloSeconds().isPresent()) {
          double steps = problem.job(m).stepsRemaining().orElseThrow();
          double done = x.effectiveThroughput(m) * problem.job(m).sloSeconds().orElseThrow();
          assertTrue(done >= steps * (1 - 1e-6), "job " + m + ": " + done + " of " + steps);
        }
      }
    }
  }

  @Test
  void all_noJobs_areZero() {
    AllocationProblem empty =
        AllocationProblem.of(workers(1), List.of(), ThroughputMatrix.copyOf(new double[0][]));
    for (var policy : List.of(total, perPrice, perCost)) {
      assertEquals(0, policy.allocate(empty).certificate().objective());
    }
  }

  /** What an SLO may miss is rounding: half a part in a thousand is not. */
  @Test
  void slo_missedByLittle_isInfeasible() {
    AllocationProblem problem = problem(workers(1), row(1));
    Job late = due("late", 100, 99.95);
    InfeasibleProblemException error =
        assertThrows(
            InfeasibleProblemException.class,
            () -> total.allocate(problem.withJobs(List.of(late))));
    assertEquals(List.of("late"), error.jobIds());
    Job justInTime = due("late", 100, 100 * (1 - 1e-7));
    Allocation x = total.allocate(problem.withJobs(List.of(justInTime)));
    assertEquals(1, x.effectiveThroughput(0), 1e-6);
  }

  /** The constraint forces the dearer type as an SLO does, and its price proves the ratio. */
  @Test
  void perCost_leastTimeByConstraint_isProved() {
    AllocationProblem problem =
        problem(priced(4, 1), row(0, 4), row(10, 0))
            .constraining(
                Constraint.named("least").that(LinearForm.time().ofJobs("2")).atLeast(0.25));
    Allocation x = perCost.allocate(problem);
    assertThroughputs(x, 4, 2.5);
    assertEquals(6.5 / 2, x.certificate().objective(), 1e-6);
    assertEquals(6.5 / 2, x.certificate().bound(), 1e-6);
    Proof proof = Proof.of(x);
    assertTrue(proof.holdsWithin(Tolerance.CERTIFIED), proof::toString);
  }

  /** For 0.0125 of the time the second job leaves the pair for the fast type, which costs 4. */
  /** Job 1 alone meets the limit with all of its time; the dearer job 2 has the same ratio. */
  @Test
  void perCost_limitThatOneJobMeetsExactly_isProved() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("t", 5).withPricePerHour(3)))
            .job(Job.of("1"), 4)
            .job(Job.builder("2").scaleFactor(4).build(), 4)
            .constraint(Constraint.named("least").that(LinearForm.workers()).atLeast(1))
            .build();
    Allocation x = perCost.allocate(problem);
    assertEquals(1, x.timeFraction(0), 1e-9);
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED));
    assertInstanceOf(Proof.Proved.class, Proof.of(x));
  }

  @Test
  void perCost_sloOfThePairsSecond_isProved() {
    AllocationProblem problem =
        AllocationProblem.builder(priced(4, 1))
            .job(Job.of("1"), 0, 4)
            .job(due("2", 210, 100), 10, 0)
            .pair("1", "2", new double[] {0, 3}, new double[] {0, 2})
            .build();
    Allocation x = perCost.allocate(problem);
    assertThroughputs(x, 0.9875 * 3, 2.1);
    double ratio = (0.9875 * 3 + 2.1) / (0.9875 + 0.0125 * 4);
    assertEquals(ratio, x.certificate().objective(), 1e-6);
    assertEquals(ratio, x.certificate().bound(), 1e-6);
  }
}
