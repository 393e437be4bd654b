package io.gavel.policies.lp.solver.sampling;

import io.gavel.policies.lp.solver.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.AllocationProgram;

/** What columns take of pools and coupling rows, which are upper limits. Immutable. */
final class ResourceDemand {

  final ColumnsByJob columns;
  final Uses uses;

  /** Workers of pools and then bounds of rows, {@code [resource]}. */
  final double[] capacity;

  /** The resources that a worker of each use needs, {@code [use][resource]}. */
  private final double[][] perWorker;

  ResourceDemand(AllocationProgram program, ColumnsByJob columns, Uses uses) {
    this.columns = columns;
    this.uses = uses;
    int pools = program.poolCount();
    capacity = new double[pools + program.rows().count()];
    for (int i = 0; i < capacity.length; i++) {
      capacity[i] =
          i < pools
              ? program.workers(i)
              : program.rows().sign(i - pools) * program.rows().bound(i - pools);
    }
    perWorker = new double[uses.count()][capacity.length];
    double[] price = new double[capacity.length];
    double[] ofUse = new double[uses.count()];
    for (int i = 0; i < capacity.length; i++) { // prices of uses are linear in those of resources
      price[i] = 1;
      uses.price(price, ofUse);
      price[i] = 0;
      for (int u = 0; u < ofUse.length; u++) {
        perWorker[u][i] = ofUse[u];
      }
    }
  }

  int resources() {
    return capacity.length;
  }

  /** Adds the resources of a fraction of a column; idling needs none. */
  void add(int c, double part, double[] to) {
    if (c != CostHull.IDLE) {
      double workers = part * columns.size[c];
      double[] each = perWorker[uses.of[c]];
      for (int i = 0; i < to.length; i++) {
        to[i] += workers * each[i];
      }
    }
  }

  /** Returns the workers of a column; none for idling. */
  double size(int c) {
    return c == CostHull.IDLE ? 0 : columns.size[c];
  }

  /**
   * What one more worker of the faster column takes if it replaces workers of the slower one, as
   * many as their sizes are apart; {@code [resource]}.
   */
  double[] exchange(int from, int to) {
    double[] taken = perWorker[uses.of[to]].clone();
    if (from != CostHull.IDLE) {
      double ratio = columns.size[from] / columns.size[to];
      double[] less = perWorker[uses.of[from]];
      for (int i = 0; i < taken.length; i++) {
        taken[i] -= ratio * less[i];
      }
    }
    return taken;
  }

  /**
   * Returns the remaining capacity of each resource if workers are held, {@code [offset + use]}.
   */
  double[] left(double[] held, int offset) {
    double[] left = capacity.clone();
    for (int u = 0; u < perWorker.length; u++) {
      for (int i = 0; i < left.length; i++) {
        left[i] -= perWorker[u][i] * held[offset + u];
      }
    }
    return left;
  }

  /** Adds to H of a model what falls of uses, {@code [offset + use · uses + use]}, come to. */
  void addCurvature(double[] ofUses, int offset, KinkedQuadratic model) {
    int count = perWorker.length;
    double[] half = new double[count * capacity.length];
    for (int u = 0; u < count; u++) {
      for (int v = 0; v < count; v++) {
        double h = ofUses[offset + u * count + v];
        for (int i = 0; h != 0 && i < capacity.length; i++) {
          half[u * capacity.length + i] += h * perWorker[v][i];
        }
      }
    }
    for (int u = 0; u < count; u++) {
      for (int k = 0; k < capacity.length; k++) {
        for (int i = 0; perWorker[u][k] != 0 && i < capacity.length; i++) {
          model.add(k, i, perWorker[u][k] * half[u * capacity.length + i]);
        }
      }
    }
  }

  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
