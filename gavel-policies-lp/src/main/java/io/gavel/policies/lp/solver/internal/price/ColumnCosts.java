package io.gavel.policies.lp.solver.internal.price;

import io.gavel.policies.Prices;
import io.gavel.policies.lp.solver.internal.interior.ColumnsByJob;
import io.gavel.policies.lp.solver.program.CouplingRows;
import io.gavel.policies.lp.solver.program.DualBound;
import java.util.Arrays;

/** What each column costs at given prices of resources, less its gain. Immutable. */
final class ColumnCosts {

  final PricedProgram program;

  /** Prices of pools and then of coupling rows, {@code [resource]}. */
  final double[] price;

  private final int[] pool;
  private final double[] size;
  private final double[] gain;

  /** The costs in coupling rows, and the sums of their absolute terms; empty without rows. */
  private final double[] ofRows;

  private final double[] stakesOfRows;

  ColumnCosts(PricedProgram program, double[] price) {
    ColumnsByJob columns = program.columns;
    this.program = program;
    this.price = price;
    pool = columns.pool;
    size = columns.size;
    gain = columns.gain;
    CouplingRows rows = program.program.rows();
    ofRows = new double[rows.count() > 0 ? size.length : 0];
    stakesOfRows = new double[ofRows.length];
    rows.forEachCost(
        Arrays.copyOfRange(price, columns.pools, columns.pools + rows.count()),
        (c, cost) -> {
          ofRows[c] += cost;
          stakesOfRows[c] += Math.abs(cost);
        });
  }

  /** Returns the cost of all of a job's time on a column; 0 for {@link Answer#IDLE}. */
  double cost(int c) {
    if (c == Answer.IDLE) {
      return 0;
    }
    double cost = size[c] * price[pool[c]];
    if (ofRows.length > 0) {
      cost += ofRows[c];
    }
    return gain.length > 0 ? cost - gain[c] : cost;
  }

  /** Returns the bound that the prices prove with prices of throughput, {@code [job]}. */
  DualBound proof(double[] owed) {
    int pools = program.columns.pools;
    Prices prices = DualBound.claimed(Arrays.copyOf(price, pools), new double[owed.length], owed);
    return DualBound.of(program.program, prices, Arrays.copyOfRange(price, pools, price.length));
  }

  /** Returns how much that changes if each price changes by as much as itself. */
  double stake(int c) {
    if (c == Answer.IDLE) {
      return 0;
    }
    double stake = size[c] * price[pool[c]];
    return ofRows.length > 0 ? stake + stakesOfRows[c] : stake;
  }

  /**
   * Returns the largest change of a cost, relative to what prices contribute to it.
   *
   * @param unit the unit of the other prices
   */
  double change(ColumnCosts other, double unit) {
    double most = 0;
    if (ofRows.length == 0) { // then all costs of a pool change as its price
      for (int k = 0; k < price.length; k++) {
        double larger = Math.max(price[k], unit * other.price[k]);
        double moved = Math.abs(price[k] - unit * other.price[k]);
        most = moved > most * larger ? moved / larger : most;
      }
      return most;
    }
    for (int c = 0; c < size.length; c++) {
      double larger = Math.max(stake(c), unit * other.stake(c));
      double worth = gain.length > 0 ? gain[c] : 0;
      double moved = Math.abs(cost(c) + worth - unit * (other.cost(c) + worth));
      most = moved > most * larger ? moved / larger : most;
    }
    return most;
  }
}
