package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.Prices;
import io.gavel.policies.lp.WaterFillingResult.Round;
import io.gavel.policies.lp.solver.AllocationProgram;
import io.gavel.policies.lp.solver.CertifiedPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One run of water filling: how far every job has come, and who is saturated. Mutable.
 *
 * <p>The program of a round counts its level {@code t} from the start of the run, not from the
 * round before: job {@code m} is to reach {@code reached_m + requirement_m (t − level)}. So the
 * floor of a job whose share has grown is negative, {@code t} never is small, and its relative gap
 * means something even in a round that raises nothing.
 *
 * <p>All that follows a round is an optimum of its program, and so has the columns at 0 that cost
 * something at its prices. They are left out from then on, and with them the ways in which what a
 * floor gives way could be turned into a gain elsewhere. The jobs and pools that are then connected
 * to no job that can rise are settled: they leave the program with the fractions that they have.
 */
final class WaterLevels {

  /** How much of its throughput a saturated job may give up, so that the floors are feasible. */
  private static final double FLOOR_SLACK = 1e-9;

  /** A part of what a job raised from the start would have that is as good as nothing. */
  private static final double NOTHING = 1e-8;

  /** Levels are not known better than this part of them. */
  private static final double ROUNDING = 1e-12;

  /** A part of a job's throughput that may be left away. */
  private static final double DUST = 1e-9;

  /**
   * Price over slack from which a job is saturated and a column is out. Both are relative, the
   * price to the mean or to the level and the slack to the level or to all of the time; at an
   * optimum one of the two is 0, so that the quotient is far from 1. No slack counts as less than
   * the gap: then, by weak duality, a job could rise by no more than one part in 10<sup>6</sup> of
   * the level times the number of jobs, and a column by as much of the time.
   */
  private static final double CLEAR_CUT = 1e6;

  private final AllocationProblem problem;
  private final FairnessTree tree;
  private final AllocationProgram whole;
  private final double[] equal;
  private final double[] reached;
  private final double[] floor;
  private final boolean[] saturated;
  private final double[] fractions;
  private final boolean[] open;
  private final List<Round> rounds = new ArrayList<>();
  private double level;

  /** What is not known of the level, relative to it. */
  private double gap;

  WaterLevels(AllocationProblem problem, FairnessTree tree) {
    int n = problem.jobCount();
    this.problem = problem;
    this.tree = tree;
    whole = AllocationProgram.maximizeMinimum(problem, new double[n]);
    equal = new double[n];
    reached = new double[n];
    floor = new double[n];
    saturated = tree.owedNothing();
    Arrays.setAll(equal, m -> EqualShare.throughput(problem, m));
    fractions = new double[whole.columnCount()];
    open = new boolean[whole.columnCount()];
    Arrays.fill(open, true);
  }

  boolean canRise() {
    return IntStream.range(0, saturated.length).anyMatch(m -> !saturated[m]);
  }

  List<Round> rounds() {
    return rounds;
  }

  /** What has been reached, {@code [column]} of the first program. */
  double[] fractions() {
    return fractions;
  }

  double level() {
    return level;
  }

  /** The throughput that each job is entitled to for a unit of a rise of the level. */
  private double[] requirements(double rise) {
    double[] unit = new double[equal.length];
    double[] claimed = new double[equal.length];
    for (int m = 0; m < unit.length; m++) {
      unit[m] = equal[m] / problem.job(m).workers();
      claimed[m] = reached[m] > 0 ? reached[m] / unit[m] : 0;
    }
    double[] requirement = tree.shares(saturated, claimed, rise);
    Arrays.setAll(requirement, m -> requirement[m] * unit[m]);
    return requirement;
  }

  /** The throughput that each job is entitled to after a rise; 0 for the saturated. */
  double[] claims(double rise) {
    double[] claims = requirements(rise);
    Arrays.setAll(claims, m -> saturated[m] ? 0 : reached[m] + claims[m] * rise);
    return claims;
  }

  /**
   * The program of the next round, on the columns that are open.
   *
   * @param rise of the level for which its requirements are meant
   */
  AllocationProgram program(double rise) {
    double[] requirement = requirements(rise);
    for (int m = 0; m < floor.length; m++) {
      if (!saturated[m]) {
        floor[m] = reached[m] - requirement[m] * level;
      }
    }
    return AllocationProgram.maximizeMinimum(problem, requirement)
        .withFloor(floor)
        .withColumns(open);
  }

