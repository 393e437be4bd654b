package io.gavel.policies.lp.solver.interior.tiled;

/**
 * The kernels of {@link JobElimination}: loops over the jobs of a tile, like {@link TileKernels}.
 */
final class EliminationKernels {

  private EliminationKernels() {}

  /** {@code inverse = 1 / a}. */
  static void invert(double[] a, double[] inverse) {
    for (int i = 0; i < inverse.length; i++) {
      inverse[i] = 1 / a[i];
    }
  }

  /** Adds columns to weighted sums, means and spreads of rates; no sums are subtracted. */
  static void join(double[] weight, double[] rate, double[] sum, double[] mean, double[] spread) {
    for (int i = 0; i < weight.length; i++) {
      double both = sum[i] + weight[i];
      double part = weight[i] / both;
      double off = rate[i] - mean[i];
      spread[i] += sum[i] * part * off * off;
      mean[i] += part * off;
      sum[i] = both;
    }
  }

  /** The products of sum and spread of the union of two sets of columns. */
  static void pivots(
      double[] sum,
      double[] mean,
      double[] spread,
      double[] sum2,
      double[] mean2,
      double[] spread2,
      double[] product) {
    for (int i = 0; i < product.length; i++) {
      double off = mean2[i] - mean[i];
      product[i] = (sum[i] + sum2[i]) * (spread[i] + spread2[i]) + sum[i] * sum2[i] * off * off;
    }
  }

  /** {@code drawn = size · ratio; lever = drawn · (rate − mean)}. */
  static void levers(
      double[] ratio, double[] rate, double[] size, double[] mean, double[] drawn, double[] lever) {
    for (int i = 0; i < ratio.length; i++) {
      double d = size[i] * ratio[i];
      drawn[i] = d;
      lever[i] = d * (rate[i] - mean[i]);
    }
  }

  /** {@code total += size · drawn · left / (pivot · spread)}: on the diagonal. */
  static void diagonal(
      double[] size,
      double[] perPivot,
      double[] perSpread,
      double[] drawn,
      double[] left,
      double[] total) {
    for (int i = 0; i < size.length; i++) {
      total[i] += size[i] * drawn[i] * left[i] * perPivot[i] * perSpread[i];
    }
  }

  /** {@code total += drawn · drawn' / pivot + lever · lever' / spread}: off the diagonal. */
  static void offDiagonal(
      double[] perPivot,
      double[] perSpread,
      double[] drawn,
      double[] drawn2,
      double[] lever,
      double[] lever2,
      double[] total) {
    for (int i = 0; i < perPivot.length; i++) {
      total[i] += drawn[i] * drawn2[i] * perPivot[i] + lever[i] * lever2[i] * perSpread[i];
    }
  }

  /** {@code timeSide = idleChange − timeGap; owedSide = throughputGap + surplusChange}. */
  static void openSides(
      double[] idleChange,
      double[] timeGap,
      double[] throughputGap,
      double[] surplusChange,
      double[] timeSide,
      double[] owedSide) {
    for (int i = 0; i < idleChange.length; i++) {
      timeSide[i] = idleChange[i] - timeGap[i];
      owedSide[i] = throughputGap[i] + surplusChange[i];
    }
  }

  /** Adds the changes of columns to the right-hand sides of their jobs. */
  static void addToSides(double[] change, double[] rate, double[] timeSide, double[] owedSide) {
    for (int i = 0; i < change.length; i++) {
      timeSide[i] += change[i];
      owedSide[i] -= rate[i] * change[i];
    }
  }

  /**
   * Eliminates the time rows: {@code move = timeSide / pivot; owedSide = (owedSide + mean ·
   * timeSide) / spread}.
   */
  static void closeSides(
      double[] timeSide,
      double[] perPivot,
      double[] mean,
      double[] perSpread,
      double[] move,
      double[] owedSide) {
    for (int i = 0; i < timeSide.length; i++) {
      move[i] = timeSide[i] * perPivot[i];
      owedSide[i] = (owedSide[i] + mean[i] * timeSide[i]) * perSpread[i];
    }
  }

  /** The change of the job's price at each column: {@code time − (rate − mean) · owed}. */
  static void keep(double[] rate, double[] mean, double[] owed, double[] time, double[] kept) {
    for (int i = 0; i < rate.length; i++) {
      kept[i] = time[i] - (rate[i] - mean[i]) * owed[i];
    }
  }

  /** Adds the columns' parts of the right-hand side of their pool. */
  static void side(double[] change, double[] ratio, double[] size, double[] kept, double[] total) {
    for (int i = 0; i < change.length; i++) {
      total[i] += size[i] * (change[i] - ratio[i] * kept[i]);
    }
  }

  /**
   * Adds the columns' increase of payments when their pool's price moves, and its lever on
   * throughput.
   */
  static void pay(
      double[] ratio,
      double[] rate,
      double[] size,
      double[] mean,
      double price,
      double[] paid,
      double[] lever) {
    for (int i = 0; i < ratio.length; i++) {
      double more = size[i] * ratio[i] * price;
      paid[i] += more;
      lever[i] += more * (rate[i] - mean[i]);
    }
  }

  /** The same with a price of a worker for each job. */
  static void pay(
      double[] ratio,
      double[] rate,
      double[] size,
      double[] mean,
      double[] price,
      double[] paid,
      double[] lever) {
    for (int i = 0; i < ratio.length; i++) {
      double more = size[i] * ratio[i] * price[i];
      paid[i] += more;
      lever[i] += more * (rate[i] - mean[i]);
    }
  }

  /** {@code owed = owedSide + (requirement · level + lever) / spread}. */
  static void owed(
      double[] owedSide,
      double[] requirement,
      double level,
      double[] lever,
      double[] perSpread,
      double[] owed) {
    for (int i = 0; i < owedSide.length; i++) {
      owed[i] = owedSide[i] + (requirement[i] * level + lever[i]) * perSpread[i];
    }
  }

  /** {@code time = (timeSide − paid) / pivot; whole = time + mean · owed}. */
  static void time(
      double[] timeSide,
      double[] paid,
      double[] perPivot,
      double[] mean,
      double[] owed,
      double[] time,
      double[] whole) {
    for (int i = 0; i < timeSide.length; i++) {
      time[i] = (timeSide[i] - paid[i]) * perPivot[i];
      whole[i] = time[i] + mean[i] * owed[i];
    }
  }

  /** The changes of the columns' reduced costs with the prices. */
  static void reduced(
      double[] rate,
      double[] size,
      double price,
      double[] mean,
      double[] time,
      double[] owed,
      double[] reduced) {
    for (int i = 0; i < rate.length; i++) {
      reduced[i] = time[i] + size[i] * price - (rate[i] - mean[i]) * owed[i];
    }
  }

  /** The same with a price of a worker for each job. */
  static void reduced(
      double[] rate,
      double[] size,
      double[] price,
      double[] mean,
      double[] time,
      double[] owed,
      double[] reduced) {
    for (int i = 0; i < rate.length; i++) {
      reduced[i] = time[i] + size[i] * price[i] - (rate[i] - mean[i]) * owed[i];
    }
  }
}
