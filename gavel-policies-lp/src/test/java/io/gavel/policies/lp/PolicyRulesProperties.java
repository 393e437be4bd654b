package io.gavel.policies.lp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Policy;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.ThroughputMatrix;
import io.gavel.policies.Tolerance;
import io.gavel.policies.contract.Draws;
import io.gavel.policies.lp.Problems.Kind;
import io.gavel.policies.lp.fairness.FinishTimeFairness;
import io.gavel.policies.lp.fairness.Makespan;
import io.gavel.policies.lp.fairness.MaxMinFairness;
import io.gavel.policies.lp.internal.PoolShares;
import io.gavel.policies.lp.queue.FifoProgram;
import io.gavel.policies.lp.queue.HeadOfLineFifo;
import io.gavel.policies.lp.queue.ShortestJobFirst;
import io.gavel.policies.lp.queue.StrictFifo;
import io.gavel.policies.lp.share.Normalizer;
import io.gavel.policies.lp.throughput.AverageCompletionTime;
import io.gavel.policies.lp.throughput.MaxTotalThroughput;
import io.gavel.policies.lp.throughput.StepWeight;
import io.gavel.policies.lp.throughput.ThroughputPerCost;
import io.gavel.policies.lp.throughput.ThroughputPerPrice;
import io.gavel.policies.model.Cluster;
import io.gavel.policies.model.WorkerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The rules of {@link Policy}, by every policy of this package that optimises something. */
class PolicyRulesProperties {

  /** Every policy once. */
  enum Candidate {
    MAX_MIN,
    MAX_MIN_BY_ISOLATED,
    MAX_MIN_BY_FASTEST,
    MAX_MIN_LEVEL_ONLY,
    FINISH_TIME,
    FINISH_TIME_WEIGHTED,
    FINISH_TIME_LEVEL_ONLY,
    MAKESPAN,
    MAKESPAN_LEVEL_ONLY,
    FIFO_PROGRAM,
    STRICT_FIFO,
    SHORTEST_JOB_FIRST,
    AVERAGE_COMPLETION_TIME,
    DEPARTURES,
    FIFO_AWARE,
    FIFO_AGNOSTIC,
    FIFO_PACKED,
    TOTAL,
    TOTAL_SHARES,
    PER_PRICE,
    PER_PRICE_WEIGHTED,
    PER_COST,
    PER_COST_AS_ONE,
    PER_COST_WITHOUT_SLOS;

    Policy policy() {
      return switch (this) {
        case MAX_MIN -> MaxMinFairness.create();
        case MAX_MIN_BY_ISOLATED ->
            MaxMinFairness.create().withNormalizer(Normalizer.ISOLATED_SHARE);
        case MAX_MIN_BY_FASTEST -> MaxMinFairness.create().withNormalizer(Normalizer.FASTEST_TYPE);
        case MAX_MIN_LEVEL_ONLY -> MaxMinFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
        case FINISH_TIME -> FinishTimeFairness.create();
        case FINISH_TIME_WEIGHTED -> FinishTimeFairness.create().withWeightedShares();
        case FINISH_TIME_LEVEL_ONLY ->
            FinishTimeFairness.create().withChoice(OptimumChoice.LEVEL_ONLY);
        case MAKESPAN -> Makespan.create();
        case MAKESPAN_LEVEL_ONLY -> Makespan.create().withChoice(OptimumChoice.LEVEL_ONLY);
        case FIFO_PROGRAM -> FifoProgram.create();
        case STRICT_FIFO -> StrictFifo.create();
        case SHORTEST_JOB_FIRST -> ShortestJobFirst.create();
        case AVERAGE_COMPLETION_TIME -> AverageCompletionTime.create();
        case DEPARTURES -> AverageCompletionTime.create().withFavour(1);
        case FIFO_AWARE -> HeadOfLineFifo.aware();
        case FIFO_AGNOSTIC -> HeadOfLineFifo.agnostic(42);
        case FIFO_PACKED -> HeadOfLineFifo.packed();
        case TOTAL -> MaxTotalThroughput.create();
        case TOTAL_SHARES -> MaxTotalThroughput.create().withStepWeight(StepWeight.WEIGHTED_SHARES);
        case PER_PRICE -> ThroughputPerPrice.create();
        case PER_PRICE_WEIGHTED ->
            ThroughputPerPrice.create().withStepWeight(StepWeight.WEIGHTED_STEPS);
        case PER_COST -> ThroughputPerCost.create();
        case PER_COST_AS_ONE -> ThroughputPerCost.create().withGangsBilledAsOne();
        case PER_COST_WITHOUT_SLOS -> ThroughputPerCost.create().withoutSlos();
      };
    }

