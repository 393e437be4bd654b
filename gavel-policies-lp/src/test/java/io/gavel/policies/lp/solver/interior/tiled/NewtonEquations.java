package io.gavel.policies.lp.solver.interior.tiled;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.policies.lp.solver.coefficients.Utility;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Newton's equations at a point, written out for the program as it was stated. */
final class NewtonEquations {

  private static final double ROUNDING = 1e-9;

  private final AllocationProgram program;
  private final TiledProgram tiled;
  private final Iterate at;

  /** The weights of utilities and the exact resources, in the order of {@link #primal}. */
  private final double[] weight;

  private final boolean[] exact;

  NewtonEquations(AllocationProgram program, TiledProgram tiled, Iterate at) {
    this.program = program;
    this.tiled = tiled;
    this.at = at;
    int columns = flat(at.x).length;
    weight = new double[primal(at).length];
    double[] ofJobs = flat(tiled.weight);
    System.arraycopy(ofJobs, 0, weight, columns + ofJobs.length, ofJobs.length);
    exact = new boolean[weight.length];
    System.arraycopy(tiled.exact, 0, exact, columns + 2 * ofJobs.length, tiled.exact.length);
  }

  private static double[] flat(double[]... rows) {
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
  }

  private static double[] joined(double[]... parts) {
    return Arrays.stream(parts).flatMapToDouble(DoubleStream::of).toArray();
  }

  /** All primal variables, in the order of their partners. */
  static double[] primal(Iterate point) {
    return joined(
        flat(point.x), flat(point.idle), flat(point.surplus), point.free.clone(), point.value);
  }

  /** Their partners. */
  static double[] dual(Iterate point) {
    return joined(
        flat(point.z), flat(point.time), flat(point.owed), point.price.clone(), point.cost);
  }

  private static double size(Iterate direction) {
    double largest = 1;
    for (double[] all : List.of(primal(direction), dual(direction))) {
      largest = Math.max(largest, Arrays.stream(all).map(Math::abs).max().orElse(0));
    }
    return largest;
  }

  /**
   * The largest residual of a primal row: of jobs as it is, of pools relative to their workers, of
   * others relative to their terms.
   */
  double primalGap() {
    Iterate none = new Iterate(tiled);
    double largest = 0;
    for (int t = 0; t < tiled.count; t++) {
      for (int i = 0; i < tiled.width(t); i++) {
        largest = Math.max(largest, Math.abs(1 - time(none, t, i)));
        largest = Math.max(largest, Math.abs(throughput(none, t, i)));
      }
    }
    double[] terms = IntStream.range(0, tiled.resources).mapToDouble(this::terms).toArray();
    double[] left = left(none);
    for (int k = 0; k < left.length; k++) {
      largest = Math.max(largest, Math.abs(left[k]) / terms[k]);
    }
    return largest;
  }

  private double terms(int k) {
    double[] sum = {Math.abs(tiled.limit[k])};
    double[] x = tiled.ofColumns(at.x);
    int i = k - tiled.pools;
    if (i < 0) {
      sum[0] = Math.max(1, sum[0]);
    } else if (i < program.rows().count()) {
      program.rows().forEach(i, (c, a) -> sum[0] += Math.abs(a) * x[c]);
    }
    for (int f = 0; f < at.value.length; f++) {
      for (int e = 0; e < tiled.freeResource[f].length; e++) {
        if (tiled.freeResource[f][e] == k) {
          sum[0] += Math.abs(tiled.freeSize[f][e]) * at.value[f];
        }
      }
    }
    return sum[0];
  }

