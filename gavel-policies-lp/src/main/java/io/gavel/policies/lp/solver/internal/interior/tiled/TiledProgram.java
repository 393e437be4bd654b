package io.gavel.policies.lp.solver.internal.interior.tiled;

import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.internal.Programs;
import io.gavel.policies.lp.solver.internal.Tuning;
import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.internal.coefficients.ProgramColumns;
import io.gavel.policies.lp.solver.internal.interior.BlockProgram;
import io.gavel.policies.lp.solver.internal.interior.Incumbent;
import io.gavel.policies.lp.solver.internal.interior.Iterate;
import io.gavel.policies.lp.solver.internal.interior.Vectors;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import io.gavel.policies.lp.solver.program.FreeVariables;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A program without pairs as a table of jobs and slots, cut into {@link Tiles}, so that every step
 * of the interior-point method is a simple loop over adjacent jobs. The blocks of columns are the
 * rows of tiles, {@code [row][place in tile]}, and the free variables; the blocks of rows are the
 * times and the demands of tiles, {@code [tile][place in tile]}, and the resources.
 *
 * <p>A slot is the i-th worker type of a pool, so all of its columns draw from one pool. If a job
 * has no column for a slot, it gets one without throughput and gain. Such a column acts as
 * additional slack of the job's time, and its fraction is left out of the solution. Likewise a job
 * without floor, requirement and utility gets rates of 0 and a floor of −1. If there are coupling
 * rows, it holds no workers, since it must not help to keep a row.
 *
 * <p>Jobs with columns for few of many slots, or with coefficients in coupling rows that few jobs
 * share, are <em>scattered</em>: a class of them has as many rows a tile as each job has columns,
 * and each place of such a row has a pool, rows and coefficients of its own. So work and memory
 * follow the entries of the program, not the number of worker types times the number of classes.
 *
 * <p>Pools, coupling rows and largest values of free variables are resources, numbered in this
 * order. Coupling rows have the sign that makes them upper limits. A pool without columns gets one
 * worker, so that it has an interior.
 */
final class TiledProgram extends BlockProgram {

  /** The least number of workers in a pool that free variables fill. */
  private static final double LEAST = 0.1;

  final Tiles tiles;
  final int pools;

  /** The number of pools, coupling rows and largest values of free variables. */
  final int resources;

  /** The resources that free variables use, and how much, {@code [free variable][entry]}. */
  final int[][] freeResource;

  final double[][] freeSize;

  /** Steps per second, {@code [row][place in tile]}. */
  final double[][] rate;

  /**
   * Workers held, {@code [row][place in tile]}. Rows of a tile share an array if all jobs hold
   * equally many workers in all slots.
   */
  final double[][] size;

  /** The limits of the solve, which are checked within the passes over the jobs. */
  private final SolveLimits limits;

  /**
   * The bundle of each slot, {@code [class][slot]}: workers of its slots use the same resources. In
   * scattered classes, each slot is its own.
   */
  private final int[][] bundle;

  /** The last slot of each bundle, {@code [class][bundle]}. */
  private final int[][] slotOfBundle;

  /**
   * The pool of each place in a row of a scattered class, {@code [row][place in tile]}; one number
   * if it is the same for all places.
   */
  private final int[][] poolOf;

  /**
   * The resources besides pools of each place in a tile of a scattered class, {@code
   * [tile][entry][place in tile]}; one number if it is the same for all places.
   */
  private final int[][][] resourceOf;

  /** The use of these by a worker, {@code [row][entry][place in tile]}; empty if it is 0. */
  private final double[][][] useOf;

  /**
   * Whether a job's throughput is constrained or rewarded, by a floor, a requirement or a utility;
   * {@code [job]}.
   */
  private final boolean[] bound;

  /** {@code row · WIDTH + place} of the program's columns, {@code [column]}. */
  private final int[] entryOfColumn;

  private final boolean hasEquation;
  private final int couplingRows;

  /**
   * The workers used by place, in all and of an entry's resources, prices of a worker by place, and
   * zeros, for one tile at a time.
   */
  private final double[][] used;

  private final double[] ofEntry;
  private final double[] workerPrice;
  final double[] zeros;

