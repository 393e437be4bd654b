package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.lp.solver.internal.coefficients.Entries;
import io.gavel.policies.lp.solver.internal.coefficients.Utility;
import io.gavel.policies.lp.solver.internal.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
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

  /** The most steps in a row that only exchange columns and resources; more go in a circle. */
  private static final int MOST_STILL = 20;

  /**
   * The curvature added to each price, relative to that of a resource which jobs share by utility:
   * jobs with all of their time on one column do not respond to prices.
   */
  private static final double CURVATURE = 1e-8;

  /** The least part of the worth of all throughputs of which a resource has the curvature. */
  private static final double LEAST_WORTH = 1e-6;

  /** The pivot, relative to the terms that cancel in it, of a tie that follows from other ties. */
  private static final double SINGULAR = 1e-13;

  /** The relative value below which a fraction, reduced cost or resource is 0. */
  private static final double ROUNDING = 1e-14;

  /** The part of a job's time, on a column or unused, that counts as 0 in a hint. */
  private static final double UNUSED = 1e-6;

  /** The relative worth of a resource that counts as 0. */
  private static final double WORTHLESS = 1e-13;

  /** The residual, relative to the worth of all throughputs, whose square is rounding. */
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

  /** The rate of each column, and of idling. */
  private final double[] rate;

  /** What there is of each resource, {@code [resource]}. */
  private final double[] limit;

  /** Where the resources of each column begin, {@code [column + 1]}. */
  private final int[] first;

  /** The resources that columns take, and how much of them all of a job's time takes. */
  private final int[] taken;

  private final double[] amount;

  /** The fraction of each place, then the price of each resource; 0 unless active. */
  private final double[] value;

  private final boolean[] active;
  private final double[] rise;

  /** The resources of a move, and how much it takes of them. */
  private final int[] of;

  private final double[] to;

  private final Line[] lines;
  private final List<Move> moves;
  private ColumnCosts costs;

  /** The matrix of the last step, or a larger one. */
  private double[][] matrix = new double[0][];

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
    moves = new ArrayList<>(2 * byJob.jobs);
    places = new int[byJob.jobs][];
    columns = byJob.rate.length;
    resource = columns + byJob.jobs;
    rate = Arrays.copyOf(byJob.rate, resource);
    value = new double[resource + price.length];
    active = new boolean[value.length];
    rise = new double[value.length];
    costs = new ColumnCosts(program, price);
    Answer answer = new Answer(costs);
    for (int m : present) {
      int begin = byJob.start[m];
      int end = byJob.start[m + 1];
      for (int c = begin; c < end; c++) {
        value[c] = fractions[c] > UNUSED ? fractions[c] : 0;
      }
      if (time(m) == 0) {
        answer.ask(m, 0);
        Decision.write(answer, answer.faster(), value);
      }
      double idle = 1 - time(m);
      value[columns + m] = idle > UNUSED ? idle : 0;
      double all = time(m) + value[columns + m];
      for (int c = begin; c < end; c++) {
        value[c] /= all;
      }
      places[m] = new int[end - begin + 1];
      Arrays.setAll(places[m], i -> begin + i);
      places[m][places[m].length - 1] = columns + m;
    }
    first = new int[columns + 1];
    Entries entries = new Entries();
    for (int c = 0; c < columns; c++) {
      entries.add(byJob.pool[c], byJob.size[c]);
      program.entries.forEach(
          c, (row, a) -> entries.add(byJob.pools + row, program.program.rows().sign(row) * a));
      first[c + 1] = entries.size();
    }
    of = new int[3 * price.length];
    to = new double[of.length];
    taken = entries.indices();
    amount = entries.values();
    limit = new double[price.length];
    Arrays.setAll(limit, program::limit);
    double nothing = WORTHLESS * program.worth(price);
    double[] sums = sums(value);
    for (int k = 0; k < price.length; k++) {
      boolean hasPrice = price[k] * limit[k] > nothing || limit[k] <= sums[k];
      value[resource + k] = hasPrice ? price[k] : 0;
      active[resource + k] = hasPrice;
    }
    for (int i = 0; i < resource; i++) {
      active[i] = value[i] > 0;
    }
  }

  /** Returns the time of a job on its columns. */
  private double time(int m) {
    double time = 0;
    for (int c = program.columns.start[m]; c < program.columns.start[m + 1]; c++) {
      time += value[c];
    }
    return time;
  }

  /** Returns the solution; empty if too many steps do not lead to one. */
  Optional<CertifiedSolution> solve(SolveLimits limits) {
    int most = Math.min(MOST_STEPS, limits.maxSteps());
    boolean last = false;
    int still = 0;
    for (int steps = 0; steps <= most && still < MOST_STILL && measure(); steps++) {
      if (last) {
        return Optional.of(solution());
      }
      limits.check();
      last = step();
      still = longest > 0 ? 0 : still + 1;
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
          reached += rate[i] * value[i];
          slow = slow < 0 || rate[i] < rate[slow] ? i : slow;
          fast = fast < 0 || rate[i] > rate[fast] ? i : fast;
        }
      }
      if (!(reached > 0)) {
        return false;
      }
      Line at = new Line(slow, fast, reached, Utility.slope(byJob.power, byJob.weight[m], reached));
      lines[m] = at;
      double range = rate[fast] - rate[slow];
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
    double range = rate[at.fast] - rate[at.slow];
    return range > 0 ? (rate[i] - rate[at.slow]) / range : 0;
  }

  /** Returns the slope of the costs of a mix of two places. */
  private double slope(ColumnCosts of, Line at, double ofOne) {
    double range = rate[at.fast] - rate[at.slow];
    return range > 0 ? (cost(of, at.fast) - cost(of, at.slow)) / range : ofOne;
  }

  /** Returns by how much a place costs more than a line from the slowest place in use. */
  private double above(ColumnCosts of, Line at, double slope, int i) {
    return cost(of, i) - cost(of, at.slow) - slope * (rate[i] - rate[at.slow]);
  }

  /** Returns the reduced cost of a move. */
  private double reduced(Move move) {
    Line at = move.line;
    double slope = move.response > 0 ? at.slope : slope(costs, at, at.slope);
    return above(costs, at, slope, move.place);
  }

  /** Returns the use of each resource for times at places, {@code [resource]}. */
  private double[] sums(double[] time) {
    double[] sums = new double[limit.length];
    for (int c = 0; c < columns; c++) {
      for (int e = first[c]; time[c] != 0 && e < first[c + 1]; e++) {
        sums[taken[e]] += time[c] * amount[e];
      }
    }
    return sums;
  }

  /** Writes the resources of a move to {@link #of} and {@link #to}; returns their number. */
  private int entries(Move move) {
    int count = entries(0, move.place, 1);
    count = entries(count, move.line.slow, move.part - 1);
    return entries(count, move.line.fast, -move.part);
  }

  private int entries(int count, int i, double part) {
    int next = count;
    if (i < columns && part != 0) {
      for (int e = first[i]; e < first[i + 1]; e++) {
        of[next] = taken[e];
        to[next++] = part * amount[e];
      }
    }
    return next;
  }

  /** Takes one step; returns whether it was the last one. */
  private boolean step() {
    int ties = (int) moves.stream().filter(move -> move.response == 0).count();
    // The unknown of each price. Those of rows come first, then ties, then pools, which couple all
    // jobs.
    int[] at = new int[limit.length];
    int rest = ties + (int) IntStream.range(resource, value.length).filter(i -> active[i]).count();
    int next = 0;
    int firstTie = 0;
    for (int i = 0; i < at.length; i++) {
      int k = (program.columns.pools + i) % at.length;
      firstTie = k == 0 ? next : firstTie;
      next += k == 0 ? ties : 0;
      at[k] = active[resource + k] ? next++ : rest; // one place for all without a price
    }
    next = firstTie;
    double[] sums = sums(value);
    double worth = Arrays.stream(present).mapToDouble(m -> lines[m].slope * lines[m].reached).sum();
    matrix = matrix.length > rest ? matrix : new double[rest + 1][rest + 1];
    double[][] a = matrix;
    for (double[] row : a) {
      Arrays.fill(row, 0);
    }
    double[] b = new double[rest + 1];
    double residual = 0;
    for (Move move : moves) {
      double above = reduced(move);
      residual += Math.abs(above);
      int count = entries(move);
      boolean isTie = move.response == 0;
      for (int e = 0; e < count && isTie; e++) {
        a[at[of[e]]][next] += to[e];
        a[next][at[of[e]]] += to[e];
      }
      for (int e = 0; e < count && !isTie; e++) {
        int k = at[of[e]];
        double responds = move.response * to[e];
        b[k] -= responds * above;
        for (int f = 0; f < count; f++) {
          a[k][at[of[f]]] += responds * to[f];
        }
      }
      if (isTie) {
        b[next++] = -above;
      }
    }
    for (int k = 0; k < at.length; k++) {
      double least = Math.max(limit[k] * costs.price[k], LEAST_WORTH * worth);
      a[at[k]][at[k]] += CURVATURE * limit[k] / least * limit[k];
      double left = limit[k] - sums[k];
      b[at[k]] -= Math.abs(left) > ROUNDING * limit[k] ? left : 0;
    }
    double[] solved = solve(a, b, rest);
    double[] change = Arrays.stream(at).mapToDouble(i -> solved[i]).toArray();
    for (int k = 0; k < at.length; k++) { // a resource that is exceeded may have no price yet
      residual += Math.abs(limit[k] - sums[k]) * (costs.price[k] + Math.abs(change[k]));
    }
    advance(change, Arrays.copyOfRange(solved, firstTie, firstTie + ties), sums, worth);
    return longest == 1 && residual <= SMALL * (1 - program.columns.power) * worth;
  }

  /**
   * Solves symmetric equations, positive definite in the prices and negative definite in the ties,
   * by elimination; unknowns without a pivot are eliminated later.
   *
   * @param a the matrix; destroyed
   * @param b the right side; destroyed
   * @param count of equations
   * @return the value of each unknown; 0 if the equations leave it open. The entry after the last
   *     unknown is 0
   */
  private static double[] solve(double[][] a, double[] b, int count) {
    int[] order = new int[count];
    boolean[] done = new boolean[count];
    double[] scale = new double[count];
    int first = 0; // all before it are eliminated
    int last = 0;
    for (int before = -1; before < last; ) {
      before = last;
      for (int j = first; j < count; j++) {
        if (!done[j] && Math.abs(a[j][j]) > SINGULAR * scale[j]) {
          done[j] = true;
          order[last++] = j;
          while (first < count && done[first]) {
            first++;
          }
          for (int i = first; i < count; i++) {
            if (!done[i] && a[j][i] != 0) {
              double factor = a[j][i] / a[j][j];
              scale[i] += Math.abs(factor * a[j][i]);
              for (int k = first; k < count; k++) {
                a[i][k] -= factor * a[j][k];
              }
              b[i] -= factor * b[j];
            }
          }
        }
      }
    }
    double[] x = new double[count + 1];
    for (int t = last - 1; t >= 0; t--) {
      int j = order[t];
      double sum = b[j];
      for (int s = t + 1; s < last; s++) {
        sum -= a[j][order[s]] * x[order[s]];
      }
      x[j] = sum / a[j][j];
    }
    return x;
  }

  /**
   * Moves until one sign would change, and updates the active set.
   *
   * @param change of each price
   * @param ties the negative time moved to each
   * @param sums the use of each resource at the point, {@code [resource]}
   * @param worth of all throughputs
   */
  private void advance(double[] change, double[] ties, double[] sums, double worth) {
    ColumnCosts rises = new ColumnCosts(program, change);
    Arrays.fill(rise, 0);
    int next = 0;
    for (Move move : moves) {
      Line at = move.line;
      double more = reduced(move) + above(rises, at, 0, move.place);
      double moved = move.response > 0 ? -move.response * more : -ties[next++];
      rise[move.place] += moved;
      rise[at.slow] -= (1 - move.part) * moved;
      rise[at.fast] -= move.part * moved;
    }
    longest = 1;
    blocked = value.length;
    for (int m : present) {
      Line at = lines[m];
      double slope = slope(costs, at, at.slope);
      double riseOfSlope = slope(rises, at, 0);
      double more = 0;
      for (int i : places[m]) {
        more += rate[i] * rise[i];
        if (active[i]) {
          block(i, value[i], rise[i], ROUNDING);
        } else {
          double rising = above(rises, at, riseOfSlope, i);
          block(i, above(costs, at, slope, i), rising, ROUNDING * at.slope * at.reached);
        }
      }
      if (Math.abs(more) * longest > TRUST * at.reached) {
        longest = TRUST * at.reached / Math.abs(more);
        blocked = value.length;
      }
    }
    double[] more = sums(rise);
    for (int k = 0; k < limit.length; k++) {
      int i = resource + k;
      rise[i] = change[k];
      if (active[i]) {
        block(i, value[i], rise[i], limit[k] > 0 ? ROUNDING * worth / limit[k] : 0);
      } else {
        block(i, limit[k] - sums[k], -more[k], ROUNDING * limit[k]);
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
