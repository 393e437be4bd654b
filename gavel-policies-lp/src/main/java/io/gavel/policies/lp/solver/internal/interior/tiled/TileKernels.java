package io.gavel.policies.lp.solver.internal.interior.tiled;

/** Loops over the jobs of a tile, which the JIT compiler turns into vector instructions. */
final class TileKernels {

  private TileKernels() {}

  /** Subtracts columns from the rows of their jobs, and adds their workers. */
  static void use(
      double[] x, double[] rate, double[] size, double[] time, double[] demand, double[] used) {
    for (int i = 0; i < x.length; i++) {
      time[i] -= x[i];
      demand[i] += rate[i] * x[i];
      used[i] += size[i] * x[i];
    }
  }

  /** Adds the numbers of places, times a factor, to the numbers of their resources. */
  static void scatter(double factor, double[] ofPlace, int[] resource, double[] ofResource) {
    for (int i = 0; i < resource.length; i++) {
      ofResource[resource[i]] += factor * ofPlace[i];
    }
  }

  /** Adds changes of columns to the rows of their jobs. */
  static void add(double[] change, double[] rate, double[] time, double[] demand) {
    for (int i = 0; i < change.length; i++) {
      time[i] += change[i];
      demand[i] -= rate[i] * change[i];
    }
  }

  /** {@code paid = time + size · price − (rate − mean) · owed}. */
  static void price(
      double[] rate,
      double[] mean,
      double[] size,
      double[] price,
      double[] time,
      double[] owed,
      double[] paid) {
    for (int i = 0; i < rate.length; i++) {
      paid[i] = time[i] + size[i] * price[i] - (rate[i] - mean[i]) * owed[i];
    }
  }

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

  /** {@code total −= factor · (drawn · drawn' / pivot + lever · lever' / spread)}: of two slots. */
  static void offDiagonal(
      double factor,
      double[] perPivot,
      double[] perSpread,
      double[] drawn,
      double[] drawn2,
      double[] lever,
      double[] lever2,
      double[] total) {
    for (int i = 0; i < perPivot.length; i++) {
      double product = drawn[i] * drawn2[i] * perPivot[i] + lever[i] * lever2[i] * perSpread[i];
      total[i] -= factor * product;
    }
  }

  /** Eliminates the time rows: {@code demand = (demand + mean · time) / spread; time /= pivot}. */
  static void eliminate(
      double[] time, double[] perPivot, double[] mean, double[] perSpread, double[] demand) {
    for (int i = 0; i < time.length; i++) {
      demand[i] = (demand[i] + mean[i] * time[i]) * perSpread[i];
      time[i] *= perPivot[i];
    }
  }

  /** Adds the workers of columns that change and follow a price. */
  static void follow(
      double[] change, double[] ratio, double[] size, double[] paid, double[] workers) {
    for (int i = 0; i < change.length; i++) {
      workers[i] += size[i] * (change[i] - ratio[i] * paid[i]);
    }
  }

  /**
   * Adds the columns' increase of payments when the price of a worker moves, and its lever on
   * throughput.
   */
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

  /** {@code owed = demand + (requirement · level + lever) / spread}. */
  static void owed(
      double[] demand,
      double[] requirement,
      double level,
      double[] lever,
      double[] perSpread,
      double[] owed) {
    for (int i = 0; i < owed.length; i++) {
      owed[i] = demand[i] + (requirement[i] * level + lever[i]) * perSpread[i];
    }
  }

  /** {@code time −= paid / pivot; whole = time + mean · owed}. */
  static void time(
      double[] time,
      double[] paid,
      double[] perPivot,
      double[] mean,
      double[] owed,
      double[] whole) {
    for (int i = 0; i < time.length; i++) {
      time[i] -= paid[i] * perPivot[i];
      whole[i] = time[i] + mean[i] * owed[i];
    }
  }
}