  private TiledProgram(AllocationProgram program, SolveLimits limits, Tiles tiles, int resources) {
    super(
        program.power(),
        program.hasLevel(),
        program.hasUtility(),
        tiles.byColumn(program.freeVariables().count()),
        tiles.byRow(resources),
        tiles.byRow(resources),
        tiles.byRow(resources),
        exact(tiles, resources));
    this.limits = limits;
    this.tiles = tiles;
    pools = program.poolCount();
    couplingRows = program.rows().count();
    this.resources = resources;
    bundle = new int[tiles.classes][];
    slotOfBundle = new int[tiles.classes][];
    for (int q = 0; q < tiles.classes; q++) {
      bundle[q] = new int[tiles.columns[q]];
      slotOfBundle[q] = bundles(q, bundle[q]);
    }
    freeResource = new int[program.freeVariables().count()][];
    freeSize = new double[freeResource.length][];
    limitResources(program);
    boolean[] equations = exact[2 * tiles.count];
    hasEquation = IntStream.range(0, resources).anyMatch(i -> equations[i]);
    bound = new boolean[program.jobCount()];
    for (int m = 0; m < bound.length; m++) {
      int t = tiles.tileOf(m);
      int i = tiles.placeOf(m);
      bound[m] = !program.isIndifferentTo(m);
      limit[t][i] = 1;
      limit[tiles.count + t][i] = bound[m] ? -program.floor(m) : 1;
      requirement[tiles.count + t][i] = program.requirement(m);
      weight[tiles.count + t][i] = program.weight(m);
    }
    entryOfColumn = tiles.slotOfColumn;
    poolOf = new int[tiles.rows()][];
    resourceOf = new int[tiles.count][][];
    useOf = new double[tiles.rows()][][];
    rate = tiles.byColumn(0);
    size = sizes(program);
    for (int t = 0; t < tiles.count; t++) {
      int entries = tiles.rowsOfJob[tiles.classOf[t]];
      resourceOf[t] = new int[entries][tiles.width(t)];
      for (int s = 0; s < tiles.rows(t); s++) {
        poolOf[tiles.row(t, s)] = new int[tiles.width(t)];
        useOf[tiles.row(t, s)] = new double[entries][0];
      }
    }
    place(program);
    used = new double[mostBundles()][tiles.places()];
    ofEntry = new double[tiles.places()];
    workerPrice = new double[tiles.places()];
    zeros = new double[tiles.places()];
  }

  static TiledProgram of(AllocationProgram program, SolveLimits limits, Tuning tuning) {
    FreeVariables free = program.freeVariables();
    int bounded =
        (int)
            IntStream.range(0, free.count())
                .filter(f -> free.most(f) < Double.POSITIVE_INFINITY)
                .count();
    int resources = program.poolCount() + program.rows().count() + bounded;
    return new TiledProgram(program, limits, new Tiles(program, limits, tuning), resources);
  }

  private static boolean[][] exact(Tiles tiles, int resources) {
    boolean[][] exact = new boolean[2 * tiles.count + 1][];
    Arrays.fill(exact, new boolean[Tiles.WIDTH]);
    exact[2 * tiles.count] = new boolean[resources];
    return exact;
  }

  /** Sets the limits of the resources, and the free variables that use them. */
  private void limitResources(AllocationProgram program) {
    FreeVariables free = program.freeVariables();
    CouplingRows rows = program.rows();
    double[] most = limit[2 * tiles.count];
    boolean[] drawn = new boolean[pools];
    for (int k : Programs.columns(program).pool) {
      drawn[k] = true;
    }
    int next = pools + couplingRows;
    for (int f = 0; f < freeSize.length; f++) {
      Entries of = new Entries();
      free.forEach(
          f,
          (k, a) -> {
            of.add(k, a);
            drawn[k] = true;
          });
      rows.forEachOfFree(f, (i, a) -> of.add(pools + i, rows.sign(i) * a));
      if (free.most(f) < Double.POSITIVE_INFINITY) {
        most[next] = free.most(f);
        of.add(next++, 1);
      }
      freeResource[f] = of.indices();
      freeSize[f] = of.values();
      gain[tiles.rows()][f] = free.gain(f);
    }
    for (int k = 0; k < pools; k++) {
      most[k] = drawn[k] ? program.workers(k) : 1;
    }
    for (int i = 0; i < couplingRows; i++) {
      most[pools + i] = rows.sign(i) * rows.bound(i);
      exact[2 * tiles.count][pools + i] = rows.relation(i) == Relation.EXACTLY;
    }
  }

