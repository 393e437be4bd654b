package io.gavel.policies.lp.queue;

import static io.gavel.policies.lp.Cases.problem;
import static io.gavel.policies.lp.Cases.row;
import static io.gavel.policies.lp.Cases.workers;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.PairThroughputs;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveStoppedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.SolveLimits;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.proof.Proof;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Queues under constraints, with pairs, and with pairs by job type. */
class QueueExamplesTest {

  private static final CertifiedSolver LOOSE =
      CertifiedSolver.standard().within(new Tolerance(0, 1e-5));

  private static void assertServed(AllocationProblem problem, double... expected) {
    Allocation x = StrictFifo.create().allocate(problem);
    for (int m = 0; m < expected.length; m++) {
      assertEquals(expected[m], x.effectiveThroughput(m), 1e-6, "job " + m);
    }
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), x.certificate()::toString);
    assertTrue(Proof.of(x).holdsWithin(Tolerance.CERTIFIED), () -> Proof.of(x).toString());
  }

  /** The first has half of its time; the second takes all that is left, and the third nothing. */
  @Test
  void strict_underConstraints_servesInOrder() {
    Constraint half = Constraint.named("half").that(LinearForm.time().ofJobs("1")).atMost(0.5);
    assertServed(problem(workers(1), row(4), row(2), row(8)).constraining(half), 2, 1, 0);
    assertServed(
        problem(workers(1, 1), row(4, 3), row(2, 0), row(8, 1)).constraining(half), 2, 1, 1);
    Constraint none = Constraint.named("none").that(LinearForm.time().ofJobs("1")).atMost(0);
    assertServed(
        problem(workers(1), row(4), row(2), row(8), row(1)).constraining(none), 0, 2, 0, 0);
    assertServed(problem(workers(2), row(4)).constraining(half), 2);
  }

  /** Beside the first, the second makes 2, which costs the first nothing; the third 1 at most. */
  @Test
  void strict_withPairs_servesInOrder() {
    AllocationProblem.Builder jobs =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 4)
            .job(Job.of("b"), 4)
            .job(Job.of("c"), 2);
    assertServed(jobs.pair("a", "b", row(4), row(2)).build(), 4, 2, 0);
    AllocationProblem.Builder others =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.of("a"), 4)
            .job(Job.of("b"), 4)
            .job(Job.of("c"), 2);
    assertServed(
        others.pair("a", "b", row(3), row(3)).pair("b", "c", row(4), row(1)).build(), 4, 0, 0);
  }

  @Test
  void shortest_underConstraints_servesTheShortestFirst() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.builder("long").stepsRemaining(100).build(), 4)
            .job(Job.builder("short").stepsRemaining(10).build(), 2)
            .build()
            .constraining(
                Constraint.named("part").that(LinearForm.time().ofJobs("short")).atMost(0.75));
    Allocation x = ShortestJobFirst.create().withSolver(LOOSE).allocate(problem);
    assertEquals(1.5, x.effectiveThroughput("short"), 1e-4);
    assertEquals(1, x.effectiveThroughput("long"), 1e-4);
  }

  /** The limits are looked at for every 256th job. */
  @Test
  void fill_thatIsCancelled_saysHowFarItCame() {
    int jobs = 600;
    double[][] rates = new double[jobs][];
    Arrays.setAll(rates, m -> row(1));
    AllocationProblem problem = problem(workers(jobs), rates);
    double[] weight = new double[jobs];
    Arrays.fill(weight, 1);
    AtomicInteger asked = new AtomicInteger(Integer.MIN_VALUE);
    SolveLimits limits = SolveLimits.none().withCancellation(() -> asked.incrementAndGet() > 2);
    LexicographicFill fill =
        new LexicographicFill(
            AllocationProgram.maximizeSum(problem, weight),
            IntStream.range(0, jobs).toArray(),
            limits);
    asked.set(0);
    SolveStoppedException stopped = assertThrows(SolveStoppedException.class, fill::solve);
    assertEquals("cancelled when 512 of 600 jobs were served", stopped.getMessage());
  }

  private static PairThroughputs table(double ofX, double ofY) {
    return PairThroughputs.builder(1).pair("x", "y", 1, row(ofX), row(ofY)).build();
  }

  private static AllocationProblem typed(
      PairThroughputs table, int workers, Job[] jobs, double... rates) {
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", workers)));
    for (int m = 0; m < jobs.length; m++) {
      problem.job(jobs[m], rates[m]);
    }
    return problem.build().sharingByType(table);
  }

  private static Job[] jobs(String... types) {
    return IntStream.range(0, types.length)
        .mapToObj(m -> Job.builder("j" + m).type(types[m]).build())
        .toArray(Job[]::new);
  }

  private static String pairs(Allocation x) {
    return IntStream.range(x.problem().jobCount(), x.problem().groupCount())
        .filter(g -> x.fraction(g, 0) > 0)
        .mapToObj(g -> x.problem().groupName(g))
        .sorted()
        .toList()
        .toString();
  }

  /** Beside y, an x makes 3: 3/10 of what the fast one makes alone, and 3/4 of the slow one. */
  @Test
  void gandiva_pairsByType_takesTheSlowestWhereOthersLose() {
    AllocationProblem problem = typed(table(3, 0.6), 2, jobs("x", "x", "y"), 10, 4, 1);
    for (long seed = 0; seed < 20; seed++) {
      Allocation x = GandivaPacking.create().withSeed(seed).allocate(problem);
      assertEquals("[j1 + j2]", pairs(x));
      assertEquals(3, x.effectiveThroughput(1), 1e-12);
      assertEquals((1.35 + 1) / 2, x.certificate().objective(), 1e-12);
    }
  }

  @Test
  void gandiva_pairsByType_makeAsMuchAsByTurnsAtLeast() {
    Job[] two = jobs("x", "y");
    GandivaPacking policy = GandivaPacking.create();
    assertEquals(1, policy.allocate(typed(table(2, 1), 1, two, 4, 2)).problem().pairCount());
    assertEquals(0, policy.allocate(typed(table(2, 0.99), 1, two, 4, 2)).problem().pairCount());
    assertEquals(0, policy.allocate(typed(table(2, 1), 2, two, 4, 2)).problem().pairCount());
  }

  /**
   * On three fast workers and one slow, alone 3 · 4 + 1 · 2 and 3 · 2 + 1 · 1; beside each other 3
   * and 1.
   */
  @Test
  void gandiva_pairsByType_countWorkersOfEachPool() {
    for (double slow : row(0.5, 0.3)) {
      AllocationProblem problem =
          AllocationProblem.builder(Cluster.of(new WorkerType("v100", 3), new WorkerType("k80", 1)))
              .job(Job.builder("a").type("x").scaleFactor(3).build(), 4, 2)
              .job(Job.builder("b").type("y").scaleFactor(3).build(), 2, 1)
              .build()
              .sharingByType(
                  PairThroughputs.builder(2)
                      .pair("x", "y", 3, row(1.8, slow), row(1.1, slow))
                      .build());
      Allocation byType = GandivaPacking.create().allocate(problem);
      Allocation listed = GandivaPacking.create().allocate(problem.withAllPairs());
      assertEquals(listed.certificate().objective(), byType.certificate().objective(), 1e-12);
    }
  }

  /** Of three alike jobs any two may share; of two kinds a job joins one as often as the other. */
  @Test
  void gandiva_seeds_drawEveryPair() {
    PairThroughputs alike =
        PairThroughputs.builder(1).pair("x", "x", 1, row(0.9), row(0.9)).build();
    PairThroughputs kinds =
        PairThroughputs.builder(1)
            .pair("x", "y", 1, row(0.9), row(0.9))
            .pair("x", "z", 1, row(0.9), row(0.9))
            .build();
    Set<String> ofAlike = new HashSet<>();
    int ofFirstKind = 0;
    for (long seed = 0; seed < 400; seed++) {
      GandivaPacking policy = GandivaPacking.create().withSeed(seed);
      ofAlike.add(pairs(policy.allocate(typed(alike, 1, jobs("x", "x", "x"), 1, 1, 1))));
      String pair = pairs(policy.allocate(typed(kinds, 1, jobs("x", "y", "z"), 1, 1, 1)));
      ofFirstKind += pair.equals("[j0 + j1]") ? 1 : 0;
    }
    assertEquals(Set.of("[j0 + j1]", "[j0 + j2]", "[j1 + j2]"), ofAlike);
    assertTrue(ofFirstKind > 170 && ofFirstKind < 230, ofFirstKind + " of 400");
  }

  /** Alone 4 and 2, together half of each: as much as by turns. */
  @Test
  void gandiva_listedPairs_makeAsMuchAsByTurnsAtLeast() {
    for (double second : new double[] {1, 0.99}) {
      AllocationProblem two =
          AllocationProblem.builder(workers(1))
              .job(Job.of("a"), 4)
              .job(Job.of("b"), 2)
              .pair("a", "b", row(2), row(second))
              .build();
      Allocation x = GandivaPacking.create().allocate(two);
      assertEquals(second == 1 ? 1 : 0, x.fraction(2, 0));
    }
  }

  @Test
  void gandiva_otherSeeds_makeOtherPairsByType() {
    PairThroughputs same = PairThroughputs.builder(1).pair("x", "x", 1, row(9), row(9)).build();
    AllocationProblem problem = typed(same, 1, jobs("x", "x", "x", "x"), 10, 10, 10, 10);
    Set<String> answers = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      answers.add(pairs(GandivaPacking.create().withSeed(seed).allocate(problem)));
    }
    assertEquals(3, answers.size(), "ways to make two pairs of four jobs");
  }

  /** A job that runs nowhere asks for no workers. */
  @Test
  void gandiva_jobThatRunsNowhere_isNoReasonToShare() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.of("a"), 10)
            .job(Job.of("b"), 10)
            .job(Job.of("nowhere"), 0)
            .pair("a", "b", row(9), row(9))
            .build();
    assertEquals(0, GandivaPacking.create().allocate(problem).fraction(3, 0));
  }

  /** Both hosts are as good; the earlier one is taken, whichever kind is looked at first. */
  @Test
  void packed_tiesByType_goToTheEarlierHost() {
    PairThroughputs both =
        PairThroughputs.builder(1)
            .pair("a", "c", 1, row(9), row(9))
            .pair("b", "c", 1, row(9), row(9))
            .build();
    for (String[] types : List.of(new String[] {"a", "b", "c"}, new String[] {"b", "a", "c"})) {
      AllocationProblem problem = typed(both, 2, jobs(types), 10, 10, 10);
      Allocation x = HeadOfLineFifo.packed().allocate(problem);
      assertEquals(9, x.effectiveThroughput(0), 1e-12);
      assertEquals(10, x.effectiveThroughput(1), 1e-12);
      assertEquals(9, x.effectiveThroughput(2), 1e-12);
    }
  }

  @Test
  void packed_severalWaitingJobs_joinOneAfterAnother() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 2)))
            .job(Job.of("1"), 10)
            .job(Job.of("2"), 10)
            .job(Job.of("3"), 10)
            .job(Job.of("4"), 10)
            .pair("1", "3", row(9), row(9))
            .pair("2", "4", row(8), row(8))
            .build();
    Allocation x = HeadOfLineFifo.packed().allocate(problem);
    assertEquals(4, x.certificate().objective());
    assertEquals(1, x.fraction(4, 0));
    assertEquals(1, x.fraction(5, 0));
  }

  @Test
  void agnostic_jobThatFindsRoomButNotWhereItRuns_isPassedOver() {
    AllocationProblem problem = problem(workers(1, 1), row(0, 2), row(0, 3), row(4, 0));
    Allocation x = HeadOfLineFifo.agnostic(3).allocate(problem);
    assertArrayEquals(row(0, 1, 0, 0, 1, 0), x.fractions());
  }

  @Test
  void policies_thatNeedPairsListed_sayThatTheyDo() {
    AllocationProblem problem =
        typed(table(1, 1), 1, jobs("x", "y"), 1, 1)
            .withJobs(
                List.of(
                    Job.builder("j0").type("x").stepsRemaining(1).build(),
                    Job.builder("j1").type("y").stepsRemaining(1).build()));
    List<Policy> policies =
        List.of(new AlloX(), FifoProgram.create(), StrictFifo.create(), ShortestJobFirst.create());
    for (Policy policy : policies) {
      String refused =
          assertThrows(IllegalArgumentException.class, () -> policy.allocate(problem)).getMessage();
      assertTrue(refused.endsWith("needs them listed: pass problem.withAllPairs()"), refused);
      assertTrue(refused.contains("; " + policy.getClass().getSimpleName() + " needs"), refused);
      policy.allocate(problem.withAllPairs());
    }
  }

  @Test
  void formulas_refuseConstraints() {
    AllocationProblem problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", 1)))
            .job(Job.builder("a").stepsRemaining(1).build(), 1)
            .build()
            .constraining(Constraint.named("cap").that(LinearForm.time()).atMost(9));
    for (Policy policy : List.of(new AlloX(), GandivaPacking.create(), HeadOfLineFifo.aware())) {
      assertThrows(IllegalArgumentException.class, () -> policy.allocate(problem));
    }
  }

  /** All look at the order of arrival and none at weights; options make policies unequal. */
  @Test
  void policies_sayWhatTheyReadAndClaim() {
    List<Policy> policies =
        List.of(
            new AlloX(),
            FifoProgram.create(),
            StrictFifo.create(),
            ShortestJobFirst.create(),
            GandivaPacking.create(),
            HeadOfLineFifo.aware(),
            HeadOfLineFifo.packed());
    for (Policy policy : policies) {
      assertTrue(policy.reads().contains(Aspect.ARRIVAL_ORDER), policy::toString);
      assertFalse(policy.reads().contains(Aspect.WEIGHTS), policy::toString);
      assertFalse(policy.claims().toString().isEmpty(), policy::toString);
      policies.forEach(other -> assertEquals(policy == other, policy.equals(other)));
    }
    assertFalse(HeadOfLineFifo.aware().reads().contains(Aspect.PAIRS));
    assertTrue(HeadOfLineFifo.packed().reads().contains(Aspect.PAIRS));
    assertTrue(claims(StrictFifo.create(), Invariant.ARRIVAL_PRIORITY));
    assertTrue(claims(ShortestJobFirst.create(), Invariant.PROVED));
    assertFalse(claims(FifoProgram.create(), Invariant.ARRIVAL_PRIORITY));
    List<Policy> loose =
        List.of(
            FifoProgram.create().withSolver(LOOSE),
            StrictFifo.create().withSolver(LOOSE),
            ShortestJobFirst.create().withSolver(LOOSE));
    for (int i = 0; i < loose.size(); i++) {
      assertEquals(policies.get(i + 1).getClass(), loose.get(i).getClass());
      assertNotEquals(policies.get(i + 1), loose.get(i));
    }
    assertNotEquals(GandivaPacking.create(), GandivaPacking.create().withSeed(7));
    assertNotEquals(HeadOfLineFifo.agnostic(1), HeadOfLineFifo.agnostic(2));
  }

  private static boolean claims(Policy policy, Invariant invariant) {
    return policy.claims().invariants().contains(invariant);
  }
}