  /** Asserts that all rows hold after a full step. */
  void assertRows(Iterate by) {
    double size = ROUNDING * (1 + size(by));
    assertRowsOfJobs(by, size);
    double[] left = left(by);
    for (int k = 0; k < left.length; k++) {
      assertEquals(0, left[k], size * tiled.jobs, "resource " + k);
    }
    double[] price = sum(at.price, by.price);
    int bounded = tiled.pools + program.rows().count();
    for (int f = 0; f < at.value.length; f++) {
      double[] paid = {-program.freeVariables().gain(f) - at.cost[f] - by.cost[f]};
      program.freeVariables().forEach(f, (k, a) -> paid[0] += a * price[k]);
      program
          .rows()
          .forEachOfFree(
              f, (i, a) -> paid[0] += program.rows().sign(i) * a * price[tiled.pools + i]);
      boolean hasMost = program.freeVariables().most(f) < Double.POSITIVE_INFINITY;
      paid[0] += hasMost ? price[bounded++] : 0;
      assertEquals(0, paid[0], size * tiled.resources, "free variable " + f);
    }
    assertReducedCosts(by, price, size);
  }

  /** By how much the resources' rows fail after a full step. */
  private double[] left(Iterate by) {
    double[] value = sum(at.value, by.value);
    double[] left = sum(at.free, by.free);
    double[] used = used(by);
    int bounded = tiled.pools + program.rows().count();
    for (int k = 0; k < tiled.pools; k++) {
      left[k] += used[k] - tiled.limit[k];
    }
    double[] x = sum(tiled.ofColumns(at.x), tiled.ofColumns(by.x));
    for (int i = 0; i < program.rows().count(); i++) {
      double sign = program.rows().sign(i);
      int k = tiled.pools + i;
      left[k] -= sign * program.rows().bound(i);
      program.rows().forEach(i, (c, a) -> left[k] += sign * a * x[c]);
      program.rows().forEachFree(i, (f, a) -> left[k] += sign * a * value[f]);
    }
    for (int f = 0; f < value.length; f++) {
      double y = value[f];
      program.freeVariables().forEach(f, (k, a) -> left[k] += a * y);
      double most = program.freeVariables().most(f);
      if (most < Double.POSITIVE_INFINITY) {
        left[bounded++] += y - most;
      }
    }
    assertEquals(left.length, bounded);
    return left;
  }

  private double[] used(Iterate by) {
    double[] used = new double[tiled.pools];
    for (int t = 0; t < tiled.count; t++) {
      for (int s = 0; s < tiled.rows(t); s++) {
        int r = tiled.row(t, s);
        for (int i = 0; i < tiled.width(t); i++) {
          int k = tiled.pool[tiled.classOfTile[t]][tiled.slot(t, s, i)];
          used[k] += tiled.size[r][i] * (at.x[r][i] + by.x[r][i]);
        }
      }
    }
    return used;
  }

  private double time(Iterate by, int t, int i) {
    double time = at.idle[t][i] + by.idle[t][i];
    for (int r = tiled.row(t, 0); r < tiled.row(t, tiled.rows(t)); r++) {
      time += at.x[r][i] + by.x[r][i];
    }
    return time;
  }

  private double throughput(Iterate by, int t, int i) {
    double throughput = -at.surplus[t][i] - by.surplus[t][i] - tiled.floor[t][i];
    throughput -= tiled.requirement[t][i] * (at.level + by.level);
    for (int r = tiled.row(t, 0); r < tiled.row(t, tiled.rows(t)); r++) {
      throughput += tiled.rate[r][i] * (at.x[r][i] + by.x[r][i]);
    }
    return throughput;
  }

  private static double[] sum(double[] a, double[] b) {
    double[] sum = new double[a.length];
    Arrays.setAll(sum, i -> a[i] + b[i]);
    return sum;
  }

  private void assertRowsOfJobs(Iterate by, double size) {
    double owed = 0;
    for (int t = 0; t < tiled.count; t++) {
      for (int i = 0; i < tiled.width(t); i++) {
        owed += tiled.requirement[t][i] * (at.owed[t][i] + by.owed[t][i]);
        assertEquals(1, time(by, t, i), size, "time in tile " + t + " at " + i);
        assertEquals(0, throughput(by, t, i), size, "throughput in tile " + t + " at " + i);
      }
    }
    if (program.hasLevel()) {
      assertEquals(1, owed, size * tiled.jobs, "level");
    }
  }