  /** Finds the bundle of each slot of a class; returns the last slot of each. */
  private int[] bundles(int q, int[] ofSlot) {
    int[] slots = new int[ofSlot.length];
    int count = 0;
    for (int s = 0; s < ofSlot.length; s++) {
      int b = tiles.scattered[q] ? count : 0;
      while (b < count && !isSame(q, s, slots[b])) {
        b++;
      }
      slots[b] = s;
      count = Math.max(count, b + 1);
      ofSlot[s] = b;
    }
    return Arrays.copyOf(slots, count);
  }

  /** Returns whether workers in two slots of a class use the same resources. */
  private boolean isSame(int q, int s, int other) {
    return Arrays.equals(tiles.resources[q][s], tiles.resources[q][other])
        && Arrays.equals(tiles.uses[q][s], tiles.uses[q][other]);
  }

  private void place(AllocationProgram program) {
    ProgramColumns columns = Programs.columns(program);
    CouplingRows.RowEntries byColumn = program.rows().byColumn(columns.count());
    int rank = 0;
    for (int c = 0; c < entryOfColumn.length; c++) {
      limits.checkAt(c);
      int m = columns.first[c];
      int i = tiles.placeOf(m);
      int t = tiles.tileOf(m);
      rank = c > 0 && columns.first[c - 1] == m ? rank + 1 : 0;
      int row = tiles.row(t, isScattered(t) ? rank : entryOfColumn[c]);
      if (isScattered(t)) {
        poolOf[row][i] = columns.pool[c];
        double size = columns.size[c];
        byColumn.forEach(
            c, (r, a) -> use(t, row, i, pools + r, a == 0 ? 0 : program.rows().sign(r) * a / size));
      }
      entryOfColumn[c] = row * Tiles.WIDTH + i;
      rate[row][i] = bound[m] ? columns.rate[c] : 0;
      gain[row][i] = program.gain(c);
      this.size[row][i] = columns.size[c];
    }
    Arrays.setAll(poolOf, r -> joined(poolOf[r]));
    for (int[][] ofTile : resourceOf) {
      Arrays.setAll(ofTile, e -> joined(ofTile[e]));
    }
  }

  /** Returns the one number of all places, or the numbers if they differ. */
  private static int[] joined(int[] ofPlaces) {
    boolean isOne = Arrays.stream(ofPlaces).allMatch(of -> of == ofPlaces[0]);
    return isOne ? Arrays.copyOf(ofPlaces, 1) : ofPlaces;
  }

  /** Returns the number of a place, which may be that of all places. */
  static int at(int[] ofPlaces, int place) {
    return ofPlaces[ofPlaces.length == 1 ? 0 : place];
  }

  /** Sets how much of a resource a worker at a place of a scattered tile uses. */
  private void use(int t, int row, int place, int resource, double perUnit) {
    int e = 0;
    while (perUnit != 0 && resourceOf[t][e][place] != resource && resourceOf[t][e][place] != 0) {
      e++;
    }
    if (perUnit != 0) {
      resourceOf[t][e][place] = resource; // no row is the first resource
      useOf[row][e] = useOf[row][e].length > 0 ? useOf[row][e] : new double[tiles.width(t)];
      useOf[row][e][place] = perUnit;
    }
  }

