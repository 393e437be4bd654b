package io.gavel.policies.lp.baseline;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.PartialAllocation;

/**
 * One round of the partial allocation auction by which Themis (NSDI 2020) gives away workers for
 * the length of a lease.
 *
 * <p>The jobs of the problem bid for its workers. A bid is the value {@code V_m(x)} of every
 * bundle, which must be homogeneous: its throughputs say what a bundle is worth, {@code V_m(x) =
 * Σ_j T_mj x_mj}, and its scale factor how many workers it can use at once. Then
 *
 * <pre>
 *   x      maximises Π_m V_m(x)                  proportionally fair
 *   x^-m   the same without bidder m
 *   c_m  = Π_{i≠m} V_i(x) / V_i(x^-m)            what bidder m costs the others, in (0, 1]
 *   won_m = c_m x_m                              the rest, 1 − c_m, is its hidden payment
 * </pre>
 *
 * <p>No bidder gains by reporting other values than its own, whatever the others report: {@code
 * V_m(won_m)} is the product of everybody's values at {@code x} over one that it cannot influence,
 * and {@code x} maximises that product if it reports the truth. Each keeps at least {@code (1 −
 * 1/n)^(n−1) ≥ 1/e} of its proportionally fair value. Both hold with limits on everybody's time,
 * which are known and not reported. With weights the products are weighted, and the bounds are for
 * equal ones.
 *
 * <p>n + 2 solves of Nash welfare. Immutable.
 */
public final class AuctionRound {

  private final Allocation fair;
  private final Allocation won;

  private AuctionRound(Allocation fair, Allocation won) {
    this.fair = fair;
    this.won = won;
  }

  /**
   * Holds the auction.
   *
   * @param offer the bidders with their bids, and the workers on offer; without pairs
   * @return who won what
   * @throws io.gavel.policies.SolveFailedException if a program has no certified answer
   */
  public static AuctionRound of(AllocationProblem offer) {
    return new AuctionRound(
        NashWelfare.create().allocate(offer), PartialAllocation.create().allocate(offer));
  }

  /**
   * The proportionally fair allocation, before payments.
   *
   * @return the optimum of Nash welfare, with its prices
   */
  public Allocation fair() {
    return fair;
  }

  /**
   * What bidders won.
   *
   * @return fractions of the lease for which they have their gang, by worker type
   */
  public Allocation won() {
    return won;
  }

  /**
   * The part of its proportionally fair value that a bidder keeps.
   *
   * @param m a job index
   * @return {@code c_m}, from 0 to 1; 1 for a job that can run nowhere
   */
  public double kept(int m) {
    double before = fair.effectiveThroughput(m);
    return before == 0 ? 1 : Math.min(1, won.effectiveThroughput(m) / before);
  }

  /**
   * What a bidder won in whole workers for the whole lease, for jobs that can run on any number up
   * to their scale factor, at a throughput in proportion.
   *
   * @param m a job index
   * @param j a type index
   * @return workers, rounded down
   */
  public int wholeWorkers(int m, int j) {
    // What is whole but for the solver's rounding is whole.
    return (int) Math.floor(won.fraction(m, j) * won.problem().workers(m) * (1 + 1e-9) + 1e-9);
  }

  /**
   * Workers of a pool that nobody won, in part the hidden payments.
   *
   * @param k a pool index
   * @return workers on average over the lease, at least 0
   */
  public double leftover(int k) {
    return won.problem().cluster().poolWorkers(k) - won.workersUsed(k);
  }
}
