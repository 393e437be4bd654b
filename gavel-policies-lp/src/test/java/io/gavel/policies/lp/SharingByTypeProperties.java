package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Certificate;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.DenseSolver;
import io.gavel.policies.lp.solver.internal.interior.rows.OjAlgoSolver;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.lp.welfare.MeanFairness;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Policies over pairs by job type against the same policies over all pairs, listed. */
public class SharingByTypeProperties {

  /** Solves programs without regard to classes of jobs. */
  private static final CertifiedSolver GENERAL =
      CertifiedSolver.of(List.of(new DenseSolver(), new OjAlgoSolver()), Tolerance.CERTIFIED);

  private enum Case {
    MAX_MIN,
    LEVEL_ONLY,
    TOTAL,
    TOTAL_PER_PRICE,
    AVERAGE_COMPLETION_TIME,
    MAKESPAN,
    FINISH_TIME,
    NASH,
    HARMONIC_MEAN,
    MEAN;

    Policy policy() {
      return policy(CertifiedSolver.standard());
    }

    /** Two tolerances: of the objective or, for logarithms, of the weights, which are at most 2. */
    double within(double expected, int jobs) {
      return 2e-6 * (this == NASH ? 2 * jobs : expected);
    }

    /** The gap of logarithms is one of their weights. */
    void requireCertified(Allocation x) {
      Certificate c = x.certificate();
      boolean near = c.bound() - c.objective() <= within(c.objective(), x.problem().jobCount());
      assertTrue(this == NASH ? near : c.holdsWithin(Tolerance.CERTIFIED), this + ": " + c);
    }