  /**
   * Allocates the sizes, filled with those of columns that the program does not have: those of the
   * job's other columns or, if there are coupling rows, 0.
   *
   * @return the array of each row, to be filled
   */
  private double[][] sizes(AllocationProgram program) {
    double[][] sizes = new double[tiles.rows()][];
    boolean[] apart = new boolean[tiles.count];
    double[][] ofJob = tiles.byJob();
    int[] columns = new int[bound.length];
    ProgramColumns programColumns = Programs.columns(program);
    for (int c = 0; c < programColumns.count(); c++) {
      int m = programColumns.first[c];
      int t = tiles.tileOf(m);
      double known = ofJob[t][tiles.placeOf(m)];
      apart[t] |= known > 0 && known != programColumns.size[c];
      ofJob[t][tiles.placeOf(m)] = programColumns.size[c];
      columns[m]++;
    }
    boolean coupled = program.rows().count() > 0;
    for (int m = 0; m < bound.length; m++) {
      int t = tiles.tileOf(m);
      int i = tiles.placeOf(m);
      ofJob[t][i] = columns[m] > 0 ? ofJob[t][i] : 1;
      apart[t] |= coupled && columns[m] < tiles.rows(t);
    }
    for (int t = 0; t < tiles.count; t++) {
      for (int s = 0; s < tiles.rows(t); s++) {
        sizes[tiles.row(t, s)] =
            !apart[t] ? ofJob[t] : coupled ? new double[tiles.width(t)] : ofJob[t].clone();
      }
    }
    return sizes;
  }

  /** Checks the limits of the solve, at a tile. */
  void checkAt(int tile) {
    limits.checkAt(tile * Tiles.WIDTH);
  }

  /** Returns whether each place of a tile's rows has a slot of its own. */
  boolean isScattered(int tile) {
    return tiles.scattered[tiles.classOf[tile]];
  }

  /** Returns the pool of a place in row s of a tile. */
  int pool(int tile, int s, int place) {
    return isScattered(tile) ? at(poolOf[tiles.row(tile, s)], place) : tiles.poolOfSlot[s];
  }

  /** Returns the number of bundles of a tile's slots. */
  int bundles(int tile) {
    return slotOfBundle[tiles.classOf[tile]].length;
  }

  /** Returns the bundle of a slot of a tile. */
  int bundle(int tile, int slot) {
    return bundle[tiles.classOf[tile]][slot];
  }

  /** Returns whether no later slot of a tile is in the bundle of a slot. */
  boolean isLast(int tile, int slot) {
    return slotOfBundle[tiles.classOf[tile]][bundle(tile, slot)] == slot;
  }

  /** Returns the largest number of bundles of a tile. */
  int mostBundles() {
    return Arrays.stream(slotOfBundle).mapToInt(slots -> slots.length).max().orElse(0);
  }

  /** Returns the pools of the places in row s of a scattered tile. */
  int[] poolsOf(int tile, int s) {
    return poolOf[tiles.row(tile, s)];
  }

  /** Returns the resources besides pools of the places of a scattered tile, {@code [entry]}. */
  int[][] resourcesOf(int tile) {
    return resourceOf[tile];
  }

  /** Returns the use of these by workers in row s of a scattered tile, {@code [entry][place]}. */
  double[][] usesOf(int tile, int s) {
    return useOf[tiles.row(tile, s)];
  }

  /** Returns the resources that a worker in a bundle of a class uses, {@code [entry]}. */
  int[] resources(int q, int b) {
    return tiles.resources[q][slotOfBundle[q][b]];
  }

  /** Returns how much of these the worker uses, {@code [entry]}. */
  double[] uses(int q, int b) {
    return tiles.uses[q][slotOfBundle[q][b]];
  }

  @Override
  public void subtract(double[][] x, double[][] rows) {
    take(x, rows, false);
  }

  @Override
  public void addSizes(double[][] x, double[][] rows) {
    take(x, rows, true);
  }

  /** Subtracts sums over columns; adds sizes for demands and resources if asked for. */
  private void take(double[][] x, double[][] rows, boolean sizes) {
    double[] ofResource = rows[2 * tiles.count];
    for (int t = 0; t < tiles.count; t++) {
      for (int s = 0; s < tiles.rows(t); s++) {
        int r = tiles.row(t, s);
        double[] owed = rows[tiles.count + t];
        use(x[r], rate[r], size[r], rows[t], owed, used[bundle(t, s)]);
      }
      addWorkers(t, used, sizes ? 1 : -1, sizes, ofResource);
    }
    double[] values = x[tiles.rows()];
    for (int f = 0; f < values.length; f++) {
      for (int e = 0; e < freeSize[f].length; e++) {
        double part = freeSize[f][e] * values[f];
        ofResource[freeResource[f][e]] += sizes ? Math.abs(part) : -part;
      }
    }
  }

