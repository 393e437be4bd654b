package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.hierarchy.WaterFillingResult.Round;
import io.gavel.policies.lp.internal.StableOrder;
import io.gavel.policies.lp.level.FixedJobs;
import io.gavel.policies.lp.level.HighestLevel;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One run of water filling: the capacity of every job, and the saturated jobs. Mutable.
 *
 * <p>A job is saturated for one of two reasons. Either it runs full time on its best type. That
 * capacity is known beforehand, so no program is needed. Or workers that are all in use hold it
 * back together with other jobs. Then its throughput has a positive price (complementary
 * slackness), and the jobs that can rise use none of these workers from then on. So without pairs
 * there are at most as many such events as pools.
 *
 * <p>Every later allocation is an optimum of the program of an event, so its columns with a
 * positive reduced cost at the prices of that program are 0. They are left out from then on. The
 * jobs and pools that are then not connected to any job that can rise are settled: they leave the
 * program with their current fractions. So do {@linkplain FixedJobs saturated jobs} that have no
 * choice of fractions, with the workers that they hold.
 */
final class WaterFillingRun {

  /** The ratio from which on a price is no rounding of 0. */
  private static final double LIKELY = 1;

  private final FairnessTree tree;
  private final LevelPrecision precision;
  private AllocationProgram lowest;

  /** The throughput per unit received, {@code [job]}; 0 if the job is set aside. */
  private final double[] unit;

  /**
   * The most that a job can receive: full time where it is fastest, or its amount once saturated.
   */
  private final double[] capacity;

  private final boolean[] saturated;

  /** Whether a job is connected to a job that can rise. */
  private final boolean[] live;

  private final RunColumns columns;
  private final List<Round> rounds = new ArrayList<>();
  private double level;

  /** The relative shortfall that jobs may have against their demands. */
  private double shortfall;

  private DualBound lowestBound;
  private final RoundPrices prices;

  /** Creates a run before its first round. */
  WaterFillingRun(AllocationProblem problem, FairnessTree tree, CertifiedSolver solver) {
    int n = problem.jobCount();
    lowest = AllocationProgram.maximizeMinimum(problem, new double[n]);
    precision = LevelPrecision.of(lowest, solver);
    this.tree = tree;
    unit = new double[n];
    capacity = new double[n];
    saturated = tree.owedNothing();
    prices = new RoundPrices(lowest, saturated);
    live = new boolean[n];
    for (int m = 0; m < n; m++) {
      unit[m] = FairnessTree.unit(problem, m);
    }
    lowestBound = DualBound.of(lowest, Prices.zero(problem));
    columns = RunColumns.of(lowest, precision);
    columns.settle(saturated, live);
    limitByOpenColumns(new double[n]);
  }

  boolean canRise() {
    return IntStream.range(0, saturated.length).anyMatch(m -> !saturated[m]);
  }

  List<Round> rounds() {
    return rounds;
  }

  /** Returns the point reached so far. */
  RunColumns columns() {
    return columns;
  }

  /** Returns the program of the lowest level: max-min fairness over the first share of each job. */
  AllocationProgram lowest() {
    return lowest;
  }

  /** Returns the prices that prove the throughputs of all jobs. */
  RoundPrices prices() {
    return prices;
  }

  /** Returns the bound on the lowest level. */
  DualBound lowestBound() {
    return lowestBound;
  }

  /**
   * Raises the level until all jobs are full or some are held back together.
   *
   * @return false if limits ended it before that. Then the state is unchanged, except that the
   *     first rise keeps the best allocation found
   * @throws SolveFailedException if a program has no certified solution, or its prices identify no
   *     bottleneck
   */
  boolean rise() {
    FairnessTree.Demands demands = tree.demands(capacity);
    double[] fullAt = demands.fullAt();
    double most = 0;
    for (int m = 0; m < fullAt.length; m++) {
      most = saturated[m] ? most : Math.max(most, fullAt[m]);
    }
    boolean anyDemand = Arrays.stream(throughputs(demands, most)).anyMatch(d -> d > 0);
    if (most <= level || !anyDemand) { // all jobs that can rise have left the program
      level = Math.max(level, most);
      saturateFull(fullAt);
      return true;
    }
    AllocationProgram program = columns.open(lowest);
    HighestLevel highest =
        HighestLevel.search(
            new LevelPrecision.Probes(precision)::solve,
            program,
            t -> throughputs(demands, t),
            level,
            shortfall,
            most,
            precision.accuracy());
    if (rounds.isEmpty()) {
      nameLowest(demands, fullAt, highest);
    }
    if (highest.isStopped()) {
      highest.cut().filter(best -> rounds.isEmpty()).ifPresent(best -> columns.take(best.point()));
      return false;
    }
    double reached = Math.min(1, highest.part()) * highest.level();
    shortfall = Math.max(Math.max(shortfall, precision.leastShortfall()), 1 - highest.part());
    level = highest.level();
    int before = rounds.size();
    saturateFull(fullAt);
    boolean anyFull = rounds.size() > before;
    highest.cut().ifPresent(cut -> saturateHeldBack(cut, reached, anyFull));
    if (rounds.size() == before) {
      throw new SolveFailedException(
          "level %s cannot be raised, but the dual solution identifies no bottleneck job"
              .formatted(level));
    }
    // Also if all jobs that it holds back are full: it closes columns.
    highest.cut().ifPresent(cut -> columns.heldBack(prices, cut.point().bound(), saturated));
    double[] received = demands.at(level);
    for (int m = 0; m < unit.length; m++) {
      capacity[m] = saturated[m] ? Math.min(capacity[m], received[m]) : capacity[m];
    }
    columns.close(program, highest, live);
    columns.settle(saturated, live);
    limitByOpenColumns(received);
    return true;
  }