  private void assertReducedCosts(Iterate by, double[] price, double size) {
    double[] z = sum(tiled.ofColumns(at.z), tiled.ofColumns(by.z));
    double[] time = sum(tiled.ofJobs(at.time), tiled.ofJobs(by.time));
    double[] owed = sum(tiled.ofBoundJobs(at.owed), tiled.ofBoundJobs(by.owed));
    double[] paid = new double[z.length];
    for (int c = 0; c < z.length; c++) {
      int m = program.first(c);
      paid[c] = time[m] + program.size(c) * price[program.pool(c)];
      paid[c] -= program.gain(c) + program.rate(c) * owed[m];
    }
    for (int i = 0; i < program.rows().count(); i++) {
      double signed = program.rows().sign(i) * price[tiled.pools + i];
      program.rows().forEach(i, (c, a) -> paid[c] += a * signed);
    }
    for (int c = 0; c < z.length; c++) {
      assertEquals(paid[c], z[c], size * tiled.resources, "column " + c);
    }
  }

  /**
   * Asserts that all products go to mu minus the second-order terms of another direction, times a
   * factor, and prices of utilities to their slopes.
   */
  void assertProducts(Iterate by, double mu, double factor, Iterate before) {
    double[] a = primal(at);
    double[] b = dual(at);
    double[] da = primal(by);
    double[] db = dual(by);
    double[] second = primal(before);
    double[] partner = dual(before);
    double size = ROUNDING * (1 + size(by)) * (1 + size(at));
    for (int i = 0; i < a.length; i++) {
      if (exact[i]) {
        assertEquals(0, da[i], "exact resource");
      } else if (weight[i] > 0 && program.power() >= 0) {
        double slope = Utility.slope(program.power(), weight[i], a[i]);
        double bend = (1 - program.power()) * b[i] / a[i];
        assertEquals(slope - bend * da[i], b[i] + db[i], size, "utility at " + i);
      } else if (weight[i] > 0) {
        double aim = Utility.throughput(program.power(), weight[i], b[i]);
        double bend = a[i] / b[i] / (1 - program.power());
        assertEquals(aim - bend * db[i], a[i] + da[i], size, "utility at " + i);
      } else {
        double product = a[i] * b[i] + a[i] * db[i] + b[i] * da[i];
        double wanted = mu - factor * second[i] * partner[i];
        assertEquals(wanted, product, size * (1 + Math.abs(wanted)), "product " + i);
      }
    }
  }

  /** The changes of products to first order; of utilities, what moves prices to slopes. */
  double[] changes(Iterate by) {
    double[] a = primal(at);
    double[] b = dual(at);
    double[] da = primal(by);
    double[] db = dual(by);
    double[] changes = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      double curvature = weight[i] > 0 ? 1 - program.power() : 1;
      changes[i] = exact[i] ? da[i] : a[i] * db[i] + curvature * b[i] * da[i];
    }
    return changes;
  }

  /** The longest step, at most 1, that keeps some variables of at least 0. */
  private double longest(Function<Iterate, double[]> variables, Iterate by) {
    double[] a = variables.apply(at);
    double[] da = variables.apply(by);
    return IntStream.range(0, a.length)
        .filter(i -> !exact[i] && da[i] < 0)
        .mapToDouble(i -> -a[i] / da[i])
        .reduce(1, Math::min);
  }

  /** Asserts the longest steps along a direction and the products after steps. */
  void assertReach(StepLength reach, Iterate by) {
    double primal = longest(NewtonEquations::primal, by);
    double dual = longest(NewtonEquations::dual, by);
    assertEquals(primal, reach.longestPrimal(), ROUNDING);
    assertEquals(dual, reach.longestDual(), ROUNDING);
    for (double part : new double[] {0, 0.5, 1}) {
      double products = products(by, part * primal, dual);
      assertEquals(products, reach.products(part * primal, dual), ROUNDING * (1 + products));
    }
  }

  private double products(Iterate by, double primal, double dual) {
    double[] a = primal(at);
    double[] b = dual(at);
    double[] da = primal(by);
    double[] db = dual(by);
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      boolean counts = !exact[i] && weight[i] == 0;
      sum += counts ? (a[i] + primal * da[i]) * (b[i] + dual * db[i]) : 0;
    }
    return sum;
  }
}
