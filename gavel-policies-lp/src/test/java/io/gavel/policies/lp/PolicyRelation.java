package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.Tolerance;
import io.gavel.policies.audit.Auditor;
import io.gavel.policies.audit.Finding;
import io.gavel.policies.claims.Aspect;
import io.gavel.policies.claims.Invariant;
import io.gavel.policies.contract.PolicyRules;
import io.gavel.policies.contract.Variants;
import io.gavel.policies.lp.PolicyCase.Trait;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.share.EqualShare;
import io.gavel.policies.lp.welfare.ParetoProgram;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.Group;
import io.gavel.policies.model.Job;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The rows of a {@link PolicyMatrix}: what must hold for the answer to a random problem, or between
 * the answers to two problems. A check returns false if the policy declined the problem.
 */
enum PolicyRelation {
  /**
   * Problems of up to 40 jobs and 8 types: rates over twelve orders of magnitude, zeros, ties,
   * weights from 1e-3 to 1e3, more workers than jobs, gangs too large, shares of workers.
   */
  ANSWERS_HOSTILE_PROBLEMS(c -> true, PolicyRelation::hostile),
  KEEPS_ITS_CLAIMS(c -> true, PolicyRelation::claims),
  KEEPS_OFF_FORBIDDEN_TYPES(c -> true, PolicyRelation::forbidden),
  KEEPS_CONSTRAINTS_OR_REFUSES_THEM(c -> true, PolicyRelation::constrained),
  /** Forbidding what the optimum does not use leaves the objective. */
  IGNORES_UNUSED_TYPES(
      c -> c.is(Trait.OPTIMAL), (c, random) -> unused(c, c.problem(random, moderate(random)))),
  /** Jobs and types in another order leave the objective, and throughputs that are unique. */
  IGNORES_ORDER(
      c -> !c.is(Trait.DRAWS_TYPES),
      (c, random) -> {
        Kind kind = moderate(random);
        return (kind == Kind.TIES && c.is(Trait.TIES_BY_INDEX))
            || relabeled(c, c.problem(random, kind), random);
      }),
  /** Steps counted in powers of two leave the bits of all fractions. */
  IGNORES_UNITS(c -> !c.is(Trait.COUNTS_STEPS), PolicyRelation::units),
  TREATS_TWINS_ALIKE(c -> !c.is(Trait.BY_ARRIVAL) && !c.is(Trait.WHOLE_JOBS), PolicyRelation::twin),
  /** Jobs that all take the k-th part of a worker are whole jobs on k times the workers. */
  COUNTS_SHARES_AS_WORKERS(c -> true, PolicyRelation::shares),
  /** A type split in two with the same rates is the same type. */
  IGNORES_A_SPLIT_OF_A_TYPE(
      c -> !c.is(Trait.WHOLE_JOBS) && !c.is(Trait.FORMULA), PolicyRelation::split),
  /** Two types of one pool with the same rates are one type. */
  IGNORES_A_TYPE_TWICE_ON_A_POOL(c -> !c.is(Trait.DRAWS_TYPES), PolicyRelation::typeTwice),
  GAINS_BY_A_WORKER(c -> c.is(Trait.FIXED_YARDSTICK), PolicyRelation::worker),
  GAINS_BY_PAIRS_AND_CONFIGURATIONS(c -> c.is(Trait.GAINS_BY_WAYS), PolicyRelation::ways);

  /** Judges a policy by a problem that is made from random numbers. */
  interface Check {
    boolean check(PolicyCase c, Random random);
  }

  /** The invariants of an allocation that need no tolerance for throughputs. */
  private static final Set<Invariant> FEASIBILITY =
      EnumSet.range(Invariant.FRACTIONS, Invariant.PROVED);

  private final Predicate<PolicyCase> binds;
  private final Check check;

  PolicyRelation(Predicate<PolicyCase> binds, Check check) {
    this.binds = binds;
    this.check = check;
  }

  boolean binds(PolicyCase c) {
    boolean ofAnswer = ordinal() <= KEEPS_CONSTRAINTS_OR_REFUSES_THEM.ordinal();
    return binds.test(c) && (ofAnswer || !c.is(Trait.SCHEDULER));
  }

  boolean check(PolicyCase c, Random random) {
    return check.check(c, random);
  }

  /** All kinds but rates over twelve orders of magnitude, which are at times beyond the solvers. */
  private static Kind moderate(Random random) {
    List<Kind> kinds = List.of(Kind.PLAIN, Kind.TIES, Kind.PAIRS, Kind.SHARES, Kind.ELASTIC);
    return kinds.get(random.nextInt(kinds.size()));
  }

