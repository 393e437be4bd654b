package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import io.gavel.policies.lp.solver.internal.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.SolveLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/*
 * At an optimum, the columns that a job uses lie on one line of throughput and cost; idling is a column of rate 0 and
 * cost 0. The slowest and the fastest of them give the job any throughput in between, and the slope of its utility
 * equals the slope of the line. Each further column in use is a tie: it adds one unknown, the time moved to it, and
 * one equation, that the column lies on the line. Together with the sums of all resources that have a price, these
 * equations determine prices and fractions.
 *
 * Newton's method solves them. A step ends early where a fraction, a reduced cost, a price or a remaining resource
 * would change its sign. Then this column or resource enters or leaves the active set. If one job leaves an optimum,
 * few do.
 */

/** Solves a program of utilities from a point and prices close to its optimum. Mutable. */
final class ActiveSet {

  /** Ten are usual, and two for each pool if all fractions are unknown. */
  private static final int MOST_STEPS = 300;

  /**
   * The curvature added to each price, relative to that of a resource which jobs share by utility:
   * jobs with all of their time on one column do not respond to prices.
   */
  private static final double CURVATURE = 1e-8;

  /** The least part of the worth of all resources of which a resource has the curvature. */
  private static final double LEAST_WORTH = 1e-6;

  /** The pivot, relative to the terms that cancel in it, of a tie that follows from other ties. */
  private static final double SINGULAR = 1e-13;

  /** The relative value below which a fraction, reduced cost or resource is 0. */
  private static final double ROUNDING = 1e-14;

  /** The unused part of a job's time that counts as 0. */
  private static final double UNUSED = 1e-9;

  /** The relative worth of a resource that counts as 0. */
  private static final double WORTHLESS = 1e-13;

  /** The relative residual whose square is rounding. */
  private static final double SMALL = 1e-8;

  /** The most by which a step changes a throughput. */
  private static final double TRUST = 0.5;

  private final PricedProgram program;

  /** The present jobs. */
  private final int[] present;

  /** The columns of each job, then its place of idling, after those of all jobs, {@code [job]}. */
  private final int[][] places;

  private final int columns;

  /** The columns and idle places of all jobs. */
  private final int resource;

  /** What there is of each resource, {@code [resource]}. */
  private final double[] limit;

  /** The fraction of each place, then the price of each resource; 0 unless active. */
  private final double[] value;

  private final boolean[] active;
  private final double[] rise;

  private final Line[] lines;
  private final List<Move> moves = new ArrayList<>();
  private ColumnCosts costs;

  /** The longest step, and the place, or resource after all places, that limits it. */
  private double longest;

  private int blocked;

  /**
   * What a job mixes.
   *
   * @param slow the slowest place in use
   * @param fast the fastest, the same if one rate is in use
   * @param slope that of the utility
   */
  private record Line(int slow, int fast, double reached, double slope) {}

  /**
   * Time that moves to a place in use.
   *
   * @param part of the fastest place in the mix that it moves from; the rest is the slowest one
   * @param response the time that moves per reduced cost; 0 for ties
   */
  private record Move(Line line, int place, double part, double response) {}

  /** Jobs without fractions in the hint use the columns that its prices suggest. */
  ActiveSet(PricedProgram program, double[] fractions, double[] price) {
    this.program = program;
    ColumnsByJob byJob = program.columns;
    present = IntStream.range(0, byJob.jobs).filter(m -> byJob.weight[m] > 0).toArray();
    lines = new Line[byJob.jobs];
    places = new int[byJob.jobs][];
    columns = byJob.rate.length;
    resource = columns + byJob.jobs;
    value = Arrays.copyOf(fractions, resource + price.length);
    active = new boolean[value.length];
    rise = new double[value.length];
    costs = new ColumnCosts(program, price);
    Answer answer = new Answer(costs);
    for (int m = 0; m < lines.length; m++) {
      if (byJob.weight[m] == 0) {
        Arrays.fill(value, byJob.start[m], byJob.start[m + 1], 0);
      }
    }
    for (int m : present) {
      int[] own = IntStream.range(byJob.start[m], byJob.start[m + 1]).toArray();
      if (Arrays.stream(own).noneMatch(i -> value[i] > 0)) {
        answer.ask(m, 0);
        Decision.write(answer, answer.faster(), value);
      }
      double idle = 1 - Arrays.stream(own).mapToDouble(i -> value[i]).sum();
      value[columns + m] = idle > UNUSED ? idle : 0;
      places[m] = Arrays.copyOf(own, own.length + 1);
      places[m][own.length] = columns + m;
    }
    limit = new double[price.length];
    Arrays.setAll(limit, program::limit);
    double nothing = WORTHLESS * program.worth(price);
    double[] taken = taken(value);
    for (int k = 0; k < price.length; k++) {
      boolean hasPrice = price[k] * limit[k] > nothing || limit[k] <= taken[k];
      value[resource + k] = hasPrice ? price[k] : 0;
      active[resource + k] = hasPrice;
    }
    for (int i = 0; i < resource; i++) {
      active[i] = value[i] > 0;
    }
  }