  /**
   * Adds workers in the rows of tiles to the resources that they use, once their class ends.
   *
   * @param workers sums by place, {@code [bundle][place]}; 0 once they are added
   * @param sizes whether only the sizes of terms count
   */
  void addWorkers(int t, double[][] workers, double factor, boolean sizes, double[] ofResource) {
    if (isScattered(t)) {
      addScattered(t, workers, factor, sizes, ofResource);
    } else if (tiles.endsClass(t)) {
      int q = tiles.classOf[t];
      for (int b = 0; b < bundles(t); b++) {
        double sum = factor * Vectors.sum(workers[b]);
        double[] uses = uses(q, b);
        for (int e = 0; e < uses.length; e++) {
          ofResource[resources(q, b)[e]] += (sizes ? Math.abs(uses[e]) : uses[e]) * sum;
        }
      }
    } else {
      return;
    }
    for (int b = 0; b < bundles(t); b++) {
      Arrays.fill(workers[b], 0);
    }
  }

  private void addScattered(
      int t, double[][] workers, double factor, boolean sizes, double[] ofResource) {
    for (int e = 0; e < resourceOf[t].length; e++) {
      Arrays.fill(ofEntry, 0);
      for (int s = 0; s < tiles.rows(t); s++) {
        double[] use = useOf[tiles.row(t, s)][e];
        Vectors.addProduct(sizes ? Vectors.sizes(use) : use, workers[s], ofEntry);
      }
      scatter(factor, ofEntry, resourceOf[t][e], ofResource);
    }
    for (int s = 0; s < tiles.rows(t); s++) {
      scatter(factor, workers[s], poolOf[tiles.row(t, s)], ofResource);
    }
  }

  /**
   * Returns the prices of workers from those of the resources, {@code [class][slot]}; those of the
   * resources for scattered classes.
   */
  double[][] pricesOfWorkers(double[] ofResource) {
    double[][] prices = new double[tiles.classes][];
    for (int q = 0; q < tiles.classes; q++) {
      if (tiles.scattered[q]) {
        prices[q] = ofResource;
        continue;
      }
      prices[q] = new double[tiles.poolOfSlot.length];
      for (int s = 0; s < prices[q].length; s++) {
        for (int e = 0; e < tiles.uses[q][s].length; e++) {
          prices[q][s] += tiles.uses[q][s][e] * ofResource[tiles.resources[q][s][e]];
        }
      }
    }
    return prices;
  }

  /** Returns the price of a worker at each place of row s of a tile, until the next call. */
  double[] workerPrice(int t, int s, double[][] ofWorkers) {
    double[] ofClass = ofWorkers[tiles.classOf[t]];
    if (isScattered(t)) {
      int[] ofRow = poolsOf(t, s);
      Arrays.fill(workerPrice, ofClass[ofRow[0]]);
      for (int i = 1; i < ofRow.length; i++) {
        workerPrice[i] = ofClass[ofRow[i]];
      }
      for (int e = 0; e < resourceOf[t].length; e++) {
        double[] use = usesOf(t, s)[e];
        for (int i = 0; i < use.length; i++) {
          workerPrice[i] += use[i] * ofClass[at(resourceOf[t][e], i)];
        }
      }
    } else {
      Arrays.fill(workerPrice, ofClass[s]);
    }
    return workerPrice;
  }

  @Override
  public void price(double[][] prices, double[][] paid) {
    double[] ofResource = prices[2 * tiles.count];
    double[][] ofWorkers = pricesOfWorkers(ofResource);
    for (int t = 0; t < tiles.count; t++) {
      for (int s = 0; s < tiles.rows(t); s++) {
        int r = tiles.row(t, s);
        double[] price = workerPrice(t, s, ofWorkers);
        double[] owed = prices[tiles.count + t];
        price(rate[r], zeros, size[r], price, prices[t], owed, paid[r]);
      }
    }
    double[] ofFree = paid[tiles.rows()];
    Arrays.fill(ofFree, 0);
    for (int f = 0; f < ofFree.length; f++) {
      for (int e = 0; e < freeSize[f].length; e++) {
        ofFree[f] += freeSize[f][e] * ofResource[freeResource[f][e]];
      }
    }
  }

