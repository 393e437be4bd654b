package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.InfeasibleProblemException;
import io.gavel.policies.Prices;
import io.gavel.policies.SolveFailedException;
import io.gavel.policies.lp.internal.level.FixedJobs;
import io.gavel.policies.lp.internal.level.HighestLevel;
import io.gavel.policies.lp.solver.CertifiedSolver;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.presolve.TimeCaps;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One run of water filling: the capacity of every job, and the saturated jobs. Mutable.
 *
 * <p>A job is saturated for one of two reasons. Either it runs full time on its best type. That
 * capacity is known beforehand, so no program is needed; a {@linkplain TimeCaps cap} of its time
 * counts as full time, and so do {@linkplain ColumnCaps caps} of its columns. Or workers that are
 * all in use hold it back together with other jobs. Then its throughput has a positive price
 * (complementary slackness), and the jobs that can rise use none of these workers from then on. So
 * without pairs there are at most as many such events as pools. {@linkplain ScarceRows Rows} that
 * hold jobs back alone need no program either: one program confirms many of them.
 *
 * <p>Every later allocation is an optimum of the program of an event, so its columns with a
 * positive reduced cost at the prices of that program are 0. They are left out from then on. The
 * jobs and pools that are then not connected to any job that can rise are settled: they leave the
 * program with their current fractions. So do {@linkplain FixedJobs saturated jobs} that have no
 * choice of fractions, with the workers that they hold.
 */
final class WaterFillingRun extends Filling {

  /** The ratio from which on a price is no rounding of 0. */
  private static final double LIKELY = 1;

  /** The accuracy of a level that only bounds another one. */
  private static final double ROUGH = 1e-6;

  private final TimeCaps caps;
  private final LevelPrecision precision;

  /** Whether a job is connected to a job that can rise. */
  private final boolean[] live;

  private RunColumns columns;

  /** The relative shortfall that jobs may have against their demands. */
  private double shortfall;

  private final RoundPrices prices;

  /**
   * Whether the next rise looks at all rows up to the level at which workers are scarce: until they
   * are.
   */
  private boolean ahead = true;

  /** The number of rows that were exhausted alone. */
  private int taken;

  /** The sums of rows over the same jobs that are exhausted first without other resources. */
  private final List<ScarceRows.Sum> sums = new ArrayList<>();

  /** The bounds that programs have proved so far. */
  private final List<DualBound> known = new ArrayList<>();

  /**
   * Creates a run before its first round.
   *
   * @param caps of the program of all columns of the problem, without demands
   */
  WaterFillingRun(
      AllocationProblem problem, TimeCaps caps, FairnessTree tree, LevelPrecision precision) {
    super(problem, caps.reduced(), tree, precision.rounding());
    this.caps = caps;
    this.precision = precision;
    prices = new RoundPrices(caps, saturated);
    live = new boolean[unit.length];
    columns = RunColumns.of(caps, precision);
    columns.settle(saturated, live);
    limitByOpenColumns(new double[unit.length]);
  }

  /**
   * Returns the allocation reached so far.
   *
   * @param solver finds a point if constraints ask for one and no round has one
   */
  Allocation allocation(AllocationProblem problem, CertifiedSolver solver) {
    double[] requirement = new double[unit.length];
    Arrays.setAll(requirement, lowest::requirement);
    AllocationProgram stated =
        caps.isEmpty() ? lowest : caps.program().withRequirement(requirement);
    DualBound bound =
        caps.isEmpty()
            ? lowestBound
            : DualBound.of(stated, lowestBound.prices(), caps.rowPrices(lowestBound));
    return columns.allocation(problem, stated, bound, solver);
  }

  @Override
  RoundPrices prices() {
    return prices;
  }

