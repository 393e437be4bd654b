package io.gavel.policies.lp.hierarchy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Constraint;
import io.gavel.policies.constraint.LinearForm;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.AnyProblem;
import io.gavel.policies.lp.Problems;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.Trees;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult;
import io.gavel.policies.lp.hierarchy.WaterFilling.WaterFillingResult.Round;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import io.gavel.policies.statement.FairLevels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class WaterFillingProperties {

  /**
   * How much brute force lets the others lose, so that it has room. With rates of any size that may
   * be worth anything to a job; with those of {@link Kind#TIES} it is not worth much.
   */
  private static final double FLOOR = 1e-9;

  private final WaterFilling flat = WaterFilling.create();
  private final WaterFilling overEntities = WaterFilling.create().overEntities();

  /** What is beyond ojAlgo, whose tolerances are absolute, the policy says, and is not judged. */
  private static <T> T unlessBeyondTheSolver(Supplier<T> answer) {
    try {
      return answer.get();
    } catch (SolveFailedException beyondTheSolver) {
      Assume.that(false);
      throw beyondTheSolver;
    }
  }

  private static WaterFillingResult fill(WaterFilling policy, AllocationProblem problem) {
    return unlessBeyondTheSolver(() -> policy.fill(problem));
  }

  /** Throughput over equal share, {@code v(m)}; 0 for jobs that are set aside. */
  private static double[] normalized(Allocation x) {
    AllocationProblem problem = x.problem();
    double[] v = new double[problem.jobCount()];
    for (int m = 0; m < v.length; m++) {
      double equal = EqualShare.throughput(problem, m);
      v[m] = equal > 0 ? x.effectiveThroughput(m) / equal : 0;
    }
    return v;
  }

  @Property
  void answer_anyProblem_isFeasibleAndProvedAndEveryJobIsInOneRound(
      @ForAll Draws random, @ForAll Kind kind) {
    AllocationProblem problem = Trees.random(Problems.random(random, kind), random);
    for (WaterFilling policy : List.of(flat, overEntities)) {
      WaterFillingResult result = fill(policy, problem);
      Allocation x = result.allocation();
      assertEquals(0, x.maxViolation());
      assertTrue(
          x.certificate().holdsWithin(Tolerance.CERTIFIED), () -> x.certificate().toString());
      Set<Integer> saturated = new HashSet<>();
      double level = 0;
      for (Round round : result.rounds()) {
        assertTrue(round.level() >= level, () -> result.rounds().toString());
        assertTrue(round.bound() >= round.level(), round::toString);
        assertTrue(!round.saturated().isEmpty(), round::toString);
        level = round.level();
        for (int m : round.saturated()) {
          assertTrue(saturated.add(m));
        }
      }
      for (int m = 0; m < problem.jobCount(); m++) {
        assertEquals(EqualShare.throughput(problem, m) > 0, saturated.contains(m));
      }
    }
  }

  @Property
  void answer_anyProblem_isThatOfExactArithmetic(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES); // a slack of 1e-9 may be worth anything there
    requireExact(Trees.random(Problems.random(random, kind), random));
  }

  /** Rows over one column hold their job back alone, before or after workers hold others back. */
  @Property
  void answer_cappedColumns_isThatOfExactArithmetic(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES);
    AllocationProblem problem = Trees.random(Problems.random(random, kind), random);
    for (int m = 0; m < problem.jobCount(); m++) {
      for (WorkerType type : problem.cluster().types()) {
        double most = random.nextInt(9) / 8.0 * problem.job(m).workers();
        if (most < problem.job(m).workers()) {
          LinearForm held = LinearForm.workers().ofJobs(problem.job(m).id()).onTypes(type.name());
          var cap = Constraint.named("cap " + m + " " + type.name()).that(held);
          problem = problem.constraining(cap.atMost(most));
        }
      }
    }
    AllocationProblem capped = problem;
    requireExact(capped);
    Optional<FairLevels> levels = fill(flat, capped).allocation().certificate().levels();
    double within = levels.map(FairLevels::within).orElse(0.0); // none if the smallest level is 0
    // weights of six magnitudes multiply the rounding of a price
    assertTrue(within <= 1e-4, () -> "levels within " + within);
  }

  /** Compares with exact arithmetic, unless rounding of the data decides a level. */
  private void requireExact(AllocationProblem problem) {
    for (boolean byEntity : new boolean[] {false, true}) {
      double[] v = normalized(fill(byEntity ? overEntities : flat, problem).allocation());
      double[] exact = ExactWaterFilling.fill(problem, byEntity).orElse(v);
      for (int m = 0; m < v.length; m++) {
        assertClose(exact, m, v[m]);
      }
    }
  }

  /** Differences below the oracle's threshold for rounding once decided a level. */
  @Example
  void answer_levelThatRoundingOfTheDataDecides_isProved() {
    answer_cappedColumns_isThatOfExactArithmetic(Draws.ofSeed(-4969689146435941412L), Kind.PAIRS);
  }

  /** The price of a job in pairs was once refused: its level was rounded below its throughput. */
  @Example
  void answer_levelOfManyProducts_isThatOfExactArithmetic() {
    requireExact(Trees.random(Problems.random(-204891, Kind.ELASTIC), -204891));
    requireExact(Trees.random(Problems.random(-370, Kind.PAIRS), -370));
  }

  /** No job can be raised but by lowering one that has no more than it. */
  @Property
  void flat_ties_isLexicographicallyOptimalByBruteForce(
      @ForAll(supplier = AnyProblem.OfTies.class) AllocationProblem problem) {
    double[] v = normalized(fill(flat, problem).allocation());
    for (int m = 0; m < v.length; m++) {
      double[] floor = new double[v.length];
      for (int i = 0; i < floor.length; i++) {
        floor[i] = Math.min(v[i], v[m] * unit(problem, i) / unit(problem, m)) * (1 - FLOOR);
      }
      assertClose(v, m, mostNormalized(problem, m, floor));
    }
  }

  /** What a job has of an equal share at level 1. */
  private static double unit(AllocationProblem problem, int m) {
    return problem.job(m).weight() / problem.job(m).workers();
  }

  /** What a floor gives way may be worth more to a job that has little. */
  private static void assertClose(double[] v, int m, double other) {
    double largest = Arrays.stream(v).max().orElse(0);
    assertEquals(v[m], other, 1e-4 * (v[m] + largest), "job " + m);
  }

  /** No job over a tree can be raised while all others keep what they have. */
  @Property
  void overEntities_ties_isParetoEfficientByBruteForce(@ForAll Draws random) {
    AllocationProblem problem = Trees.random(Problems.random(random, Kind.TIES), random);
    double[] v = normalized(fill(overEntities, problem).allocation());
    double[] floor = v.clone();
    Arrays.setAll(floor, m -> floor[m] * (1 - FLOOR));
    for (int m = 0; m < v.length; m++) {
      assertClose(v, m, mostNormalized(problem, m, floor));
    }
  }

  /** The most of a job if the others have their floors, in equal shares. */
  private static double mostNormalized(AllocationProblem problem, int m, double[] normalizedFloor) {
    double equal = EqualShare.throughput(problem, m);
    if (equal == 0) {
      return 0;
    }
    double[] weight = new double[problem.jobCount()];
    weight[m] = 1 / equal;
    double[] floor = normalizedFloor.clone();
    Arrays.setAll(floor, i -> i == m ? 0 : floor[i] * EqualShare.throughput(problem, i));
    AllocationProgram program = AllocationProgram.maximizeSum(problem, weight).withFloor(floor);
    return unlessBeyondTheSolver(() -> CertifiedSolver.standard().solve(program)).objective();
  }

  @Property
  void flat_firstLevel_isThatOfMaxMinFairness(
      @ForAll(supplier = AnyProblem.class) AllocationProblem problem) {
    Allocation x = fill(flat, problem).allocation();
    double level = MaxMinFairness.create().allocate(problem).certificate().objective();
    assertEquals(level, x.certificate().objective(), 2e-6 * level);
  }

  @Property
  void overEntities_singletons_areAsFlat(@ForAll Draws random, @ForAll Kind kind) {
    Assume.that(kind != Kind.WIDE_RATES); // a slack of 1e-9 may be worth anything there
    AllocationProblem problem = Problems.random(random, kind);
    double[] asFlat = normalized(fill(flat, problem).allocation());
    double[] nested = normalized(fill(overEntities, Trees.singletons(problem)).allocation());
    for (int m = 0; m < asFlat.length; m++) {
      assertEquals(asFlat[m], nested[m], 1e-8 * (1 + asFlat[m]));
    }
  }

  /** On one type, levels have a closed form: everyone's time is its weight, capped at all of it. */
  @Property
  void flat_oneType_isWeightedWaterFillingInClosedForm(@ForAll Draws random) {
    int workers = 2 + random.nextInt(8);
    AllocationProblem.Builder problem =
        AllocationProblem.builder(Cluster.of(new WorkerType("v100", workers)));
    int jobs = 1 + random.nextInt(10);
    List<Job> all = new ArrayList<>();
    for (int m = 0; m < jobs; m++) {
      int gang = random.nextInt(3);
      Job job =
          Job.builder("job" + m)
              .weight(1 + random.nextInt(5))
              .scaleFactor(Math.max(1, gang))
              .gpuMilli(gang == 0 ? 100 * (1 + random.nextInt(9)) : Job.WHOLE_WORKER)
              .build();
      all.add(job);
      problem.job(job, StrictMath.pow(10, random.nextInt(9) - 4));
    }
    double high = 10;
    double low = 0;
    for (int step = 0; step < 100; step++) { // workers used grow with the level
      double level = (low + high) / 2;
      double used =
          all.stream().mapToDouble(job -> Math.min(job.workers(), level * job.weight())).sum();
      if (used <= workers) {
        low = level;
      } else {
        high = level;
      }
    }
    Allocation x = flat.allocate(problem.build());
    for (int m = 0; m < jobs; m++) {
      double time = Math.min(1, low * all.get(m).weight() / all.get(m).workers());
      assertEquals(time, x.fraction(m, 0), 2e-6);
    }
  }

  @Property
  void flat_jobsInAnotherOrder_changesNoLevel(
      @ForAll(supplier = AnyProblem.OfModerateRates.class) AllocationProblem any) {
    AllocationProblem problem = any.withoutPairs().withoutConfigurations();
    int n = problem.jobCount();
    List<Job> jobs = new ArrayList<>(problem.jobs());
    Collections.reverse(jobs);
    double[][] rates = new double[n][problem.cluster().typeCount()];
    for (int m = 0; m < n; m++) {
      for (int j = 0; j < rates[m].length; j++) {
        rates[m][j] = problem.throughputs().stepsPerSecond(n - 1 - m, j);
      }
    }
    double[] v = normalized(fill(flat, problem).allocation());
    double[] reversed =
        normalized(
            fill(
                    flat,
                    AllocationProblem.of(problem.cluster(), jobs, ThroughputMatrix.copyOf(rates)))
                .allocation());
    for (int m = 0; m < n; m++) {
      assertClose(v, m, reversed[n - 1 - m]);
    }
  }

  @Property
  void answer_sameProblem_givesTheSameBits(@ForAll Draws random, @ForAll Kind kind) {
    AllocationProblem problem = Trees.random(Problems.random(random, kind), random);
    assertEquals(fill(overEntities, problem), fill(overEntities, problem));
  }

  @Property
  void flat_twinOfAJob_getsTheSameBits(
      @ForAll(supplier = AnyProblem.Plain.class) AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    List<Job> jobs = new ArrayList<>(problem.jobs());
    Job twin = jobs.get(0);
    jobs.add(Job.builder("twin").weight(twin.weight()).scaleFactor(twin.scaleFactor()).build());
    double[][] rates = new double[jobs.size()][types];
    for (int m = 0; m < rates.length; m++) {
      for (int j = 0; j < types; j++) {
        rates[m][j] = problem.throughputs().stepsPerSecond(m % problem.jobCount(), j);
      }
    }
    Allocation x =
        fill(flat, AllocationProblem.of(problem.cluster(), jobs, ThroughputMatrix.copyOf(rates)))
            .allocation();
    for (int j = 0; j < types; j++) {
      assertEquals(x.fraction(0, j), x.fraction(jobs.size() - 1, j));
    }
  }
}
