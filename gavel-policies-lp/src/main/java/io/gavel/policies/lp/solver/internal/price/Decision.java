package io.gavel.policies.lp.solver.internal.price;

import java.util.Arrays;

/**
 * Which jobs of a program certainly keep their columns near given prices, and which columns the
 * remaining, open jobs may use. Mutable.
 */
final class Decision {

  /** In {@link #to}: the job is not aggregated. */
  static final int NONE = -2;

  /** Whether the job is part of the master as it is, {@code [job]}. */
  final boolean[] open;

  /** Whether an open job may use the column, {@code [column]}. */
  final boolean[] used;

  /** The fractions of decided jobs of a sum, {@code [column]}; empty otherwise. */
  final double[] held;

  /** The slower and the faster column of decided jobs that scale together, {@code [job]}. */
  final int[] from;

  final int[] to;

  /** Their throughput; that of one unit if there is a level. */
  final double[] throughput;

  /** The slope of their utility times their throughput; empty without utilities. */
  final double[] worth;

  /** Leaves all jobs decided, with given fractions; empty if they scale. */
  Decision(PricedProgram program, double[] held) {
    int jobs = program.isSum ? 0 : program.columns.jobs;
    open = new boolean[program.columns.jobs];
    used = new boolean[program.columns.rate.length];
    this.held = held;
    from = new int[jobs];
    to = new int[jobs];
    throughput = new double[jobs];
    worth = new double[program.program.hasUtility() ? jobs : 0];
    Arrays.fill(to, NONE);
  }

  /**
   * Decides by prices.
   *
   * @param level the level that jobs are assumed to reach, if the program has one
   * @param radius the assumed relative error of the prices and the level
   * @param slowest the job that limits the level first, which is never sure to have time left
   */
  static Decision of(ColumnCosts costs, double level, double radius, int slowest) {
    PricedProgram program = costs.program;
    double[] demand = program.isSum ? program.columns.floor : program.columns.requirement;
    boolean hasUtility = program.program.hasUtility();
    boolean plain = program.program.rows().count() == 0; // rows may ask for more than the level
    Decision decision =
        new Decision(program, new double[program.isSum ? program.columns.rate.length : 0]);
    Answer answer = new Answer(costs);
    for (int m = 0; m < demand.length; m++) {
      if (program.isSum || demand[m] > 0 || program.columns.weight[m] > 0) {
        answer.ask(m, program.isSum ? demand[m] : level * demand[m]);
        boolean scales = program.isSum || !hasUtility || scales(answer, program);
        if (!scales || !answer.isStable(radius, plain && m != slowest)) {
          decision.open[m] = true;
          answer.mark(radius, decision.used);
        } else if (program.isSum) {
          write(answer, answer.faster(), decision.held);
        } else {
          decision.from[m] = answer.from;
          decision.to[m] = answer.to;
          decision.throughput[m] = hasUtility ? answer.throughput() : demand[m];
          if (hasUtility) {
            decision.worth[m] = answer.owed * decision.throughput[m];
          }
        }
      }
    }
    return decision;
  }

  /** Opens a job of a sum with all of its columns, {@code from} to {@code end}. */
  void open(int m, int from, int end) {
    open[m] = true;
    Arrays.fill(used, from, end, true);
    Arrays.fill(held, from, end, 0);
  }

  /** Returns whether new prices change the throughput of all jobs on two bundles by one factor. */
  private static boolean scales(Answer answer, PricedProgram program) {
    return answer.from == Answer.IDLE
        || program.bundle[answer.from] == program.bundle[answer.to]
        || program.columns.size[answer.from] == program.columns.size[answer.to];
  }

  /** Writes the fractions of an answer, {@code [column]}. */
  static void write(Answer answer, double faster, double[] x) {
    if (answer.from != Answer.IDLE) {
      x[answer.from] = 1 - faster;
    }
    if (answer.to != Answer.IDLE) {
      x[answer.to] = faster;
    }
  }

  /** Returns the number of columns that open jobs may use. */
  int usedCount() {
    int count = 0;
    for (boolean isUsed : used) {
      count += isUsed ? 1 : 0;
    }
    return count;
  }
}