  /** Returns the solution; empty if too many steps do not lead to one. */
  Optional<CertifiedSolution> solve(SolveLimits limits) {
    int most = Math.min(MOST_STEPS, limits.maxSteps());
    boolean last = false;
    for (int steps = 0; steps <= most && measure(); steps++) {
      if (last) {
        return Optional.of(solution());
      }
      limits.check();
      last = step();
    }
    return Optional.empty();
  }

  private CertifiedSolution solution() {
    double[] owed = new double[lines.length];
    for (int m : present) {
      owed[m] = lines[m].slope;
    }
    return CertifiedSolution.owning(
        program.program, Arrays.copyOf(value, columns), costs.proof(owed));
  }

  private double rate(int i) {
    return i < columns ? program.columns.rate[i] : 0;
  }

  private double cost(ColumnCosts of, int i) {
    return i < columns ? of.cost(i) : 0;
  }

  /** Measures all jobs at the point; returns false if a job has no throughput. */
  private boolean measure() {
    ColumnsByJob byJob = program.columns;
    costs = new ColumnCosts(program, Arrays.copyOfRange(value, resource, value.length));
    moves.clear();
    for (int m : present) {
      double reached = 0;
      int slow = -1;
      int fast = -1;
      for (int i : places[m]) {
        if (active[i]) {
          reached += rate(i) * value[i];
          slow = slow < 0 || rate(i) < rate(slow) ? i : slow;
          fast = fast < 0 || rate(i) > rate(fast) ? i : fast;
        }
      }
      if (!(reached > 0)) {
        return false;
      }
      Line at = new Line(slow, fast, reached, Utility.slope(byJob.power, byJob.weight[m], reached));
      lines[m] = at;
      double range = rate(fast) - rate(slow);
      if (range > 0) {
        double curve = (1 - byJob.power) * at.slope / reached;
        moves.add(new Move(at, fast, 0, 1 / (curve * range * range)));
      }
      for (int i : places[m]) {
        if (active[i] && i != slow && i != fast) {
          moves.add(new Move(at, i, part(at, i), 0));
        }
      }
    }
    return true;
  }

  /** Returns the part of the fastest place in the mix of two that is as fast as a place. */
  private double part(Line at, int i) {
    double range = rate(at.fast) - rate(at.slow);
    return range > 0 ? (rate(i) - rate(at.slow)) / range : 0;
  }

  /** Returns by how much a place costs more than a mix of two. */
  private double above(ColumnCosts of, Line at, double part, int i) {
    double base = cost(of, at.slow);
    return cost(of, i) - base - part * (cost(of, at.fast) - base);
  }

  /** Returns the reduced cost of a place that a mix of two is slower than, if it is. */
  private double reduced(Line at, double part, int i) {
    double mixed = (1 - part) * rate(at.slow) + part * rate(at.fast);
    return above(costs, at, part, i) - at.slope * (rate(i) - mixed);
  }

  private void forEach(Move move, CouplingRows.Entry entry) {
    forEach(move.place, entry);
    forEach(move.line.slow, (k, a) -> entry.set(k, (move.part - 1) * a));
    if (move.part != 0) {
      forEach(move.line.fast, (k, a) -> entry.set(k, -move.part * a));
    }
  }

  private void forEach(int i, CouplingRows.Entry entry) {
    if (i < columns) {
      ColumnsByJob byJob = program.columns;
      entry.set(byJob.pool[i], byJob.size[i]);
      CouplingRows rows = program.program.rows();
      program.entries.forEach(i, (row, a) -> entry.set(byJob.pools + row, rows.sign(row) * a));
    }
  }

  /** Returns what times at places take of each resource, {@code [resource]}. */
  private double[] taken(double[] time) {
    double[] taken = new double[limit.length];
    for (int i = 0; i < resource; i++) {
      if (time[i] != 0) {
        double part = time[i];
        forEach(i, (k, a) -> taken[k] += part * a);
      }
    }
    return taken;
  }

