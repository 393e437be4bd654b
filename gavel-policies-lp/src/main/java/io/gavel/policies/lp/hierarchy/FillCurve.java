package io.gavel.policies.lp.hierarchy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * A node of the {@linkplain FairnessTree tree} as a vessel that is filled from above. What its jobs
 * can hold is known, so what each of them has received follows from what the node has received,
 * whatever the order of events on the way. Immutable.
 */
interface FillCurve {

  /** All that it can hold. */
  double capacity();

  /** Divides an amount, of which it holds at most its capacity, among the jobs below. */
  void fill(double amount, double[] ofJob);

  /**
   * Tells the level at which each job below is full.
   *
   * @param levelAt the level at which this vessel has received so much
   */
  void full(DoubleUnaryOperator levelAt, double[] ofJob);

  /** One job. */
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

  /** Children that are filled one after the other. */
  final class SequentialFill implements FillCurve {
    private final List<FillCurve> children;

    /** What has to be received before each child gets something; last, the capacity. */
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

  /** Children that are filled together, in proportion to their weights, until they are full. */
  final class WeightedFill implements FillCurve {
    private final FillCurve[] children;
    private final double[] weight;

    /** What one unit of weight has received when the child is full, ascending. */
    private final double[] full;

    /** What the children before this one hold when they are full; last, the capacity. */
    private final double[] before;

    /** The weight of the children from this one on; last, 0. */
    private final double[] rest;

    WeightedFill(List<FillCurve> curves, double[] weights) {
      int n = weights.length;
      double[] until = new double[n];
      Arrays.setAll(until, i -> curves.get(i).capacity() / weights[i]);
      int[] order =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> until[i])) // stable: ties keep their order
              .mapToInt(i -> i)
              .toArray();
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

    /** What it has received when one unit of weight has received so much. */
    private double received(double ofWeight) {
      int i = Arrays.binarySearch(full, ofWeight);
      int filled = Math.min(i < 0 ? -i - 1 : i, children.length - 1);
      return before[filled] + ofWeight * rest[filled];
    }
  }
}
