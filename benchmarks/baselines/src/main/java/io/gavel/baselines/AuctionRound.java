package io.gavel.baselines;

import io.gavel.policies.Allocation;
import io.gavel.policies.AllocationProblem;
import io.gavel.policies.lp.welfare.NashWelfare;
import io.gavel.policies.lp.welfare.PartialAllocation;

/**
 * One round of the partial allocation auction in which Themis (NSDI 2020) assigns workers for the
 * length of a lease.
 *
 * <p>The jobs of the problem bid for its workers. A bid is a value {@code V_m(x)} for every bundle,
 * and must be homogeneous: the job's throughputs give the value of a bundle, {@code V_m(x) = Σ_j
 * T_mj x_mj}, and its scale factor the number of workers that it can use at once. Then
 *
 * <pre>
 *   x      maximises Π_m V_m(x)                  proportionally fair
 *   x^-m   the same without bidder m
 *   c_m  = Π_{i≠m} V_i(x) / V_i(x^-m)            what bidder m costs the others, in (0, 1]
 *   won_m = c_m x_m                              the rest, 1 − c_m, is its hidden payment
 * </pre>
 *
 * <p>No bidder gains by reporting false values, for all reports of the other bidders: {@code
 * V_m(won_m)} is the product of all values at {@code x}, divided by a product that bidder m cannot
 * influence, and {@code x} maximises the numerator if the bidder reports its true values. Each
 * bidder keeps at least {@code (1 − 1/n)^(n−1) ≥ 1/e} of its proportionally fair value. Both hold
 * with limits on the bidders' time, which are known and not reported. With weights the products are
 * weighted; the bounds are for equal weights.
 *
 * <p>Takes n + 2 solves of Nash welfare. Immutable.
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
   * @return the result of the auction
   * @throws io.gavel.policies.SolveFailedException if a program has no certified solution
   */
  public static AuctionRound of(AllocationProblem offer) {
    return new AuctionRound(
        NashWelfare.create().allocate(offer), PartialAllocation.create().allocate(offer));
  }

  /**
   * Returns the proportionally fair allocation, before payments.
   *
   * @return the optimum of Nash welfare, with its prices
   */
  public Allocation fair() {
    return fair;
  }

  /**
   * Returns the allocation that the bidders won.
   *
   * @return fractions of the lease for which they have their gang, by worker type
   */
  public Allocation won() {
    return won;
  }

  /**
   * Returns the part of its proportionally fair value that a bidder keeps.
   *
   * @param m a job index
   * @return {@code c_m}, from 0 to 1; 1 for a job that cannot run
   */
  public double kept(int m) {
    double before = fair.effectiveThroughput(m);
    return before == 0 ? 1 : Math.min(1, won.effectiveThroughput(m) / before);
  }
}