  /** Takes one step; returns whether it was the last one. */
  private boolean step() {
    int resources = limit.length;
    double[] taken = taken(value);
    double worth = program.worth(costs.price);
    int unknowns = resources + (int) moves.stream().filter(move -> move.response == 0).count();
    double[][] a = new double[unknowns][unknowns];
    double[] b = new double[a.length];
    double residual = 0;
    int count = resources;
    for (Move move : moves) {
      double above = reduced(move.line, move.part, move.place);
      residual += Math.abs(above);
      if (move.response > 0) {
        forEach(
            move,
            (k, of) -> {
              b[k] -= move.response * above * of;
              forEach(move, (i, to) -> a[k][i] += move.response * of * to);
            });
      } else {
        int at = count++;
        b[at] = -above;
        forEach(move, (k, of) -> a[k][at] += of);
      }
    }
    for (int k = 0; k < resources; k++) {
      double left = limit[k] - taken[k];
      double price = costs.price[k];
      residual += Math.abs(left) * price;
      double least = Math.max(limit[k] * price, LEAST_WORTH * worth);
      boolean moves = active[resource + k];
      a[k][k] += moves ? CURVATURE * limit[k] / least * limit[k] : Double.POSITIVE_INFINITY;
      b[k] -= left;
    }
    solve(a, b);
    advance(b, taken);
    return longest == 1 && residual <= SMALL * (1 - program.columns.power) * worth;
  }

  /**
   * Solves symmetric equations, positive definite in the prices and negative definite in the ties.
   *
   * @param a the upper triangle of the matrix; destroyed
   * @param b the right side; receives the solution
   */
  private static void solve(double[][] a, double[] b) {
    double[] scale = new double[b.length];
    for (int j = 0; j < b.length; j++) {
      double[] row = a[j];
      if (Math.abs(row[j]) <= SINGULAR * scale[j]) {
        row[j] = Double.POSITIVE_INFINITY;
        continue;
      }
      for (int i = j + 1; i < b.length; i++) {
        if (row[i] != 0) {
          double factor = row[i] / row[j];
          double[] to = a[i];
          scale[i] += Math.abs(factor * row[i]);
          for (int k = i; k < to.length; k++) {
            to[k] -= factor * row[k];
          }
          b[i] -= factor * b[j];
        }
      }
    }
    for (int j = b.length - 1; j >= 0; j--) {
      double sum = b[j];
      for (int k = j + 1; k < b.length; k++) {
        sum -= a[j][k] * b[k];
      }
      b[j] = sum / a[j][j];
    }
  }

  /**
   * Moves until one sign would change, and updates the active set.
   *
   * @param solved the changes of prices, then the negative times moved to ties
   */
  private void advance(double[] solved, double[] taken) {
    ColumnCosts rises = new ColumnCosts(program, Arrays.copyOf(solved, limit.length));
    Arrays.fill(rise, 0);
    int next = limit.length;
    for (Move move : moves) {
      Line at = move.line;
      double more = reduced(at, move.part, move.place) + above(rises, at, move.part, move.place);
      double moved = move.response > 0 ? -move.response * more : -solved[next++];
      rise[move.place] += moved;
      rise[at.slow] -= (1 - move.part) * moved;
      rise[at.fast] -= move.part * moved;
    }
    longest = 1;
    blocked = value.length;
    for (int m : present) {
      Line at = lines[m];
      double more = 0;
      for (int i : places[m]) {
        more += rate(i) * rise[i];
        if (active[i]) {
          block(i, value[i], rise[i], ROUNDING);
        } else {
          double part = part(at, i);
          double now = reduced(at, part, i);
          block(i, now, above(rises, at, part, i), ROUNDING * at.slope * at.reached);
        }
      }
      if (Math.abs(more) * longest > TRUST * at.reached) {
        longest = TRUST * at.reached / Math.abs(more);
        blocked = value.length;
      }
    }
    double[] more = taken(rise);
    for (int k = 0; k < limit.length; k++) {
      int i = resource + k;
      rise[i] = solved[k];
      if (active[i]) {
        block(i, value[i], rise[i], 0);
      } else {
        block(i, limit[k] - taken[k], -more[k], ROUNDING * limit[k]);
      }
    }
    Arrays.setAll(
        value, i -> active[i] && i != blocked ? Math.max(0, value[i] + longest * rise[i]) : 0);
    if (blocked < value.length) {
      active[blocked] = !active[blocked];
    }
  }

  /** Ends the step where a number changes its sign, if it does before. */
  private void block(int i, double now, double rise, double tiny) {
    double at = now <= 0 ? 0 : -now / rise;
    if (now + rise < -tiny && at < longest) {
      longest = at;
      blocked = i;
    }
  }
}
