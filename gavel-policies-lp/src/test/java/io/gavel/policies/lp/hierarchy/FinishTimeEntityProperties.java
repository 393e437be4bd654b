package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.Trees;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.lp.internal.level.FinishTime;
import io.gavel.policies.lp.share.IsolatedShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Entity;
import io.gavel.policies.model.Entity.Discipline;
import io.gavel.policies.model.Job;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Entities that divide by finish time, against the definition. */
class FinishTimeEntityProperties {

  private final WaterFilling policy = WaterFilling.create().overEntities();

  private static AllocationProblem inOneEntity(AllocationProblem problem) {
    List<Job> jobs = new ArrayList<>();
    for (Job job : problem.jobs()) {
      jobs.add(job.toBuilder().entity("team").build());
    }
    return AllocationProblem.of(
        problem.cluster(),
        jobs,
        problem.throughputs(),
        List.of(new Entity("team", 2, Discipline.FINISH_TIME_FAIRNESS)));
  }

  private static double rho(Allocation x, int m) {
    return rho(x.problem(), m, x.effectiveThroughput(m));
  }

  private static double rho(AllocationProblem problem, int m, double throughput) {
    FinishTime time = FinishTime.of(problem, m, IsolatedShare.throughput(problem, m));
    return time.steps() == 0 ? 0 : (time.since() + time.steps() / throughput) / time.alone();
  }

  private Allocation allocate(AllocationProblem problem, Kind kind) {
    return fill(problem, kind).allocation();
  }

  private WaterFillingResult fill(AllocationProblem problem, Kind kind) {
    try {
      return policy.fill(problem);
    } catch (SolveFailedException beyondTheSolver) {
      Assume.that(kind != Kind.WIDE_RATES);
      throw beyondTheSolver;
    }
  }

  @Property
  void oneEntity_largestRho_isThatOfFinishTimeFairness(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProblem problem = inOneEntity(Problems.complete(random, kind));
    Allocation x = allocate(problem, kind);
    double largest = 0;
    for (int m = 0; m < problem.jobCount(); m++) {
      largest = Math.max(largest, rho(x, m));
    }
    double least = FinishTimeFairness.create().allocate(problem).certificate().objective();
    assertEquals(least, largest, 2e-6 * least);
    assertEquals(0, x.maxViolation());
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), () -> x.certificate().toString());
  }

  /**
   * The lexicographic optimum: no job can finish earlier but by making one finish later, in terms
   * of ρ, that is as late. Rates of any size may turn what rounding gives way into anything.
   */
  @Property
  void oneEntity_ties_isLexicographicallyOptimalByBruteForce(@ForAll Draws random) {
    AllocationProblem problem = inOneEntity(Problems.complete(random, Kind.TIES));
    Allocation x = allocate(problem, Kind.TIES);
    double[] unit = new double[problem.jobCount()];
    Arrays.setAll(unit, m -> rho(x, m) > 0 ? x.effectiveThroughput(m) : 0);
    for (int m = 0; m < unit.length; m++) {
      if (unit[m] > 0) {
        double[] floor = unit.clone();
        for (int i = 0; i < floor.length; i++) {
          floor[i] = i == m ? 0 : Math.min(unit[i], needed(problem, i, rho(x, m))) * (1 - 1e-9);
        }
        assertEquals(unit[m], most(problem, m, floor), 1e-4 * IsolatedShare.throughput(problem, m));
      }
    }
  }

  /** The throughput with which a job is at a level of ρ; any is enough for what is done. */
  private static double needed(AllocationProblem problem, int m, double rho) {
    FinishTime time = FinishTime.of(problem, m, IsolatedShare.throughput(problem, m));
    double left = rho * time.alone() - time.since();
    return time.steps() == 0 ? 0 : left > 0 ? time.steps() / left : Double.POSITIVE_INFINITY;
  }

  private static double most(AllocationProblem problem, int m, double[] floor) {
    double[] weight = new double[problem.jobCount()];
    weight[m] = 1;
    AllocationProgram program = AllocationProgram.maximizeSum(problem, weight).withFloor(floor);
    return CertifiedSolver.standard().solve(program).objective();
  }

  @Property
  void anyTree_answer_isFeasibleAndProvedWithOneRhoForAllThatAreStoppedTogether(
      @ForAll Draws random, @ForAll Kind kind) {
    AllocationProblem problem = Trees.withFinishTimes(Problems.complete(random, kind), random);
    WaterFillingResult result = fill(problem, kind);
    Allocation x = result.allocation();
    assertEquals(0, x.maxViolation());
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), () -> x.certificate().toString());
    for (WaterFillingResult.Round round : result.rounds()) {
      for (Entity entity : problem.entities()) {
        if (entity.discipline() == Discipline.FINISH_TIME_FAIRNESS) {
          assertOneRho(x, round.saturated().stream().filter(m -> isIn(entity, problem.job(m))));
        }
      }
    }
  }

  private static boolean isIn(Entity entity, Job job) {
    return job.entity().equals(Optional.of(entity.id()));
  }

  /** To what counts of an isolated share: with next to nothing, ρ is next to infinity. */
  private static void assertOneRho(Allocation x, Stream<Integer> jobs) {
    List<Integer> members = jobs.toList();
    double largest = members.stream().mapToDouble(m -> rho(x, m)).max().orElse(0);
    for (int m : members) {
      double isolated = IsolatedShare.throughput(x.problem(), m);
      assertEquals(
          needed(x.problem(), m, largest), x.effectiveThroughput(m), 1e-5 * isolated, "job " + m);
    }
  }

  /** Of two jobs that differ in the time since their start alone, the older one gets no less. */
  @Property
  void olderTwin_neverGetsLess(@ForAll Draws random) {
    AllocationProblem problem = withTwin(Problems.complete(random, Kind.PLAIN), 1.5);
    Allocation x = allocate(problem, Kind.PLAIN);
    double younger = x.effectiveThroughput(0);
    double older = x.effectiveThroughput(problem.jobCount() - 1);
    assertTrue(older >= younger * (1 - 1e-6), older + " < " + younger);
  }

  @Property
  void twin_getsTheSameBits(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProblem problem = withTwin(Problems.complete(random, kind), 1);
    Allocation x = allocate(problem, kind);
    for (int j = 0; j < problem.cluster().typeCount(); j++) {
      assertEquals(x.fraction(0, j), x.fraction(problem.jobCount() - 1, j));
    }
  }

  /** Without pairs, in one entity, with a copy of the first job that has been there longer. */
  private static AllocationProblem withTwin(AllocationProblem problem, double timesAsLong) {
    AllocationProblem.Builder copy = AllocationProblem.builder(problem.cluster());
    int n = problem.jobCount();
    for (int m = 0; m <= n; m++) {
      Job job = problem.job(m % n);
      double[] rates = new double[problem.cluster().typeCount()];
      for (int j = 0; j < rates.length; j++) {
        rates[j] = problem.throughputs().stepsPerSecond(m % n, j);
      }
      Job.Builder twin = Job.builder("job" + m).scaleFactor(job.scaleFactor());
      twin.stepsRemaining(job.stepsRemaining().orElseThrow());
      twin.secondsSinceStart(job.secondsSinceStart() * (m == n ? timesAsLong : 1));
      twin.isolatedSecondsSoFar(job.isolatedSecondsSoFar());
      copy.job(twin.build(), rates);
    }
    return inOneEntity(copy.build());
  }
}