  @Override
  public void spread(double[][] x) {
    double[] room = limit[2 * tiles.count].clone();
    double[] values = x[tiles.rows()];
    for (int f = 0; f < values.length; f++) {
      values[f] = 0.5;
      for (int e = 0; e < freeSize[f].length; e++) {
        room[freeResource[f][e]] -= freeSize[f][e] * values[f];
      }
    }
    double[] wanted = new double[pools];
    for (int t = 0; t < tiles.count; t++) {
      for (int s = 0; s < tiles.rows(t); s++) {
        double[] ofRow = size[tiles.row(t, s)];
        for (int i = 0; i < ofRow.length; i++) {
          wanted[pool(t, s, i)] += ofRow[i];
        }
      }
    }
    for (int t = 0; t < tiles.count; t++) {
      for (int s = 0; s < tiles.rows(t); s++) {
        double[] ofRow = x[tiles.row(t, s)];
        for (int i = 0; i < ofRow.length; i++) {
          int k = pool(t, s, i);
          double part = (room[k] > 0 ? room[k] : LEAST) / wanted[k];
          ofRow[i] = 0.5 * Math.min(1.0 / tiles.rows(t), part);
        }
      }
    }
  }

  @Override
  public void coverTime(double[][] paid, double[][] prices) {
    for (int t = 0; t < tiles.count; t++) {
      for (int s = 0; s < tiles.rows(t); s++) {
        double[] ofRow = paid[tiles.row(t, s)];
        for (int i = 0; i < ofRow.length; i++) {
          prices[t][i] = Math.max(prices[t][i], -ofRow[i]);
        }
      }
    }
  }

  @Override
  public double unit(int block, int place) {
    int t = block - tiles.count;
    double fastest = 0;
    for (int s = 0; s < tiles.rows(t); s++) {
      fastest = Math.max(fastest, rate[tiles.row(t, s)][place]);
    }
    return fastest;
  }

  @Override
  public boolean isDemand(int block, int place) {
    return block >= tiles.count && (block < 2 * tiles.count || place >= pools);
  }

  @Override
  public boolean isPlain(int block) {
    return block < 2 * tiles.count ? block < tiles.count || !hasUtility() : !hasEquation;
  }

  /**
   * Returns the claim of a point.
   *
   * @param swept its columns without dust
   */
  Incumbent.Claim claim(Iterate at, double[][] swept) {
    double[] ofResource = at.price[2 * tiles.count];
    double[] time = new double[bound.length];
    double[] throughput = new double[bound.length];
    for (int m = 0; m < time.length; m++) {
      int t = tiles.tileOf(m);
      int i = tiles.placeOf(m);
      time[m] = at.price[t][i];
      throughput[m] = bound[m] ? at.price[tiles.count + t][i] : 0;
    }
    return new Incumbent.Claim(
        ofColumns(at.x),
        ofColumns(swept),
        at.x[tiles.rows()].clone(),
        DualBound.claimed(Arrays.copyOf(ofResource, pools), time, throughput),
        Arrays.copyOfRange(ofResource, pools, pools + couplingRows));
  }

  /** Returns the numbers of the program's columns, {@code [column]}. */
  private double[] ofColumns(double[][] byColumn) {
    double[] values = new double[entryOfColumn.length];
    for (int c = 0; c < values.length; c++) {
      values[c] = byColumn[entryOfColumn[c] / Tiles.WIDTH][entryOfColumn[c] % Tiles.WIDTH];
    }
    return values;
  }

  /** Subtracts columns from the rows of their jobs, and adds their workers. */
  private static void use(
      double[] x, double[] rate, double[] size, double[] time, double[] demand, double[] used) {
    for (int i = 0; i < x.length; i++) {
      time[i] -= x[i];
      demand[i] += rate[i] * x[i];
      used[i] += size[i] * x[i];
    }
  }

  /** Adds the numbers of places, times a factor, to the numbers of their resources. */
  private static void scatter(
      double factor, double[] ofPlace, int[] resource, double[] ofResource) {
    for (int i = 0; i < resource.length; i++) {
      ofResource[resource[i]] +=
          factor * (resource.length == 1 ? Vectors.sum(ofPlace) : ofPlace[i]);
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
}