  /** Takes note of what a round's program says. */
  void record(Rise rise) {
    AllocationProgram program = rise.program();
    CertifiedPoint point = rise.point();
    if (!program.hasLevel()) {
      return; // nobody can run
    }
    double bound = point.bound().value();
    double found = Math.min(point.objective(), bound); // above it only where floors give way
    double[] x = point.fractions();
    if (found > level) {
      level = found;
    } else { // nothing could be raised, and what there is is no worse
      x =
          IntStream.range(0, open.length)
              .filter(c -> open[c])
              .mapToDouble(c -> fractions[c])
              .toArray();
    }
    bound = Math.max(level, bound); // what is reached is no bound too high
    gap = Math.max(ROUNDING, (bound - level) / level);
    rounds.add(new Round(level, bound, saturate(program, x, point.bound().prices())));
    closeColumns(program, x, point.bound().prices());
    settle();
  }

  private List<Integer> saturate(AllocationProgram program, double[] x, Prices prices) {
    double[] certainty = certainty(program, x, prices);
    double most = Arrays.stream(certainty).max().orElse(0);
    List<Integer> found = new ArrayList<>();
    for (int m = 0; m < certainty.length; m++) {
      if (program.requirement(m) > 0) {
        reached[m] = program.floor(m) + program.requirement(m) * level;
        if (certainty[m] >= Math.min(most, CLEAR_CUT)) {
          saturated[m] = true;
          boolean nothing = reached[m] <= NOTHING * program.requirement(m) * level;
          floor[m] = nothing ? 0 : reached[m] * (1 - FLOOR_SLACK);
          found.add(m);
        }
      }
    }
    return found;
  }

  /** Price over slack of each job that the round raises: how certain it is that it is saturated. */
  private double[] certainty(AllocationProgram program, double[] x, Prices prices) {
    double[] throughput = program.throughput(x);
    double[] certainty = new double[throughput.length];
    int raised = 0;
    for (int m = 0; m < certainty.length; m++) {
      double requirement = program.requirement(m);
      if (requirement > 0) {
        double slack = (throughput[m] - program.floor(m)) / (requirement * level) - 1;
        double price = requirement * prices.ofThroughput(m); // they sum to 1
        certainty[m] = price / Math.max(slack, gap);
        raised++;
      }
    }
    for (int m = 0; m < certainty.length; m++) {
      certainty[m] *= raised;
    }
    return certainty;
  }

  private void closeColumns(AllocationProgram program, double[] x, Prices prices) {
    double[] throughput = program.throughput(x);
    int c = 0;
    for (int i = 0; i < open.length; i++) {
      if (open[i]) {
        double cost = program.reducedCost(c, prices) / level;
        boolean used =
            program.rate(c) * x[c] > DUST * throughput[program.first(c)]
                || (program.second(c) >= 0
                    && program.secondRate(c) * x[c] > DUST * throughput[program.second(c)]);
        open[i] = used || cost < CLEAR_CUT * Math.max(x[c], gap);
        fractions[i] = open[i] ? x[c] : 0;
        c++;
      }
    }
  }

  /** Closes the columns that are not connected, by jobs and pools, to a job that can rise. */
  private void settle() {
    boolean[] liveJob = new boolean[saturated.length];
    for (int m = 0; m < liveJob.length; m++) {
      liveJob[m] = !saturated[m];
    }
    boolean[] livePool = new boolean[whole.poolCount()];
    boolean[] live = new boolean[open.length];
    for (boolean spread = true; spread; ) {
      spread = false;
      for (int c = 0; c < open.length; c++) {
        int second = Math.max(whole.first(c), whole.second(c)); // itself, if there is none
        if (open[c]
            && !live[c]
            && (livePool[whole.pool(c)] || liveJob[whole.first(c)] || liveJob[second])) {
          live[c] = true;
          livePool[whole.pool(c)] = true;
          liveJob[whole.first(c)] = true;
          liveJob[second] = true;
          spread = true;
        }
      }
    }
    System.arraycopy(live, 0, open, 0, open.length);
    for (int m = 0; m < liveJob.length; m++) {
      floor[m] = liveJob[m] ? floor[m] : 0;
    }
  }
}