  @Override
  double[] rowsAlone(Prices ofOne) {
    return columns.rowsAlone(ofOne);
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
    double most = most(fullAt);
    boolean anyDemand = Arrays.stream(throughputs(demands, most)).anyMatch(d -> d > 0);
    if (most <= level || !anyDemand) { // all jobs that can rise have left the program
      level = Math.max(level, most);
      saturate(fullAt);
      return true;
    }
    AllocationProgram program = columns.open(lowest);
    boolean first = rounds().isEmpty();
    double[] able = capacity.clone();
    double end = ahead ? withoutRows(program, demands, most) : most;
    List<Step> steps = steps(able, end);
    FairnessTree.Demands limited = tree.demands(able);
    boolean isCut = !ahead && steps.size() > taken; // then the next rise goes on from there
    boolean[] listed = live;
    if (precision.fixed() && !steps.isEmpty()) {
      columns = withoutHeld(steps, limited, able);
      program = columns.open(lowest);
      listed = Programs.jobsOf(program, c -> true);
    }
    boolean[] counted = listed;
    HighestLevel highest =
        HighestLevel.search(
            new LevelPrecision.Probes(precision)::solve,
            program,
            t -> only(counted, throughputs(limited, t)),
            level,
            shortfall,
            isCut ? steps.get(taken).row.level() : Math.min(end, most(limited.fullAt())),
            precision.accuracy(),
            known);
    DualBound alone = lowestBound;
    if (first) {
      double held = steps.isEmpty() ? highest.level() : steps.get(0).row.level();
      alone = nameLowest(demands, fullAt, Math.min(held, highest.level()));
      lowestBound =
          highest
              .cut()
              .map(cut -> columns.bound(lowest, cut.point().bound()))
              .orElse(alone)
              .orBetter(alone);
    }
    if (highest.isStopped()) {
      highest
          .cut()
          .filter(best -> rounds().isEmpty())
          .ifPresent(best -> columns.take(best.point()));
      return false;
    }
    double reached = Math.min(1, highest.part()) * highest.level();
    shortfall = Math.max(Math.max(shortfall, precision.leastShortfall()), 1 - highest.part());
    int before = rounds().size();
    for (Step step : steps) {
      if (step.row.level() <= highest.level() * (1 + precision.rounding())) {
        RoundPrices.Draft own = take(step);
        taken++;
        if (first && taken == 1) {
          lowestBound = DualBound.of(lowest, own.prices(), own.rows).orBetter(alone);
        }
      }
    }
    level = highest.level();
    ahead &= highest.cut().isEmpty();
    boolean anyFull = saturate(limited.fullAt());
    highest.cut().ifPresent(cut -> saturateHeldBack(cut, reached, anyFull));
    if (rounds().size() == before) {
      throw new SolveFailedException(
          "level %s cannot be raised, but the dual solution identifies no bottleneck job"
              .formatted(level));
    }
    // Also if all jobs that it holds back are full: it closes columns.
    highest.cut().ifPresent(cut -> columns.heldBack(prices, cut.point().bound(), saturated));
    double[] received = limited.at(level);
    for (int m = 0; m < unit.length; m++) {
      capacity[m] = saturated[m] ? Math.min(capacity[m], received[m]) : capacity[m];
    }
    columns.close(program, highest, live);
    columns.settle(saturated, live);
    limitByOpenColumns(received);
    return true;
  }

  /**
   * Returns a level that cannot be reached even without rows, close to the highest one that can;
   * the most if there are no rows.
   */
  private double withoutRows(AllocationProgram program, FairnessTree.Demands demands, double most) {
    if (columns.scarce().isEmpty()) {
      return most;
    }
    HighestLevel highest =
        HighestLevel.search(
            precision.rough()::solveOrFeasible,
            program.withRows(CouplingRows.none()),
            t -> throughputs(demands, t),
            level,
            0,
            most,
            ROUGH,
            new ArrayList<>()); // rough bounds prove no level
    return highest.isStopped() ? most : Math.min(most, highest.level() * (1 + ROUGH));
  }

  /**
   * Returns the columns without the jobs that the first rows hold back, for as many rows as leave
   * enough for the demands of the other jobs. Kept, these jobs would leave the program next to no
   * interior.
   */
  private RunColumns withoutHeld(List<Step> steps, FairnessTree.Demands limited, double[] able) {
    double[] throughput = new double[able.length];
    Arrays.setAll(throughput, m -> able[m] * unit[m]);
    List<ScarceRows.Exhausted> rows = steps.stream().map(Step::row).toList();
    for (int k = rows.size(); k > 0; ) {
      double at = rows.get(k - 1).level();
      Optional<RunColumns> rest = columns.without(rows.subList(0, k), throughput);
      double part = rest.map(of -> part(of.open(lowest), throughputs(limited, at))).orElse(0.0);
      if (part >= 1 - ROUGH) {
        return rest.orElseThrow();
      }
      long below = rows.stream().filter(row -> row.level() <= part * at).count();
      k = part > 0 ? (int) Math.min(k - 1, below) : k / 2;
    }
    return columns;
  }

  /** Returns the part of demands that can be met, roughly; 0 if none can. */
  private double part(AllocationProgram program, double[] demanded) {
    try {
      AllocationProgram probe =
          program.withRequirement(only(Programs.jobsOf(program, c -> true), demanded));
      return precision.rough().solveOrFeasible(probe).objective();
    } catch (InfeasibleProblemException tooMany) {
      return 0;
    }
  }

  /** Sets the throughputs of jobs without a column to 0. */
  private static double[] only(boolean[] listed, double[] throughputs) {
    Arrays.setAll(throughputs, m -> listed[m] ? throughputs[m] : 0);
    return throughputs;
  }

