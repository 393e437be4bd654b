package io.gavel.policies.lp.hierarchy;

import io.gavel.policies.lp.solver.internal.coefficients.StableOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Maps the amount that a node of the {@linkplain FairnessTree tree} has received to the amount that
 * each job below it has received. The capacities of the jobs are given, so the result depends on
 * the amount alone, not on the order in which jobs became full. Immutable.
 */
interface FillCurve {

  /** Returns the total capacity of the jobs below. */
  double capacity();

  /**
   * Writes the amounts of the jobs below when the node has received an amount, at most its
   * capacity.
   */
  void fill(double amount, double[] ofJob);

  /**
   * Writes the level at which each job below is full.
   *
   * @param levelAt maps an amount to the level at which this node has received it
   */
  void full(DoubleUnaryOperator levelAt, double[] ofJob);

  /** The curve of one job. */
  record JobFill(int job, double capacity) implements FillCurve {
    @Override
    public void fill(double amount, double[] ofJob) {
      ofJob[job] = Math.min(amount, capacity);
    }

    @Override
    public void full(DoubleUnaryOperator levelAt, double[] ofJob) {
      ofJob[job] = levelAt.applyAsDouble(capacity);
    }
  }

  /** The curve of children that are filled one after the other. */
  final class SequentialFill implements FillCurve {
    private final List<FillCurve> children;

    /** The total capacity of the children before each one; the last entry is the capacity. */
    private final double[] before;

    SequentialFill(List<FillCurve> children) {
      this.children = children;
      before = new double[children.size() + 1];
      for (int i = 0; i < children.size(); i++) {
        before[i + 1] = before[i] + children.get(i).capacity();
      }
    }

    @Override
    public double capacity() {
      return before[children.size()];
    }

    @Override
    public void fill(double amount, double[] ofJob) {
      for (int i = 0; i < children.size(); i++) {
        boolean whole = amount >= before[i + 1];
        double rest = whole ? children.get(i).capacity() : Math.max(0, amount - before[i]);
        children.get(i).fill(rest, ofJob);
      }
    }

    @Override
    public void full(DoubleUnaryOperator levelAt, double[] ofJob) {
      for (int i = 0; i < children.size(); i++) {
        double start = before[i];
        children.get(i).full(amount -> levelAt.applyAsDouble(start + amount), ofJob);
      }
    }
  }

  /** The curve of children that are filled together, in proportion to their weights. */
  final class WeightedFill implements FillCurve {
    private final FillCurve[] children;
    private final double[] weight;

    /** The amount per unit of weight at which each child is full, ascending. */
    private final double[] full;

    /** The total capacity of the children before each one; the last entry is the capacity. */
    private final double[] before;

    /** The total weight of the children from each one on; the last entry is 0. */
    private final double[] rest;

    WeightedFill(List<FillCurve> curves, double[] weights) {
      int n = weights.length;
      double[] until = new double[n];
      Arrays.setAll(until, i -> curves.get(i).capacity() / weights[i]);
      int[] order = StableOrder.ascending(until);
      children = Arrays.stream(order).mapToObj(curves::get).toArray(FillCurve[]::new);
      weight = Arrays.stream(order).mapToDouble(i -> weights[i]).toArray();
      full = Arrays.stream(order).mapToDouble(i -> until[i]).toArray();
      before = new double[n + 1];
      rest = new double[n + 1];
      for (int i = 0; i < n; i++) {
        before[i + 1] = before[i] + children[i].capacity();
        rest[n - 1 - i] = rest[n - i] + weight[n - 1 - i];
      }
    }

    @Override
    public double capacity() {
      return before[children.length];
    }

    @Override
    public void fill(double amount, double[] ofJob) {
      int filled = 0;
      while (filled < children.length && amount >= before[filled] + full[filled] * rest[filled]) {
        children[filled].fill(children[filled].capacity(), ofJob);
        filled++;
      }
      boolean alone = children.length == 1;
      double ofWeight = (amount - before[filled]) / rest[filled];
      for (int i = filled; i < children.length; i++) {
        children[i].fill(alone ? amount : weight[i] * ofWeight, ofJob);
      }
    }

    @Override
    public void full(DoubleUnaryOperator levelAt, double[] ofJob) {
      for (int i = 0; i < children.length; i++) {
        double w = weight[i];
        children[i].full(
            children.length == 1 ? levelAt : amount -> levelAt.applyAsDouble(received(amount / w)),
            ofJob);
      }
    }

    /**
     * Returns the amount that the node has received when each unit of weight has received a given
     * amount.
     */
    private double received(double ofWeight) {
      int i = Arrays.binarySearch(full, ofWeight);
      int filled = Math.min(i < 0 ? -i - 1 : i, children.length - 1);
      return before[filled] + ofWeight * rest[filled];
    }
  }
}
