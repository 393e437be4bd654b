package io.gavel.policies.lp.solver.internal.interior.tiled;

import io.gavel.policies.lp.solver.internal.interior.EliminationOrder;
import io.gavel.policies.lp.solver.internal.interior.Iterate;
import io.gavel.policies.lp.solver.internal.interior.RowEquations;
import io.gavel.policies.lp.solver.internal.interior.SparseCholesky;
import io.gavel.policies.lp.solver.internal.interior.Vectors;
import java.util.Arrays;

/*
 * With D = x/z for columns and likewise for slacks, the equations of a job m can be solved for its two prices
 * (time u, owed y) separately:
 *
 *   | ΣD + idle/u      -ΣDT          | |du|   | -Σ D s dp            + h1 |
 *   | -ΣDT             ΣDT² + surp/y | |dy| = |  Σ D s T dp + r dt   + h2 |
 *
 * which leaves the prices of the resources and the level. Accuracy comes from two choices: the block is pivoted on
 * its time row, and rates are taken relative to the block's weighted mean a = ΣDT / (ΣD + idle/u), so that the
 * remaining pivot e and the diagonal of the Schur complement are sums of terms that are never negative; no large
 * numbers are subtracted from each other.
 *
 * Pivot, mean and e are the weight, mean and spread of a set of columns, and those of a union of two sets follow from
 * those of each. The diagonal needs them without each column in turn, that is, for the union of the columns before it
 * and those after it.
 *
 * The tiles of a class give sums by bundle of slots: a matrix S, and vectors. A worker of bundle s uses the resources b_s: one
 * worker of its pool, and the coefficients of its class in coupling rows. So the class adds Σ S[s][s'] b_s b_s'ᵀ to the
 * matrix of the resources. The level and wide free variables would fill it: their moves stay unknowns,
 * whose pivots are negative. Rows that no class has in common, such as the totals of disjoint teams, leave it sparse.
 *
 * The methods at the end are loops over the jobs of a tile that the JIT compiler turns into vector instructions.
 */

/**
 * Eliminates jobs tile by tile, and solves for the prices of the resources and the level. Mutable.
 */
final class TileEquations extends RowEquations {

  private final TiledProgram tiled;
  private final Tiles tiles;

  /** Inverse of the first pivot, mean rate and inverse of the second pivot, by job. */
  private final double[][] perPivot;

  private final double[][] mean;
  private final double[][] perSpread;

  /** The unknowns are the level, if there is one, free variables and the resources. */
  private final SparseCholesky matrix;

  private final int firstFree;
  private final int firstResource;
  private final double[] unknowns;
  private final double[] levelColumn;

  /**
   * Weight, mean rate and spread of the slacks and the first columns of each job of a tile, {@code
   * [columns][place]}; and of the last columns.
   */
  private final double[][] weightBefore;

  private final double[][] meanBefore;
  private final double[][] spreadBefore;
  private final double[] weightAfter;
  private final double[] meanAfter;
  private final double[] spreadAfter;

  /** The product of both pivots of a block without one column. */
  private final double[] left;

  /**
   * Sums of {@code size · ratio} over columns, and of that times {@code rate − mean}; {@code
   * [bundle]}. Then the same of a further column.
   */
  private final double[][] drawn;

  private final double[][] levers;
  private final double[] moreDrawn;
  private final double[] moreLevers;

  /**
   * Sums over the tiles of a class, {@code [bundle][place]}: of the matrix, the level and workers.
   */
  private final double[][][] complement;

  private final double[][] levelSums;
  private final double[][] workers;

  /** Sums of the matrix times the uses of a row, {@code [slot][place]}. */
  private final double[][] ofRow;

  /** Sums over all tiles, and numbers of one tile; {@code [place]}. */
  private final double[] levelPivot;

  private final double[] levelSide;
  private final double[] paid;
  private final double[] lever;

