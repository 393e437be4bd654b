package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.Tolerance;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.Optional;

/*
 * The dual of a program of utilities has the prices p of the resources W as its only variables:
 *
 *   D(p) = W·p + Σ_m most_m(p),   most_m(p) = max over its fractions of utility − what they cost
 *
 * Its gradient is what jobs leave of the resources. At a job whose response stays between two corners D is curved; where
 * a response changes over to another column it has a kink. Of thousands of jobs the kinks that lie within the error of
 * the prices add up to a curvature, too, so Newton's method gets several times closer a step, until few are left.
 */

/** The working set of a program that maximises utilities of throughput. */
final class UtilityWorkingSet extends WorkingSet {

  private static final int MOST_STEPS = 8;

  /** The error of prices after a step of Newton's method over the change. */
  private static final double CLOSER = 0.5;

  /** How many undecided jobs cost less than one more step: at least so many, and a part of all. */
  private static final int FEW = 500;

  private static final double FEW_OF_ALL = 1.0 / 512;

  /** What counts as no price if workers are left, relative to the largest. */
  private static final double FREE = 1e-6;

  /** By how much the curvature is made definite, relative to capacity over the largest price. */
  private static final double LEAST = 1e-7;

  /** The part of a price by which it may fall in a step. */
  private static final double LARGEST_FALL = 0.5;

  /** The layout of the sums of a pass over all jobs: see {@link #look}. */
  private static final int NET = 0;

  private static final int OPEN = 1;
  private static final int HELD = 2;

  /** In place of a column that is not known. */
  private static final int UNKNOWN = -2;

  private final ResourceDemand demand;

  /** The result of the last pass over all jobs, with its prices and their range. */
  private double[] found = {};

  private double[] lookedAt = {};

  /** The columns in use at the last prices, {@code [job]}: most jobs keep them at the next ones. */
  private final int[] slower;

  private final int[] faster;

  private double lookedPart;

  UtilityWorkingSet(
      AllocationProgram program,
      Uses uses,
      double[] price,
      SmallSolver solver,
      Tolerance tolerance,
      SolveLimits limits) {
    super(program, uses, price, solver, tolerance, limits);
    demand = new ResourceDemand(program, columnsByJob, uses);
    slower = new int[columnsByJob.jobs];
    faster = new int[columnsByJob.jobs];
    Arrays.fill(faster, UNKNOWN);
  }

  private UtilityResponse response() {
    return new UtilityResponse(columnsByJob, uses, ofUse);
  }

  private void find(int m, UtilityResponse response) {
    response.find(m, slower[m], faster[m]);
    slower[m] = response.from;
    faster[m] = response.to;
  }

  /** Returns whether a program maximises utilities and has no floors. */
  static boolean suits(AllocationProgram program) {
    return program.hasUtility() && !program.hasFloor();
  }

  @Override
  double refine(double off) {
    double[] best = price.clone();
    double ofBest = off;
    double least = Double.POSITIVE_INFINITY;
    double part = off;
    double few = Math.max(FEW, FEW_OF_ALL * columnsByJob.jobs);
    for (int step = 0; step < MOST_STEPS; step++) {
      look(Math.min(LARGEST_CHANGE, part));
      double value = bound();
      if (!(value < least)) {
        take(best);
        return ofBest;
      }
      least = value;
      best = price.clone();
      ofBest = part;
      if (found[OPEN] <= few) {
        return part;
      }
      double[] earlier = price.clone();
      take(moved());
      part = Math.min(part, CLOSER * change(earlier));
    }
    take(best);
    return ofBest;
  }

  /** Returns the prices after a Newton step from the last prices. */
  private double[] moved() {
    double[] left = demand.left(found, HELD);
    double dearest = Arrays.stream(price).max().orElse(0);
    KinkedQuadratic model =
        new KinkedQuadratic(
            price.length, i -> !isEquation(i) && price[i] <= FREE * dearest && left[i] >= 0);
    System.arraycopy(left, 0, model.gradient, 0, left.length);
    demand.addCurvature(found, HELD + uses.count(), model);
    double[] least = new double[price.length];
    Arrays.setAll(least, i -> LEAST * Math.max(1, Math.abs(demand.capacity[i])) / dearest);
    model.solve(least);
    double length = 1;
    for (int i = 0; i < price.length; i++) {
      if (model.step[i] < 0 && price[i] > 0) {
        length = Math.min(length, LARGEST_FALL * price[i] / -model.step[i]);
      }
    }
    double[] next = new double[price.length];
    for (int i = 0; i < next.length; i++) {
      double moved = price[i] + length * model.step[i];
      next[i] = isEquation(i) ? moved : Math.max(0, moved);
    }
    return next;
  }