    boolean minimises() {
      return name().startsWith("FINISH") || name().startsWith("MAKESPAN");
    }
  }

  /**
   * Rates over twelve orders of magnitude are at times beyond the solvers; the policy then says so,
   * which is all that it promises.
   */
  private static Allocation allocate(Candidate candidate, AllocationProblem problem, Kind kind) {
    try {
      return candidate.policy().allocate(problem);
    } catch (SolveFailedException beyondTheSolver) {
      Assume.that(kind != Kind.WIDE_RATES);
      throw beyondTheSolver;
    }
  }

  @Property
  void answer_isFeasibleToTheLastBitProvedAndUseful(
      @ForAll Draws random, @ForAll Kind kind, @ForAll Candidate candidate) {
    AllocationProblem problem = Problems.complete(random, kind);
    Allocation x = allocate(candidate, problem, kind);
    assertEquals(0, x.maxViolation());
    assertTrue(x.certificate().holdsWithin(Tolerance.CERTIFIED), () -> x.certificate().toString());
    double above = x.certificate().bound() - x.certificate().objective();
    double rounding = 1e-9 * Math.abs(x.certificate().objective());
    assertTrue((candidate.minimises() ? -above : above) >= -rounding, "bound on the wrong side");
    for (int g = 0; g < problem.groupCount(); g++) {
      for (int j = 0; j < problem.cluster().typeCount(); j++) {
        assertTrue(x.fraction(g, j) == 0 || problem.runs(g, j));
      }
    }
  }

  @Property
  void sameProblem_givesTheSameBits(
      @ForAll Draws random, @ForAll Kind kind, @ForAll Candidate candidate) {
    assertEquals(
        allocate(candidate, Problems.complete(random.again(), kind), kind),
        allocate(candidate, Problems.complete(random.again(), kind), kind));
  }

  /** Types in another order are the same types; which of several optima is another matter. */
  @Property
  void typesInReverse_leaveTheObjective(
      @ForAll(supplier = CompleteProblem.Plain.class) AllocationProblem problem,
      @ForAll Candidate candidate) {
    Assume.that(!candidate.name().matches("FIFO_A.*|FIFO_PACKED|STRICT.*|SHORTEST.*"));
    assertSameObjective(candidate, problem, reversed(problem));
  }

  /** A type split in two with the same rates is the same type. */
  @Property
  void splitType_leavesTheObjective(
      @ForAll(supplier = CompleteProblem.Plain.class) AllocationProblem problem,
      @ForAll Candidate candidate) {
    Assume.that(!candidate.name().matches("FIFO_A.*|FIFO_PACKED"));
    int[] single = new int[problem.jobCount()];
    Arrays.fill(single, 1); // a gang needs its workers on one type
    problem = Cases.gangs(problem, single);
    assertSameObjective(candidate, problem, split(problem));
  }

  /** Two types of one pool with the same rates are one type. */
  @Property
  void typeTwiceOnOnePool_leavesTheObjective(
      @ForAll(supplier = CompleteProblem.Plain.class) AllocationProblem problem,
      @ForAll Candidate candidate) {
    Assume.that(candidate != Candidate.FIFO_AGNOSTIC);
    assertSameObjective(candidate, problem, doubled(problem));
  }

  private static void assertSameObjective(
      Candidate candidate, AllocationProblem problem, AllocationProblem same) {
    double expected = candidate.policy().allocate(problem).certificate().objective();
    double actual = candidate.policy().allocate(same).certificate().objective();
    boolean oneAfterAnother = candidate.name().matches("STRICT.*|SHORTEST.*");
    double tolerance = oneAfterAnother ? 1e-5 : 2e-6; // slack of earlier jobs multiplies
    assertEquals(expected, actual, tolerance * Math.abs(expected));
  }

  private static AllocationProblem reversed(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    int[] order = IntStream.range(0, types).map(j -> types - 1 - j).toArray();
    return withTypes(problem, order, problem.cluster().types());
  }

  private static AllocationProblem split(AllocationProblem problem) {
    List<WorkerType> types = new ArrayList<>(problem.cluster().types());
    WorkerType first = types.get(0);
    int one = first.workers() / 2;
    types.add(new WorkerType("rest", first.workers() - one).withPricePerHour(first.pricePerHour()));
    types.set(0, new WorkerType("part", one).withPricePerHour(first.pricePerHour()));
    return withTypes(problem, withFirstAgain(problem), types);
  }

  private static AllocationProblem doubled(AllocationProblem problem) {
    List<WorkerType> types = new ArrayList<>(problem.cluster().types());
    WorkerType first = types.get(0);
    types.add(
        new WorkerType("again", first.workers())
            .withPricePerHour(first.pricePerHour())
            .withPool(first.pool()));
    return withTypes(problem, withFirstAgain(problem), types);
  }

