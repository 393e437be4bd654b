package io.gavel.policies.lp.solver.exact;

import io.gavel.policies.Prices;
import io.gavel.policies.constraint.Relation;
import io.gavel.policies.lp.solver.program.AllocationProgram;
import io.gavel.policies.lp.solver.program.CertifiedSolution;
import java.util.Arrays;

/**
 * Which columns are used and which lines are tight at an optimum, as a solution in doubles
 * suggests. What has a price is tight. Immutable.
 */
final class Guess {

  private final ExactProgram exact;

  private final double zero;
  private final boolean near;

  final double level;

  /** The values of columns; 0 if they are not used. */
  final double[] x;

  /** Whether a column earns what it pays. */
  final boolean[] open;

  final boolean[] timeIsTight;
  final boolean[] demandIsTight;
  final boolean[] lineIsTight;

  /** Prices of throughput, of time, and of lines with their sign in costs; 0 if there is none. */
  final double[] ofThroughput;

  final double[] ofTime;
  final double[] ofLine;

  /**
   * A guess.
   *
   * @param start a solution of the program
   * @param zero values and prices below this part of the largest count as 0
   * @param near whether slacks and reduced costs below this part count as 0 as well; otherwise
   *     lines are tight only if they have a price, and columns earn what they pay only if they are
   *     used
   */
  Guess(ExactProgram exact, CertifiedSolution start, double zero, boolean near) {
    this.exact = exact;
    this.zero = zero;
    this.near = near;
    AllocationProgram program = exact.program;
    level = exact.hasLevel() ? start.objective() : 0;
    double[] all = Arrays.copyOf(start.fractions(), exact.columns);
    double[] free = start.free();
    System.arraycopy(free, 0, all, program.columnCount(), free.length);
    x = all.clone();
    for (int c = 0; c < x.length; c++) {
      x[c] = x[c] > zero ? x[c] : 0;
    }
    Prices prices = start.bound().prices();
    int pools = program.poolCount();
    ofLine = Arrays.copyOf(prices.pools(), exact.lines);
    for (int i = pools; i < exact.lines; i++) {
      ofLine[i] = start.rowPrices()[i - pools] * (exact.relation(i) == Relation.AT_LEAST ? -1 : 1);
    }
    ofThroughput = new double[exact.jobs];
    ofTime = new double[exact.jobs];
    open = new boolean[exact.columns];
    setPrices(prices);
    timeIsTight = new boolean[exact.jobs];
    demandIsTight = new boolean[exact.jobs];
    lineIsTight = new boolean[exact.lines];
    setTight(all);
  }

  private void setPrices(Prices prices) {
    int own = exact.program.jobCount();
    double[] paid = new double[exact.columns];
    double[] size = new double[exact.columns];
    double[] mostOfLine = new double[exact.lines];
    double[] mostOfJob = new double[exact.jobs];
    for (int m = 0; m < own; m++) {
      ofThroughput[m] = prices.ofThroughput(m);
      ofTime[m] = prices.ofTime(m);
    }
    double largest = Double.MIN_NORMAL;
    for (int c = 0; c < exact.columns; c++) {
      size[c] = Math.abs(exact.nearGain(c));
      for (int e = 0; e < exact.line[c].length; e++) {
        double cost = exact.coefficient[c][e] * ofLine[exact.line[c][e]];
        mostOfLine[exact.line[c][e]] = Math.max(mostOfLine[exact.line[c][e]], Math.abs(cost));
        paid[c] += cost;
        size[c] += Math.abs(cost);
      }
      for (int m : exact.members(c)) {
        double earned = exact.rate(c, m) * ofThroughput[m];
        mostOfJob[m] = Math.max(mostOfJob[m], earned);
        if (m >= own && exact.isLimited(m)) {
          ofTime[m] = Math.max(0, exact.nearGain(c) - paid[c]);
        }
        paid[c] += ofTime[m] - earned;
        size[c] += ofTime[m] + earned;
      }
      largest = Math.max(largest, size[c]);
    }
    for (int c = 0; c < exact.columns; c++) {
      open[c] = x[c] > 0 || (near && paid[c] - exact.nearGain(c) <= zero * size[c]);
    }
    for (int m = 0; m < exact.jobs; m++) {
      ofThroughput[m] = mostOfJob[m] > zero * largest ? ofThroughput[m] : 0;
      ofTime[m] = ofTime[m] > zero * largest ? ofTime[m] : 0;
    }
    for (int i = 0; i < exact.lines; i++) {
      ofLine[i] = mostOfLine[i] > zero * largest ? ofLine[i] : 0;
    }
  }

  private void setTight(double[] all) {
    double[] spent = new double[exact.jobs];
    double[] made = new double[exact.jobs];
    double[] used = new double[exact.lines];
    for (int c = 0; c < exact.columns; c++) {
      for (int m : exact.members(c)) {
        spent[m] += all[c];
        made[m] += exact.rate(c, m) * all[c];
      }
      for (int e = 0; e < exact.line[c].length; e++) {
        used[exact.line[c][e]] += exact.coefficient[c][e] * all[c];
      }
    }
    for (int m = 0; m < exact.jobs; m++) {
      double time = exact.time(m);
      boolean full = exact.isLimited(m) && time - spent[m] <= zero * Math.max(1, time);
      timeIsTight[m] = ofTime[m] > 0 || (near && full);
      double owed = 0;
      if (m < exact.program.jobCount()) {
        owed = exact.program.floor(m) + exact.program.requirement(m) * level;
      }
      demandIsTight[m] = ofThroughput[m] > 0 || (near && owed > 0 && made[m] - owed <= zero * owed);
    }
    for (int i = 0; i < exact.lines; i++) {
      double bound = exact.bound(i);
      lineIsTight[i] =
          ofLine[i] != 0
              || exact.relation(i) == Relation.EXACTLY
              || (near && Math.abs(bound - used[i]) <= zero * Math.max(1, Math.abs(bound)));
    }
  }
}
