package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
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
 */
final class Filling {

  /**
   * How much a saturated job may give up, so that the floors are feasible: a part of what a job
   * with its share has that was raised from the start.
   */
  private static final double FLOOR_SLACK = 1e-9;

  /** Slacks are not known better than this part of the level. */
  private static final double ROUNDING = 1e-12;

  /**
   * Price over slack from which a job is saturated. Both are relative, the price to the mean and
   * the slack to the level; at an optimum one of the two is 0, so that the quotient is far from 1.
   */
  private static final double CLEAR_CUT = 1e6;

  private final AllocationProblem problem;
  private final FairnessTree tree;
  private final double[] equal;
  private final double[] reached;
  private final double[] floor;
  private final boolean[] saturated;
  private final List<Round> rounds = new ArrayList<>();
  private double level;

  Filling(AllocationProblem problem, FairnessTree tree) {
    int n = problem.jobCount();
    this.problem = problem;
    this.tree = tree;
    equal = new double[n];
    reached = new double[n];
    floor = new double[n];
    saturated = new boolean[n];
    for (int m = 0; m < n; m++) {
      equal[m] = EqualShare.throughput(problem, m);
      saturated[m] = equal[m] == 0; // runs nowhere alone: nothing to measure by
    }
  }

  boolean canRise() {
    return IntStream.range(0, saturated.length).anyMatch(m -> !saturated[m]);
  }

  List<Round> rounds() {
    return rounds;
  }

  /** The program of the next round. */
  AllocationProgram program() {
    double[] requirement = tree.shares(saturated);
    for (int m = 0; m < floor.length; m++) {
      requirement[m] *= equal[m] / problem.job(m).scaleFactor();
      if (!saturated[m]) {
        floor[m] = reached[m] - requirement[m] * level;
      }
    }
    return AllocationProgram.maximizeMinimum(problem, requirement).withFloor(floor);
  }

  /** Takes note of what a round's program says. */
  void record(AllocationProgram program, CertifiedPoint point) {
    if (!program.hasLevel()) {
      return; // nobody can run
    }
    double bound = point.bound().value();
    level = Math.min(point.objective(), bound); // above it only where floors give way
    double[] certainty = certainty(program, point);
    double most = Arrays.stream(certainty).max().orElse(0);
    List<Integer> found = new ArrayList<>();
    for (int m = 0; m < certainty.length; m++) {
      if (program.requirement(m) > 0) {
        reached[m] = program.floor(m) + program.requirement(m) * level;
        if (certainty[m] >= Math.min(most, CLEAR_CUT)) {
          saturated[m] = true;
          floor[m] = Math.max(0, reached[m] - FLOOR_SLACK * program.requirement(m) * level);
          found.add(m);
        }
      }
    }
    rounds.add(new Round(level, bound, found));
  }

  /** Price over slack of each job that the round raises: how certain it is that it is saturated. */
  private double[] certainty(AllocationProgram program, CertifiedPoint point) {
    double[] throughput = program.throughput(point.fractions());
    double[] certainty = new double[throughput.length];
    int raised = 0;
    for (int m = 0; m < certainty.length; m++) {
      double requirement = program.requirement(m);
      if (requirement > 0) {
        double slack = (throughput[m] - program.floor(m)) / (requirement * level) - 1;
        double price = requirement * point.bound().prices().ofThroughput(m); // they sum to 1
        certainty[m] = price / Math.max(slack, ROUNDING);
        raised++;
      }
    }
    for (int m = 0; m < certainty.length; m++) {
      certainty[m] *= raised;
    }
    return certainty;
  }
}
