package io.gavel.policies.lp.solver.internal.interior;

/**
 * A primal and dual point of a {@link BlockProgram}, or a direction between two points: columns
 * with their reduced costs, rows with slack and price, and the level. Mutable.
 */
public final class Iterate {

  /** Columns and their reduced costs, {@code [column block][place]}. */
  public final double[][] x;

  public final double[][] z;

  /** Slacks and prices of rows, {@code [row block][place]}. */
  public final double[][] slack;

  public final double[][] price;

  public double level;

  public Iterate(BlockProgram program) {
    x = BlockProgram.like(program.gain);
    z = BlockProgram.like(program.gain);
    slack = BlockProgram.like(program.limit);
    price = BlockProgram.like(program.limit);
  }

  void moveBy(Iterate direction, double primal, double dual) {
    for (int b = 0; b < x.length; b++) {
      Vectors.add(x[b], primal, direction.x[b]);
      Vectors.add(z[b], dual, direction.z[b]);
    }
    for (int b = 0; b < slack.length; b++) {
      Vectors.add(slack[b], primal, direction.slack[b]);
      Vectors.add(price[b], dual, direction.price[b]);
    }
    level += primal * direction.level;
  }
}