  /**
   * A row that is exhausted while the level rises.
   *
   * @param row with its prices
   * @param worth the value of the demands at these prices
   * @param capacity of each job of the row from then on
   */
  @SuppressWarnings("ArrayRecordComponent") // is never compared
  private record Step(ScarceRows.Exhausted row, double worth, double[] capacity) {}

  /**
   * Returns the rows that are exhausted one after the other if no other resource is scarce, and
   * lowers capacities accordingly. Once workers are scarce, returns at most one more than have been
   * exhausted so far.
   *
   * @param able the capacities, {@code [job]}
   * @param highest the level up to which they count
   */
  private List<Step> steps(double[] able, double highest) {
    List<Step> steps = new ArrayList<>();
    ScarceRows rows = columns.scarce();
    if (ahead) {
      findSums(rows, tree.demands(able), highest);
    }
    sums.forEach(rows::add);
    boolean[] held = saturated.clone();
    double low = level;
    int count = ahead ? Integer.MAX_VALUE : taken + 1;
    while (!rows.isEmpty() && steps.size() < count && !precision.rough().limits().isCancelled()) {
      FairnessTree.Demands demands = tree.demands(able);
      double high = Math.max(low, Math.min(highest, most(demands.fullAt())));
      Optional<ScarceRows.Exhausted> found = rows.next(t -> throughputs(demands, t), low, high);
      if (found.isEmpty()) {
        break;
      }
      ScarceRows.Exhausted row = found.get();
      int[] jobs = row.jobs();
      low = row.level();
      double[] received = demands.at(low);
      double[] fastest = columns.fastest(rows.open());
      double worth = 0;
      for (int i = 0; i < jobs.length; i++) {
        int m = jobs[i];
        worth += row.owed()[i] * received[m] * unit[m];
        double most = Math.max(received[m], fastest[m] / unit[m]);
        able[m] = held[m] ? able[m] : row.owed()[i] > 0 ? received[m] : most;
        held[m] |= row.owed()[i] > 0;
      }
      steps.add(new Step(row, worth, Arrays.stream(jobs).mapToDouble(m -> able[m]).toArray()));
    }
    return steps;
  }

  /** Finds the sums of rows that hold jobs back below a level, one for each block of rows. */
  private void findSums(ScarceRows rows, FairnessTree.Demands demands, double highest) {
    double high = Math.max(level, Math.min(highest, most(demands.fullAt())));
    for (ScarceRows.Block block : rows.blocks()) {
      if (sums.stream().noneMatch(block::contains)) {
        boolean[] listed = Programs.jobsOf(block.program(), c -> true);
        HighestLevel.search(
                precision.solver()::solveOrFeasible,
                block.program(),
                t -> only(listed, throughputs(demands, t)),
                level,
                0,
                high,
                precision.accuracy(),
                new ArrayList<>()) // bounds on its columns only
            .cut()
            .ifPresent(cut -> sums.add(block.at(cut.point().bound().rowPrices())));
      }
    }
  }

  /** Saturates the jobs that a row holds back; returns its prices. */
  private RoundPrices.Draft take(Step step) {
    level = step.row.level();
    saturate(tree.demands(capacity).fullAt());
    List<Integer> found = new ArrayList<>();
    int[] jobs = step.row.jobs();
    for (int i = 0; i < jobs.length; i++) {
      int m = jobs[i];
      capacity[m] = step.capacity[i];
      if (step.row.owed()[i] > 0 && !saturated[m]) {
        saturated[m] = true;
        found.add(m);
      }
    }
    if (!found.isEmpty()) {
      addRound(level, level, found);
    }
    RoundPrices.Draft own = columns.heldBack(prices, step.row, step.worth);
    columns.close(step.row.closed());
    return own;
  }

  /**
   * Returns the throughputs that a level demands, not of jobs whose turn comes but for rounding.
   */
  @Override
  double[] throughputs(FairnessTree.Demands demands, double at) {
    double[] demanded = demands.at(at);
    double[] before = demands.at(at * (1 - precision.rounding()));
    for (int m = 0; m < demanded.length; m++) {
      demanded[m] = live[m] && before[m] > 0 ? demanded[m] * unit[m] : 0;
    }
    return demanded;
  }

  /** Saturates and prices the jobs at their capacity; returns whether there are any. */
  private boolean saturate(double[] fullAt) {
    int[] full = saturateFull(fullAt);
    double[] reached = new double[fullAt.length];
    Arrays.setAll(reached, m -> capacity[m] * unit[m]);
    columns.full(prices, full, reached);
    return full.length > 0;
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