  private boolean isEquation(int resource) {
    int row = resource - columnsByJob.pools;
    return row >= 0 && program.rows().relation(row) == Relation.EXACTLY;
  }

  @Override
  double bound() {
    if (!Arrays.equals(price, lookedAt)) {
      look(lookedPart);
    }
    return found[NET] + ResourceDemand.dot(demand.capacity, price);
  }

  @Override
  boolean decide(double bound, double part) {
    if (!Arrays.equals(price, lookedAt) || part != lookedPart) {
      look(part);
    }
    UtilityResponse response = response();
    for (int m = 0; m < columnsByJob.jobs; m++) {
      limits.checkAt(m);
      if (columnChoice.isUndecided(m)) {
        find(m, response);
        columnChoice.leaveOpen(m, response, part);
      }
    }
    return true;
  }

  /**
   * Finds the responses of all jobs to the prices, and decides the columns of jobs with stable
   * responses. Adds up what utilities are beyond costs; jobs that may change over to other columns;
   * workers held, {@code [use]}; and by how much they fall with prices, {@code [use][use]}.
   *
   * @param part how far prices may change, as a part of each
   */
  private void look(double part) {
    int count = uses.count();
    double[] sums = new double[HELD + count + count * count];
    UtilityResponse response = response();
    double[] falls = new double[count * count];
    for (int m = 0; m < columnsByJob.jobs; m++) {
      limits.checkAt(m);
      if (columnsByJob.weight[m] > 0) {
        find(m, response);
        boolean stays = response.addFalls(part, falls);
        sums[OPEN] += stays ? 0 : 1;
        sums[NET] += response.net();
        double faster = response.faster();
        hold(response.to, faster, sums);
        hold(response.from, 1 - faster, sums);
        decide(m, response, stays);
      }
    }
    System.arraycopy(falls, 0, sums, HELD + count, falls.length);
    found = sums;
    lookedAt = price.clone();
    lookedPart = part;
  }

  private void hold(int c, double part, double[] sums) {
    if (c != CostHull.IDLE) {
      sums[HELD + uses.of[c]] += part * columnsByJob.size[c];
    }
  }

  private void decide(int m, UtilityResponse response, boolean stays) {
    if (stays && isScaled(response)) {
      columnChoice.decide(m, response, response.throughput);
      columnChoice.owed[m] = response.owed;
    } else {
      columnChoice.to[m] = ColumnChoice.UNDECIDED;
    }
  }

  /**
   * Returns whether new prices change the throughput by the same factor as that of all jobs with
   * the same columns: see {@link AggregatedProgram}.
   */
  private boolean isScaled(UtilityResponse response) {
    int from = response.from;
    int to = response.to;
    return from == CostHull.IDLE
        || uses.of[from] == uses.of[to]
        || columnsByJob.size[from] == columnsByJob.size[to];
  }

  @Override
  Optional<Reduced> reduced() {
    AggregatedProgram small = new AggregatedProgram(program, columnsByJob, uses, columnChoice);
    return Optional.of(new Reduced(small.program(), found -> undone(small, found)));
  }

  private CertifiedSolution undone(AggregatedProgram small, CertifiedSolution found) {
    double[] x = small.undo(found.fractions(), small.factors(found.fractions()));
    return CertifiedSolution.owning(program, x, proof());
  }

  /**
   * Returns the best bound that the prices of pools and rows prove, with the prices of throughput
   * of all jobs' best responses.
   */
  DualBound proof() {
    double[] owed = new double[columnsByJob.jobs];
    UtilityResponse response = response();
    for (int m = 0; m < columnsByJob.jobs; m++) {
      limits.checkAt(m);
      if (columnsByJob.weight[m] > 0) {
        find(m, response);
        owed[m] = Math.min(response.owed, Double.MAX_VALUE); // any price proves a bound
      }
    }
    return proof(owed);
  }
}