  TileEquations(TiledProgram tiled, double close) {
    super(tiled, close);
    this.tiled = tiled;
    tiles = tiled.tiles;
    perPivot = tiles.byJob();
    mean = tiles.byJob();
    perSpread = tiles.byJob();
    firstFree = tiled.hasLevel() ? 1 : 0;
    firstResource = firstFree + tiled.freeSize.length;
    unknowns = new double[firstResource + tiled.resources];
    matrix = new SparseCholesky(order(), firstResource);
    levelColumn = new double[tiled.resources];
    int slots = tiles.mostRows();
    int places = tiles.places();
    weightBefore = new double[slots + 1][places];
    meanBefore = new double[slots + 1][places];
    spreadBefore = new double[slots + 1][places];
    weightAfter = new double[places];
    meanAfter = new double[places];
    spreadAfter = new double[places];
    left = new double[places];
    int bundles = tiled.mostBundles();
    drawn = new double[bundles][places];
    levers = new double[bundles][places];
    moreDrawn = new double[places];
    moreLevers = new double[places];
    complement = new double[bundles][][];
    Arrays.setAll(complement, b -> new double[b + 1][places]);
    levelSums = new double[bundles][places];
    workers = new double[bundles][places];
    ofRow = new double[slots][places];
    levelPivot = new double[places];
    levelSide = new double[places];
    paid = new double[places];
    lever = new double[places];
  }

  private EliminationOrder order() {
    if (tiled.resources == tiled.pools && firstResource == firstFree) {
      return EliminationOrder.dense(unknowns.length);
    }
    EliminationOrder.Graph graph = new EliminationOrder.Graph(unknowns.length);
    int[] used = new int[unknowns.length + tiles.mostRows()]; // the level is the first unknown
    for (int t = 0; t < tiles.count; t++) {
      if (!tiled.isScattered(t) && tiles.endsClass(t)) {
        int count = firstFree;
        int[][] bySlot = tiles.resources[tiles.classOf[t]];
        int[] ofClass = Arrays.stream(bySlot).flatMapToInt(Arrays::stream).distinct().toArray();
        for (int k : ofClass) {
          used[count++] = firstResource + k;
        }
        graph.join(used, 0, count);
      }
      for (int i = 0; tiled.isScattered(t) && i < tiles.width(t); i++) {
        int count = firstFree;
        for (int s = 0; s < tiles.rows(t); s++) {
          used[count++] = firstResource + tiled.pool(t, s, i);
        }
        for (int[] ofEntry : tiled.resourcesOf(t)) {
          used[count++] = firstResource + TiledProgram.at(ofEntry, i);
        }
        graph.join(used, 0, count);
      }
    }
    for (int f = 0; f < tiled.freeSize.length; f++) {
      for (int k : tiled.freeResource[f]) {
        graph.join(firstFree + f, firstResource + k);
      }
    }
    return graph.order();
  }

  @Override
  protected boolean factor() {
    matrix.clear();
    Arrays.fill(levelColumn, 0);
    Arrays.fill(levelPivot, 0);
    for (int k = 0; k < tiled.resources; k++) {
      add(k, k, rowRatio[2 * tiles.count][k]);
    }
    for (int t = 0; t < tiles.count; t++) {
      tiled.checkAt(t);
      pivot(t);
      complement(t);
      tiled.addWorkers(t, levelSums, 1, false, levelColumn);
      if (tiled.isScattered(t)) {
        scatter(t);
      } else if (tiles.endsClass(t)) {
        close(t);
      }
    }
    for (int f = 0; f < tiled.freeSize.length; f++) {
      matrix.add(firstFree + f, firstFree + f, -1 / columnRatio[tiles.rows()][f]);
      for (int e = 0; e < tiled.freeSize[f].length; e++) {
        int k = firstResource + tiled.freeResource[f][e];
        matrix.add(firstFree + f, k, tiled.freeSize[f][e]);
      }
    }
    if (tiled.hasLevel()) {
      matrix.add(0, 0, -Vectors.sum(levelPivot));
      for (int k = 0; k < tiled.resources; k++) {
        if (levelColumn[k] != 0) {
          matrix.add(0, firstResource + k, levelColumn[k]);
        }
      }
    }
    return matrix.factor();
  }