  private static int[] withFirstAgain(AllocationProblem problem) {
    int types = problem.cluster().typeCount();
    return IntStream.rangeClosed(0, types).map(j -> j % types).toArray();
  }

  /** The problem without pairs, with the given columns of rates over the given types. */
  private static AllocationProblem withTypes(
      AllocationProblem problem, int[] columns, List<WorkerType> types) {
    double[][] rates = new double[problem.jobCount()][columns.length];
    for (int m = 0; m < rates.length; m++) {
      for (int i = 0; i < columns.length; i++) {
        rates[m][i] = problem.throughputs().stepsPerSecond(m, columns[i]);
      }
    }
    List<WorkerType> ordered =
        types.size() == columns.length && columns[0] != 0
            ? IntStream.of(columns).mapToObj(types::get).toList()
            : types;
    return AllocationProblem.of(
        Cluster.of(ordered), problem.jobs(), ThroughputMatrix.copyOf(rates));
  }

  @Property
  void jobThatRunsNowhere_changesNothingForOthers(
      @ForAll(supplier = CompleteProblem.Plain.class) AllocationProblem problem,
      @ForAll Candidate candidate) {
    double[][] runs = new double[problem.jobCount()][problem.cluster().typeCount()];
    for (int m = 0; m < runs.length; m++) {
      for (int j = 0; j < runs[m].length; j++) {
        runs[m][j] = problem.runs(m, j) ? problem.throughputs().stepsPerSecond(m, j) : 0;
      }
    }
    List<Integer> able =
        IntStream.range(0, runs.length)
            .filter(m -> IntStream.range(0, runs[m].length).anyMatch(j -> runs[m][j] > 0))
            .boxed()
            .toList();
    AllocationProblem others =
        AllocationProblem.of(
            problem.cluster(),
            able.stream().map(problem::job).toList(),
            ThroughputMatrix.copyOf(able.stream().map(m -> runs[m]).toArray(double[][]::new)));
    Allocation x = candidate.policy().allocate(problem);
    double expected = candidate.policy().allocate(others).certificate().objective();
    assertEquals(expected, x.certificate().objective(), 1e-9 * Math.abs(expected));
    problem.unrunnable().forEach(job -> assertEquals(0, x.timeFraction(job.job())));
  }

  @Property
  void oneMoreWorker_neverWorsensAnObjectiveOfAFixedYardstick(
      @ForAll(supplier = CompleteProblem.Plain.class) AllocationProblem problem,
      @ForAll Candidate candidate) {
    Assume.that(
        candidate.name().matches("MAX_MIN_BY_FASTEST|MAKESPAN.*|FIFO_PROGRAM|TOTAL.*|PER_.*"));
    List<WorkerType> types = new ArrayList<>(problem.cluster().types());
    WorkerType last = types.get(types.size() - 1);
    types.set(
        types.size() - 1,
        new WorkerType(last.name(), last.workers() + 1).withPricePerHour(last.pricePerHour()));
    AllocationProblem larger = problem.withCluster(Cluster.of(types));
    Assume.that(larger.unrunnable().size() == problem.unrunnable().size());
    Assume.that(candidate != Candidate.MAX_MIN_BY_FASTEST || sameFastest(problem, larger));
    Assume.that(!candidate.name().matches("FIFO.*|TOTAL_SHARES") || sameFastest(problem, larger));
    double before = candidate.policy().allocate(problem).certificate().objective();
    double after = candidate.policy().allocate(larger).certificate().objective();
    double gain = candidate.minimises() ? before - after : after - before;
    assertTrue(gain >= -1e-6 * Math.abs(before), before + " became " + after);
  }

  private static boolean sameFastest(AllocationProblem problem, AllocationProblem larger) {
    return IntStream.range(0, problem.jobCount())
        .allMatch(m -> PoolShares.fastest(problem, m) == PoolShares.fastest(larger, m));
  }

  @Property
  void pairs_neverWorsenTheObjective(
      @ForAll(supplier = CompleteProblem.OfPairs.class) AllocationProblem problem,
      @ForAll Candidate candidate) {
    Assume.that(candidate.name().matches("MAX_MIN.*|FINISH.*|MAKESPAN.*|FIFO_P.*|TOTAL.*|PER_.*"));
    Assume.that(problem.unrunnable().equals(problem.withoutPairs().unrunnable()));
    double alone = candidate.policy().allocate(problem.withoutPairs()).certificate().objective();
    double packed = candidate.policy().allocate(problem).certificate().objective();
    double gain = candidate.minimises() ? alone - packed : packed - alone;
    assertTrue(gain >= -1e-6 * Math.abs(alone), alone + " became " + packed);
  }
}