  /** Sets the program of the first level at which a job is saturated, with its bound. */
  private void nameLowest(FairnessTree.Demands demands, double[] fullAt, HighestLevel highest) {
    double first = LowestLevel.first(highest.level(), saturated, fullAt);
    lowest = LowestLevel.program(lowest, throughputs(demands, first), first);
    DualBound alone = LowestLevel.ofOneJob(lowest, unit, capacity);
    lowestBound =
        highest
            .cut()
            .map(cut -> columns.bound(lowest, cut.point().bound()).orBetter(alone))
            .orElse(alone);
  }

  /**
   * Returns the throughputs that a level demands, not of jobs whose turn comes but for rounding.
   */
  private double[] throughputs(FairnessTree.Demands demands, double at) {
    double[] demanded = demands.at(at);
    double[] before = demands.at(at * (1 - precision.rounding()));
    for (int m = 0; m < demanded.length; m++) {
      demanded[m] = live[m] && before[m] > 0 ? demanded[m] * unit[m] : 0;
    }
    return demanded;
  }

  /** Saturates the jobs at their capacity; jobs that become full together form one round. */
  private void saturateFull(double[] fullAt) {
    int[] reaching =
        IntStream.range(0, fullAt.length)
            .filter(m -> !saturated[m] && fullAt[m] <= level * (1 + precision.rounding()))
            .toArray();
    int[] full = StableOrder.ascending(reaching, fullAt);
    double[] reached = new double[fullAt.length];
    Arrays.setAll(reached, m -> capacity[m] * unit[m]);
    columns.full(prices, full, reached);
    for (int m : full) {
      saturated[m] = true;
    }
    for (Round round : FullRounds.of(full, fullAt, precision.rounding())) {
      addRound(round.level(), round.bound(), new ArrayList<>(round.saturated()));
    }
  }

  private void addRound(double reached, double bound, List<Integer> found) {
    double before = rounds.isEmpty() ? 0 : rounds.get(rounds.size() - 1).level();
    Collections.sort(found);
    rounds.add(new Round(Math.max(before, reached), Math.max(before, bound), found));
  }

  /**
   * Saturates the jobs whose throughput has a price in the program that proves the bound.
   *
   * @param anyFull whether full jobs may determine the bound, so that prices of other jobs below
   *     their slacks are rounding
   */
  private void saturateHeldBack(HighestLevel.Cut cut, double reached, boolean anyFull) {
    double[] certainty = certainty(cut);
    double most = 0;
    for (int m = 0; m < certainty.length; m++) {
      certainty[m] = saturated[m] ? 0 : certainty[m];
      most = Math.max(most, certainty[m]);
    }
    double least = Math.max(anyFull ? LIKELY : 0, Math.min(most, LevelPrecision.CLEAR_CUT));
    List<Integer> found = new ArrayList<>();
    for (int m = 0; m < certainty.length; m++) {
      if (certainty[m] > 0 && certainty[m] >= least) {
        saturated[m] = true;
        found.add(m);
      }
    }
    if (!found.isEmpty()) {
      addRound(reached, level, found);
    }
  }

  /** Returns the ratio of price to slack of each job with a demand; 0 without a demand. */
  private double[] certainty(HighestLevel.Cut cut) {
    AllocationProgram program = cut.program();
    double[] throughput = cut.point().throughput();
    double objective = cut.others().objective();
    double gap = precision.gap(cut.others());
    double[] certainty = new double[throughput.length];
    int demanding = 0;
    for (int m = 0; m < certainty.length; m++) {
      double requirement = program.requirement(m);
      if (requirement > 0) {
        double part = cut.others().program().requirement(m) > 0 ? objective : 1;
        double slack = part > 0 ? throughput[m] / (requirement * part) - 1 : throughput[m];
        double price = requirement * cut.point().bound().prices().ofThroughput(m); // they sum to 1
        certainty[m] = price / Math.max(slack, gap);
        demanding++;
      }
    }
    for (int m = 0; m < certainty.length; m++) {
      certainty[m] *= demanding;
    }
    return certainty;
  }

  /** Limits each job that can rise to full time on the best of its open columns. */
  private void limitByOpenColumns(double[] received) {
    double[] fastest = columns.fastest();
    for (int m = 0; m < capacity.length; m++) {
      capacity[m] = saturated[m] ? capacity[m] : Math.max(received[m], fastest[m] / unit[m]);
    }
  }
}