    Policy policy(CertifiedSolver solver) {
      return switch (this) {
        case MAX_MIN -> MaxMinFairness.create().withSolver(solver);
        case LEVEL_ONLY ->
            MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY).withSolver(solver);
        case TOTAL -> MaxTotalThroughput.create().withSolver(solver);
        case TOTAL_PER_PRICE -> ThroughputPerPrice.create().withSolver(solver);
        case AVERAGE_COMPLETION_TIME -> AverageCompletionTime.create().withSolver(solver);
        case MAKESPAN -> Makespan.create().withSolver(solver);
        case FINISH_TIME -> FinishTimeFairness.create().withSolver(solver);
        case NASH -> NashWelfare.create().withSolver(solver);
        case HARMONIC_MEAN -> MeanFairness.of(-1).withSolver(solver);
        case MEAN -> MeanFairness.of(0.5).withSolver(solver);
      };
    }
  }

  private static AllocationProblem problem(Random random, int jobs, int kinds) {
    return problem(random, jobs, kinds, false);
  }

  /** Jobs of some kinds whose pairs are by kind; elastic ones may be in an entity. */
  public static AllocationProblem problem(Random random, int jobs, int kinds, boolean elastic) {
    int types = 1 + random.nextInt(3);
    WorkerType[] columns = new WorkerType[types];
    for (int j = 0; j < types; j++) {
      columns[j] =
          new WorkerType("type" + j, (elastic ? 2 : 1) + random.nextInt(5)).withPricePerHour(3 - j);
    }
    PairThroughputs.Builder table = PairThroughputs.builder(types);
    for (int a = 0; a < kinds; a++) {
      for (int b = a; b < kinds; b++) {
        double[] ofA = random.doubles(types, 0.3, 1).toArray();
        table.pair(
            "k" + a, "k" + b, 1, ofA, a == b ? ofA : random.doubles(types, 0.3, 1).toArray());
      }
    }
    double[][] alone = new double[kinds][types];
    for (double[] row : alone) {
      Arrays.setAll(row, j -> 0.8 + random.nextDouble());
    }
    AllocationProblem.Builder problem = AllocationProblem.builder(Cluster.of(columns));
    if (elastic) {
      problem.entity(new Entity("team", 1, Entity.Discipline.FAIRNESS));
    }
    for (int m = 0; m < jobs; m++) {
      int kind = random.nextInt(kinds);
      Job.Builder job =
          Job.builder("job" + m)
              .type("k" + kind)
              .weight(1 + random.nextInt(2))
              .stepsRemaining(100 * (1 + random.nextInt(50)))
              .secondsSinceStart(10 * random.nextDouble());
      boolean inTeam = elastic && random.nextBoolean();
      problem.job(inTeam ? job.entity("team").build() : job.build(), alone[kind]);
      if (elastic && random.nextBoolean()) {
        double faster = 1.2 + 0.2 * random.nextInt(3);
        problem.configuration(
            "job" + m, "x2", 2, Arrays.stream(alone[kind]).map(r -> r * faster).toArray());
      }
    }
    return problem.build().sharingByType(table.build());
  }

  @Property
  void allocate_pairsByType_isAsGoodAsAllPairsListed(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 16) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int kinds,
      @ForAll Case policy) {
    AllocationProblem problem = problem(random, jobs, kinds);
    Allocation shared = policy.policy().allocate(problem);
    double expected = policy.policy().allocate(problem.withAllPairs()).certificate().objective();
    assertEquals(expected, shared.certificate().objective(), policy.within(expected, jobs));
    policy.requireCertified(shared);
    assertEquals(0, shared.maxViolation());
  }

  /** Anybody can check the certificate by the allocation's own pairs. */
  @Property
  void allocate_pairsByType_isProvedByItsPrices(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 16) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int kinds) {
    AllocationProblem problem = problem(random, jobs, kinds);
    for (Case policy : Case.values()) {
      Proof proof = Proof.of(policy.policy().allocate(problem));
      assertTrue(proof.holdsWithin(Tolerance.CERTIFIED), () -> policy + ": " + proof);
    }
  }

  /** Jobs of one type that may not run on the same worker types are not of one kind. */
  @Property
  void allocate_pairsByTypeWithForbiddenTypes_isAsGoodAsAllPairsListed(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 16) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int kinds,
      @ForAll Case policy) {
    AllocationProblem problem = Problems.forbidding(problem(random, jobs, kinds), random);
    Allocation shared = policy.policy().allocate(problem);
    double expected = policy.policy().allocate(problem.withAllPairs()).certificate().objective();
    assertEquals(expected, shared.certificate().objective(), policy.within(expected, jobs));
    policy.requireCertified(shared);
    assertEquals(0, shared.maxViolation());
    assertEquals(problem.eligibility(), shared.problem().eligibility());
    for (int g = 0; g < shared.problem().groupCount(); g++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        assertTrue(shared.problem().runs(g, j) || shared.fraction(g, j) == 0);
      }
    }
  }

  /** Constraints and configurations divide the jobs of a kind into finer classes. */
  @Property
  void allocate_constrainedElasticJobsByType_isAsGoodAsAllPairsListed(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 16) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int kinds,
      @ForAll Case policy,
      @ForAll boolean elastic) {
    AllocationProblem free = problem(random, jobs, kinds, elastic);
    AllocationProblem listed = ConstrainedProblems.constraining(free.withAllPairs(), random);
    AllocationProblem problem = free.withConstraints(listed.constraintSet());
    assertEquals(listed, problem.withAllPairs());
    Allocation shared = policy.policy().allocate(problem);
    double expected = generalOptimum(policy, listed);
    assertEquals(expected, shared.certificate().objective(), policy.within(expected, jobs) + 1e-9);
    policy.requireCertified(shared);
    assertEquals(0, shared.maxViolation());
    Finding kept = Auditor.create().judge(shared, Invariant.CONSTRAINTS);
    assertInstanceOf(Finding.Holds.class, kept, kept::toString);
    assertEquals(free.configurationCount(), shared.problem().configurationCount());
  }

  /**
   * One in ten thousand sums of utilities has constraints without an interior, beyond the oracle.
   */
  private static double generalOptimum(Case policy, AllocationProblem listed) {
    try {
      return policy.policy(GENERAL).allocate(listed).certificate().objective();
    } catch (SolveFailedException beyondTheOracle) {
      Assume.that(!Set.of(Case.NASH, Case.HARMONIC_MEAN, Case.MEAN).contains(policy));
      throw beyondTheOracle;
    }
  }

  /** What the level leaves goes to where it adds most, in one as in the other. */
  @Property
  void allocate_pairsByType_handsOutAsMuchAsOfAllPairsListed(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 16) int jobs,
      @ForAll @IntRange(min = 1, max = 4) int kinds) {
    AllocationProblem problem = problem(random, jobs, kinds);
    double expected = total(MaxMinFairness.create().allocate(problem.withAllPairs()));
    double found = total(MaxMinFairness.create().allocate(problem));
    assertTrue(found >= expected * (1 - 1e-5), "less: %s, %s".formatted(found, expected));
    // By type, floors give way a little more, which may be worth thousands of times as much.
    assertTrue(found <= expected * (1 + 2e-3), "more: %s, %s".formatted(found, expected));
  }

  private static double total(Allocation allocation) {
    double total = 0;
    for (int m = 0; m < allocation.problem().jobCount(); m++) {
      total += allocation.effectiveThroughput(m) / EqualShare.throughput(allocation.problem(), m);
    }
    return total;
  }

  @Example
  void allocate_policyThatNeedsAList_says() {
    AllocationProblem problem = problem(new Random(1), 4, 2);
    assertThrows(IllegalArgumentException.class, () -> new EqualShare().allocate(problem));
  }

  @Example
  void allocate_hundredsOfJobs_usesAboutAsManyPairs() {
    AllocationProblem problem = problem(new Random(2), 700, 6);
    Allocation allocation = Makespan.create().allocate(problem);
    assertTrue(allocation.certificate().holdsWithin(Tolerance.CERTIFIED));
    assertTrue(allocation.problem().groupCount() < 3 * 700);
  }

  /** Deadlines differ among jobs of a class, and the totals of all pairs are worth the same. */
  @Example
  void allocate_jobsWithDeadlines_meetThemAtTheTotalOfAllPairs() {
    AllocationProblem free = problem(new Random(5), 60, 3);
    AllocationProblem problem =
        free.withJobs(
            free.jobs().stream()
                .map(
                    job -> {
                      int m = free.indexOf(job.id());
                      double needed = m % 4 == 0 ? 0.01 * (1 + m % 3) : 1e-9;
                      double seconds = job.stepsRemaining().orElseThrow() / needed;
                      return job.toBuilder().sloSeconds(seconds).build();
                    })
                .toList());
    for (Policy policy : List.of(MaxTotalThroughput.create(), ThroughputPerPrice.create())) {
      Allocation shared = policy.allocate(problem);
      double expected = policy.allocate(problem.withAllPairs()).certificate().objective();
      assertEquals(expected, shared.certificate().objective(), 2e-6 * expected);
      for (int m = 0; m < free.jobCount(); m += 4) {
        assertTrue(shared.effectiveThroughput(m) >= 0.01 * (1 + m % 3) * (1 - 1e-6));
      }
    }
  }

  /** Too many to list their pairs, so this is solved on classes or not at all. */
  @ParameterizedTest
  @EnumSource
  void allocate_hundredsOfConstrainedJobs_isProved(Case policy) {
    AllocationProblem problem = constrained(problem(new Random(3), 700, 4, true));
    Allocation allocation = policy.policy().allocate(problem);
    assertTrue(allocation.certificate().holdsWithin(Tolerance.CERTIFIED));
    assertInstanceOf(
        Finding.Holds.class, Auditor.create().judge(allocation, Invariant.CONSTRAINTS));
    assertTrue(allocation.problem().pairCount() < 3 * 700);
  }

  private static AllocationProblem constrained(AllocationProblem problem) {
    double workers = problem.cluster().poolWorkers(0);
    return problem
        .constraining(
            Constraint.named("team")
                .that(LinearForm.workers().ofEntity("team").onTypes("type0"))
                .atMost(0.3 * workers))
        .constraining(
            Constraint.named("watts")
                .that(LinearForm.amount(300, 200, 100).minus(LinearForm.steps().times(10)))
                .atMost(800))
        .constraining(
            Constraint.named("two").that(LinearForm.time().ofJobs("job1", "job2")).atLeast(0.01))
        .constraining(
            Constraint.named("never")
                .that(LinearForm.time().ofJobs("job3").onTypes("type1"))
                .atMost(0));
  }

  /** The rows of classes, since the pairs are too many to list. */
  @Test
  void allocate_hundredsOfJobsUnderAConflict_namesIt() {
    AllocationProblem problem = constrained(problem(new Random(3), 700, 4, true));
    AllocationProblem conflict =
        problem.constraining(
            Constraint.named("more")
                .that(LinearForm.workers().ofEntity("team"))
                .atLeast(problem.cluster().workers() - 0.1));
    for (Case policy : List.of(Case.MAX_MIN, Case.TOTAL, Case.MAKESPAN)) {
      InfeasibleProblemException refusal =
          assertThrows(InfeasibleProblemException.class, () -> policy.policy().allocate(conflict));
      assertEquals(Set.of("more", "team"), Set.copyOf(refusal.conflict()), refusal.getMessage());
    }
  }

  @Test
  void allocate_jobsThatAllDiffer_areTooManyClasses() {
    AllocationProblem.Builder jobs =
        AllocationProblem.builder(Cluster.of(new WorkerType("gpu", 10)));
    for (int m = 0; m <= 2_000; m++) {
      jobs.job(Job.builder("job" + m).type("k").build(), 1 + m);
    }
    double[] beside = {0.75};
    AllocationProblem problem =
        jobs.build()
            .sharingByType(PairThroughputs.builder(1).pair("k", "k", 1, beside, beside).build());
    SolveFailedException refusal =
        assertThrows(SolveFailedException.class, () -> MaxMinFairness.create().allocate(problem));
    assertEquals(
        "pairs by job type need at most 2000 classes of jobs that differ in nothing but their"
            + " demands; rates, weights, configurations and constraints divide 2001 jobs into 2001"
            + " classes",
        refusal.getMessage());
  }
}