  /** Adds to an entry of two resources, always in the same order. */
  private void add(int k, int i, double value) {
    matrix.addNext(firstResource + k, firstResource + i, value);
  }

  /** Computes pivots and mean rates of a tile's blocks. */
  private void pivot(int t) {
    int width = tiles.width(t);
    int slots = tiles.rows(t);
    System.arraycopy(rowRatio[t], 0, weightBefore[0], 0, width);
    System.arraycopy(rowRatio[tiles.count + t], 0, spreadBefore[0], 0, width);
    for (int s = 0; s < slots; s++) {
      System.arraycopy(weightBefore[s], 0, weightBefore[s + 1], 0, width);
      System.arraycopy(meanBefore[s], 0, meanBefore[s + 1], 0, width);
      System.arraycopy(spreadBefore[s], 0, spreadBefore[s + 1], 0, width);
      int r = tiles.row(t, s);
      join(
          columnRatio[r],
          tiled.rate[r],
          weightBefore[s + 1],
          meanBefore[s + 1],
          spreadBefore[s + 1]);
    }
    invert(weightBefore[slots], perPivot[t]);
    invert(spreadBefore[slots], perSpread[t]);
    System.arraycopy(meanBefore[slots], 0, mean[t], 0, width);
  }

  /** Adds a tile's part of the Schur complement. */
  private void complement(int t) {
    Arrays.fill(weightAfter, 0);
    Arrays.fill(meanAfter, 0);
    Arrays.fill(spreadAfter, 0);
    for (int s = tiles.rows(t) - 1; s >= 0; s--) {
      int r = tiles.row(t, s);
      double[] ratio = columnRatio[r];
      double[] rate = tiled.rate[r];
      double[] size = tiled.size[r];
      int b = tiled.bundle(t, s);
      boolean first = tiled.isLast(t, s);
      double[] drawnHere = first ? drawn[b] : moreDrawn;
      double[] leversHere = first ? levers[b] : moreLevers;
      levers(ratio, rate, size, mean[t], drawnHere, leversHere);
      pivots(
          weightBefore[s],
          meanBefore[s],
          spreadBefore[s],
          weightAfter,
          meanAfter,
          spreadAfter,
          left);
      double[] sums = complement[b][b];
      diagonal(size, perPivot[t], perSpread[t], drawnHere, left, sums);
      join(ratio, rate, weightAfter, meanAfter, spreadAfter);
      if (!first) {
        offDiagonal(2, perPivot[t], perSpread[t], drawn[b], drawnHere, levers[b], leversHere, sums);
        Vectors.add(drawn[b], 1, drawnHere);
        Vectors.add(levers[b], 1, leversHere);
      }
    }
    double[] requirement = tiled.requirement[tiles.count + t];
    int bundles = tiled.bundles(t);
    for (int b = 0; b < bundles; b++) {
      for (int i = b + 1; i < bundles; i++) {
        offDiagonal(
            1,
            perPivot[t],
            perSpread[t],
            drawn[b],
            drawn[i],
            levers[b],
            levers[i],
            complement[i][b]);
      }
      if (tiled.hasLevel()) {
        Vectors.addProduct(requirement, perSpread[t], levers[b], levelSums[b]);
      }
    }
    Vectors.addProduct(requirement, perSpread[t], requirement, levelPivot);
  }