  private static void requireSound(PolicyCase c, Allocation x) {
    assertEquals(0, x.maxViolation());
    Auditor auditor = Auditor.create().withFeasibility(Tolerance.EXACT);
    for (Invariant invariant : FEASIBILITY) {
      if (c.policy().claims().invariants().contains(invariant)) {
        Finding finding = auditor.judge(x, invariant);
        assertFalse(finding instanceof Finding.Violated, finding::toString);
      }
    }
    double objective = x.certificate().objective();
    double above = x.certificate().bound() - objective;
    double rounding = 1e-9 * (1 + Math.abs(objective));
    assertTrue((c.is(Trait.MINIMISES) ? -above : above) >= -rounding, "bound on the wrong side");
    if (!c.is(Trait.LOGARITHMIC) && !c.is(Trait.SCHEDULER)) {
      assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), x.certificate()::toString);
    }
    for (int m = 0; m < x.problem().jobCount(); m++) {
      assertTrue(Double.isFinite(x.effectiveThroughput(m)));
    }
  }

  /** Hundreds of pairs are for a few of the problems. */
  private static boolean hostile(PolicyCase c, Random random) {
    List<Kind> kinds = List.of(Kind.PLAIN, Kind.WIDE_RATES, Kind.TIES, Kind.SHARES);
    long seed = random.nextInt(100_000);
    Kind kind = seed % 40 == 0 ? Kind.PAIRS : kinds.get((int) (seed % 4));
    return hostile(c, seed, kind);
  }

  static boolean hostile(PolicyCase c, long seed, Kind kind) {
    try {
      AllocationProblem problem =
          c.adaptation().apply(Problems.large(seed, kind), new Random(seed));
      requireSound(c, c.policy().allocate(problem));
      return true;
    } catch (SolveFailedException | InfeasibleProblemException documented) {
      return false;
    }
  }

  /** A quarter of the problems has jobs of equal weight and single workers. */
  private static boolean claims(PolicyCase c, Random random) {
    AllocationProblem problem = c.problem(random, moderate(random));
    if (random.nextInt(4) == 0) {
      problem =
          problem.withJobs(
              problem.jobs().stream()
                  .map(job -> job.toBuilder().weight(1).scaleFactor(1).gpuMilli(1000).build())
                  .toList());
    }
    return PolicyRules.of(c.policy())
        .withParetoCheck(ParetoProgram.create())
        .checkAll(problem, random.nextLong(), EnumSet.allOf(Invariant.class));
  }

  private static boolean forbidden(PolicyCase c, Random random) {
    AllocationProblem problem = Problems.forbidding(c.problem(random, moderate(random)), random);
    try {
      requireSound(c, c.policy().allocate(problem));
    } catch (InfeasibleProblemException deadlinesThatNeedForbiddenTypes) {
      assertTrue(c.is(Trait.COUNTS_STEPS), deadlinesThatNeedForbiddenTypes::getMessage);
    }
    return true;
  }

  /** A policy that runs no pairs or configurations has none: the constraints must hold without. */
  private static boolean constrained(PolicyCase c, Random random) {
    AllocationProblem plain = c.problem(random, moderate(random));
    Set<Aspect> reads = c.policy().reads();
    plain = reads.contains(Aspect.PAIRS) ? plain : plain.withoutPairs();
    plain = reads.contains(Aspect.CONFIGURATIONS) ? plain : plain.withoutConfigurations();
    AllocationProblem problem = ConstrainedProblems.constraining(plain, random);
    try {
      Allocation x = c.policy().allocate(problem);
      assertTrue(!c.is(Trait.FORMULA) || c.is(Trait.MAY_REFUSE), "must refuse constraints");
      requireSound(c, x);
    } catch (IllegalArgumentException refusal) {
      assertTrue(c.is(Trait.FORMULA) || c.is(Trait.MAY_REFUSE), refusal::toString);
      String reason = c.is(Trait.MAY_REFUSE) ? ".*" : ": .{20,}; the problem has \".*";
      assertTrue(
          refusal.getMessage().matches(".* does not support constraints" + reason),
          refusal::getMessage);
    } catch (InfeasibleProblemException deadlines) {
      assertTrue(
          deadlines.conflict().stream().anyMatch(name -> name.startsWith("slo:")),
          deadlines::getMessage);
    }
    return true;
  }

  static boolean unused(PolicyCase c, AllocationProblem problem) {
    Allocation x = c.policy().allocate(problem);
    AllocationProblem fewer = problem;
    for (int m = 0; m < problem.jobCount(); m++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        fewer = uses(x, m, j) ? fewer : forbiddingUnlessSetAside(fewer, m, j);
      }
    }
    double expected = x.certificate().objective();
    double tolerance =
        c.is(Trait.LOGARITHMIC) ? 2e-3 * problem.jobCount() : 2e-6 * Math.abs(expected);
    assertEquals(expected, c.policy().allocate(fewer).certificate().objective(), tolerance);
    return true;
  }

  /**
   * Forbids a type unless a job is set aside for it, such as one that runs only in a pair with this
   * job. That would change the problem: fewer jobs would share the cluster.
   */
  private static AllocationProblem forbiddingUnlessSetAside(
      AllocationProblem problem, int m, int j) {
    AllocationProblem less =
        problem.forbidding(problem.job(m).id(), problem.cluster().type(j).name());
    return less.unrunnable().size() == problem.unrunnable().size() ? less : problem;
  }

  private static boolean uses(Allocation x, int m, int j) {
    for (int g = 0; g < x.problem().groupCount(); g++) {
      Group group = x.problem().group(g);
      boolean member = group.member(0) == m || group.member(group.size() - 1) == m;
      if (member && x.fraction(g, j) > 0) {
        return true;
      }
    }
    return false;
  }

  private static int[] shuffled(int n, Random random) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, n).boxed().toList());
    Collections.shuffle(order, random);
    return order.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Where throughputs are unique, each job keeps its own. A welfare of logarithms that is 10⁻⁶ from
   * its optimum leaves a throughput √(2 · 10⁻⁶) from its own, in each of the two answers.
   */
  static boolean relabeled(PolicyCase c, AllocationProblem problem, Random random) {
    int[] types = shuffled(problem.cluster().typeCount(), random);
    AllocationProblem other =
        Variants.withTypes(
            problem, IntStream.of(types).mapToObj(problem.cluster()::type).toList(), types);
    int[] jobs = IntStream.range(0, problem.jobCount()).toArray();
    if (!c.is(Trait.BY_ARRIVAL)) {
      jobs = shuffled(jobs.length, random);
      other = Variants.select(other, jobs);
    }
    Allocation x = c.policy().allocate(problem);
    Allocation y = c.policy().allocate(other);
    requireObjective(c, x.certificate().objective(), y);
    double largest = Arrays.stream(jobs).mapToDouble(x::effectiveThroughput).max().orElse(0);
    for (int m = 0; m < jobs.length && c.is(Trait.UNIQUE); m++) {
      double expected = x.effectiveThroughput(jobs[m]);
      double scale = expected + EqualShare.throughput(problem, jobs[m]);
      double rounding = 1e-12 * largest; // all that a job may get that is owed nothing
      assertEquals(expected, y.effectiveThroughput(m), 3e-3 * scale + rounding, "job " + m);
    }
    return true;
  }

  private static void requireObjective(PolicyCase c, double expected, Allocation y) {
    assertEquals(
        expected, y.certificate().objective(), c.tolerance(expected, y.problem()), c::name);
  }

  private static void requireSameObjective(
      PolicyCase c, AllocationProblem problem, AllocationProblem same) {
    double expected = c.policy().allocate(problem).certificate().objective();
    requireObjective(c, expected, c.policy().allocate(same));
  }

  private static boolean units(PolicyCase c, Random random) {
    AllocationProblem problem = c.problem(random, moderate(random)).withoutPairs();
    AllocationProblem other = problem;
    for (int m = 0; m < problem.jobCount(); m++) {
      other = Variants.inUnits(other, m, Math.scalb(1, random.nextInt(41) - 20));
    }
    Allocation x = c.policy().allocate(problem);
    Allocation y = c.policy().allocate(other);
    requireSameFractions(x, y, 0);
    return true;
  }

  private static void requireSameFractions(Allocation x, Allocation y, double tolerance) {
    for (int g = 0; g < x.problem().groupCount(); g++) {
      for (int j = 0; j < x.problem().cluster().typeCount(); j++) {
        assertEquals(x.fraction(g, j), y.fraction(g, j), tolerance, "group " + g + ", type " + j);
      }
    }
  }

  private static boolean twin(PolicyCase c, Random random) {
    AllocationProblem problem =
        c.problem(random, moderate(random)).withoutPairs().withoutConfigurations();
    double[] rates = new double[problem.cluster().typeCount()];
    Arrays.setAll(rates, j -> problem.throughputs().stepsPerSecond(0, j));
    Job twin = problem.job(0).toBuilder("twin").build();
    Allocation x = c.policy().allocate(Variants.withArrival(problem, twin, rates));
    for (int j = 0; j < rates.length; j++) {
      assertEquals(x.fraction(0, j), x.fraction(problem.jobCount(), j), "type " + j);
    }
    return true;
  }

  /**
   * Levels count workers and so are the k-th part, steps per unit of money are k times as many;
   * nothing else differs.
   */
  private static boolean shares(PolicyCase c, Random random) {
    List<Integer> parts = List.of(2, 4, 5, 8, 10, 1000);
    int k = parts.get(random.nextInt(parts.size()));
    AllocationProblem problem = c.problem(random, random.nextInt(8) == 0 ? Kind.PAIRS : Kind.PLAIN);
    AllocationProblem larger = withShares(problem, Job.WHOLE_WORKER);
    for (int pool = 0; pool < problem.cluster().poolCount(); pool++) {
      larger = Variants.withWorkers(larger, pool, k * problem.cluster().poolWorkers(pool));
    }
    Allocation whole = c.policy().allocate(larger);
    Allocation shares = c.policy().allocate(withShares(problem, Job.WHOLE_WORKER / k));
    assertEquals(0, shares.maxViolation());
    double factor = c.is(Trait.PER_WORKER) ? 1.0 / k : c.is(Trait.PER_MONEY) ? k : 1;
    requireObjective(c, whole.certificate().objective() * factor, shares);
    if (c.is(Trait.FORMULA)) {
      requireSameFractions(whole, shares, 1e-12);
    }
    return true;
  }

  private static AllocationProblem withShares(AllocationProblem problem, int gpuMilli) {
    return problem.withJobs(
        problem.jobs().stream()
            .map(job -> job.toBuilder().scaleFactor(1).gpuMilli(gpuMilli).build())
            .toList());
  }

  private static boolean split(PolicyCase c, Random random) {
    AllocationProblem problem = // a gang needs its workers on one type
        withShares(c.problem(random, Kind.PLAIN), Job.WHOLE_WORKER);
    WorkerType first = problem.cluster().type(0);
    int one = first.workers() / 2;
    List<WorkerType> types = new ArrayList<>(problem.cluster().types());
    types.set(0, new WorkerType("part", one).withPricePerHour(first.pricePerHour()));
    types.add(new WorkerType("rest", first.workers() - one).withPricePerHour(first.pricePerHour()));
    requireSameObjective(c, problem, withFirstAgain(problem, types));
    return true;
  }

  private static boolean typeTwice(PolicyCase c, Random random) {
    AllocationProblem problem = c.problem(random, Kind.PLAIN);
    WorkerType first = problem.cluster().type(0);
    List<WorkerType> types = new ArrayList<>(problem.cluster().types());
    types.add(
        new WorkerType("again", first.workers())
            .withPricePerHour(first.pricePerHour())
            .withPool(first.pool()));
    requireSameObjective(c, problem, withFirstAgain(problem, types));
    return true;
  }

  private static AllocationProblem withFirstAgain(
      AllocationProblem problem, List<WorkerType> types) {
    int[] source = IntStream.range(0, types.size()).map(j -> j % (types.size() - 1)).toArray();
    return Variants.withTypes(problem, types, source);
  }

  private static boolean worker(PolicyCase c, Random random) {
    AllocationProblem problem = c.problem(random, Kind.PLAIN);
    Cluster cluster = problem.cluster();
    AllocationProblem larger = Variants.withWorker(problem, cluster.poolCount() - 1);
    if (IntStream.range(0, problem.jobCount())
        .anyMatch(m -> PoolShares.fastest(problem, m) != PoolShares.fastest(larger, m))) {
      return true; // a gang that fits now is measured by another yardstick
    }
    requireNoLoss(c, problem, larger);
    return true;
  }

  private static boolean ways(PolicyCase c, Random random) {
    AllocationProblem problem = c.problem(random, random.nextBoolean() ? Kind.PAIRS : Kind.ELASTIC);
    AllocationProblem alone = problem.withoutPairs().withoutConfigurations();
    if (problem.unrunnable().equals(alone.unrunnable())) {
      requireNoLoss(c, alone, problem);
    }
    return true;
  }

  private static void requireNoLoss(
      PolicyCase c, AllocationProblem problem, AllocationProblem larger) {
    double before = c.policy().allocate(problem).certificate().objective();
    double after = c.policy().allocate(larger).certificate().objective();
    double gain = c.is(Trait.MINIMISES) ? before - after : after - before;
    assertTrue(gain >= -c.tolerance(before, problem), before + " became " + after);
  }
}