  /** Adds the sums of a scattered tile, each place of which has resources of its own. */
  private void scatter(int t) {
    int[][] rows = tiled.resourcesOf(t);
    for (int d = 0; d < rows.length; d++) {
      for (int s = 0; s < tiles.rows(t); s++) {
        Arrays.fill(ofRow[s], 0);
        for (int e = 0; e < tiles.rows(t); e++) {
          double[] sums = complement[Math.max(s, e)][Math.min(s, e)];
          Vectors.addProduct(tiled.usesOf(t, e)[d], sums, ofRow[s]);
        }
        add(rows[d], tiled.poolsOf(t, s), ofRow[s], 1);
      }
      for (int e = 0; e <= d; e++) {
        Arrays.fill(paid, 0);
        for (int s = 0; s < tiles.rows(t); s++) {
          Vectors.addProduct(tiled.usesOf(t, s)[e], ofRow[s], paid);
        }
        add(rows[d], rows[e], paid, 1);
      }
    }
    for (int s = 0; s < tiles.rows(t); s++) {
      for (int e = 0; e <= s; e++) {
        add(tiled.poolsOf(t, s), tiled.poolsOf(t, e), complement[s][e], e < s ? 2 : 1);
        Arrays.fill(complement[s][e], 0);
      }
    }
  }

  /** Adds the sums of a scattered tile to entries, of equal resources {@code times} as much. */
  private void add(int[] k, int[] i, double[] sums, int times) {
    int places = Math.max(k.length, i.length);
    for (int place = 0; place < places; place++) {
      int first = TiledProgram.at(k, place);
      int second = TiledProgram.at(i, place);
      double sum = places == 1 ? Vectors.sum(sums) : sums[place];
      add(first, second, first == second ? times * sum : sum);
    }
  }

  /** Adds the sums of a class, whose last tile is given, to the matrix. */
  private void close(int t) {
    int q = tiles.classOf[t];
    for (int s = 0; s < tiled.bundles(t); s++) {
      int[] k = tiled.resources(q, s);
      double[] use = tiled.uses(q, s);
      for (int i = 0; i <= s; i++) {
        int[] l = tiled.resources(q, i);
        double[] other = tiled.uses(q, i);
        double sum = Vectors.sum(complement[s][i]);
        Arrays.fill(complement[s][i], 0);
        for (int e = 0; e < k.length; e++) {
          for (int d = 0; d < (i == s ? e + 1 : l.length); d++) {
            double value = use[e] * sum * other[d];
            add(k[e], l[d], i < s && k[e] == l[d] ? 2 * value : value);
          }
        }
      }
    }
  }

  @Override
  protected void predict(Iterate at, Iterate direction) {
    solveOnce(at, direction);
  }

  @Override
  protected void solve(double[][] rows, double side, Iterate direction) {
    double[] ofResource = rows[2 * tiles.count];
    Arrays.fill(levelSide, 0);
    for (int t = 0; t < tiles.count; t++) {
      tiled.checkAt(t);
      eliminate(t, rows[t], rows[tiles.count + t], direction.x);
      tiled.addWorkers(t, workers, 1, false, ofResource);
    }
    double[] changes = direction.x[tiles.rows()];
    for (int f = 0; f < changes.length; f++) {
      for (int e = 0; e < tiled.freeSize[f].length; e++) {
        ofResource[tiled.freeResource[f][e]] += tiled.freeSize[f][e] * changes[f];
      }
    }
    Arrays.fill(unknowns, 0, firstResource, 0);
    if (tiled.hasLevel()) {
      unknowns[0] = side - Vectors.sum(levelSide);
    }
    System.arraycopy(ofResource, 0, unknowns, firstResource, tiled.resources);
    matrix.solve(unknowns);
    direction.level = tiled.hasLevel() ? -unknowns[0] : 0;
    double[] prices = direction.price[2 * tiles.count];
    System.arraycopy(unknowns, firstResource, prices, 0, tiled.resources);
    for (int f = 0; f < changes.length; f++) {
      // Where the ratio is large, the sum of its prices is a small difference of large numbers.
      direction.z[tiles.rows()][f] = unknowns[firstFree + f] / columnRatio[tiles.rows()][f];
    }
    double[][] ofWorkers = tiled.pricesOfWorkers(prices);
    for (int t = 0; t < tiles.count; t++) {
      priceJobs(t, rows[t], rows[tiles.count + t], ofWorkers, direction);
    }
  }

  /** Eliminates the rows of a tile's jobs from the right-hand side. */
  private void eliminate(int t, double[] time, double[] demand, double[][] change) {
    for (int s = 0; s < tiles.rows(t); s++) {
      int r = tiles.row(t, s);
      add(change[r], tiled.rate[r], time, demand);
    }
    eliminate(time, perPivot[t], mean[t], perSpread[t], demand);
    Vectors.addProduct(tiled.requirement[tiles.count + t], demand, levelSide);
    for (int s = 0; s < tiles.rows(t); s++) {
      int r = tiles.row(t, s);
      double[] size = tiled.size[r];
      TiledProgram.price(tiled.rate[r], mean[t], size, tiled.zeros, time, demand, paid);
      follow(change[r], columnRatio[r], size, paid, workers[tiled.bundle(t, s)]);
    }
  }

  /** Computes the prices of a tile's jobs, and what their columns pay. */
  private void priceJobs(
      int t, double[] time, double[] demand, double[][] ofWorkers, Iterate direction) {
    Arrays.fill(paid, 0);
    Arrays.fill(lever, 0);
    for (int s = 0; s < tiles.rows(t); s++) {
      int r = tiles.row(t, s);
      double[] price = tiled.workerPrice(t, s, ofWorkers);
      pay(columnRatio[r], tiled.rate[r], tiled.size[r], mean[t], price, paid, lever);
    }
    double[] owed = direction.price[tiles.count + t];
    double[] requirement = tiled.requirement[tiles.count + t];
    owed(demand, requirement, direction.level, lever, perSpread[t], owed);
    time(time, paid, perPivot[t], mean[t], owed, direction.price[t]);
    for (int s = 0; s < tiles.rows(t); s++) {
      int r = tiles.row(t, s);
      double[] price = tiled.workerPrice(t, s, ofWorkers);
      TiledProgram.price(tiled.rate[r], mean[t], tiled.size[r], price, time, owed, direction.z[r]);
    }
  }

  /** Adds changes of columns to the rows of their jobs. */
  private static void add(double[] change, double[] rate, double[] time, double[] demand) {
    for (int i = 0; i < change.length; i++) {
      time[i] += change[i];
      demand[i] -= rate[i] * change[i];
    }
  }

  /** {@code inverse = 1 / a}. */
  private static void invert(double[] a, double[] inverse) {
    for (int i = 0; i < inverse.length; i++) {
      inverse[i] = 1 / a[i];
    }
  }

  /** Adds columns to weighted sums, means and spreads of rates; no sums are subtracted. */
  private static void join(
      double[] weight, double[] rate, double[] sum, double[] mean, double[] spread) {
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
  private static void pivots(
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
  private static void levers(
      double[] ratio, double[] rate, double[] size, double[] mean, double[] drawn, double[] lever) {
    for (int i = 0; i < ratio.length; i++) {
      double d = size[i] * ratio[i];
      drawn[i] = d;
      lever[i] = d * (rate[i] - mean[i]);
    }
  }

  /** {@code total += size · drawn · left / (pivot · spread)}: on the diagonal. */
  private static void diagonal(
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
  private static void offDiagonal(
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
  private static void eliminate(
      double[] time, double[] perPivot, double[] mean, double[] perSpread, double[] demand) {
    for (int i = 0; i < time.length; i++) {
      demand[i] = (demand[i] + mean[i] * time[i]) * perSpread[i];
      time[i] *= perPivot[i];
    }
  }

  /** Adds the workers of columns that change and follow a price. */
  private static void follow(
      double[] change, double[] ratio, double[] size, double[] paid, double[] workers) {
    for (int i = 0; i < change.length; i++) {
      workers[i] += size[i] * (change[i] - ratio[i] * paid[i]);
    }
  }

  /**
   * Adds the columns' increase of payments when the price of a worker moves, and its lever on
   * throughput.
   */
  private static void pay(
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
  private static void owed(
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
  private static void time(
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
