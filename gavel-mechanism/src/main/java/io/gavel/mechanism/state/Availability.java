package io.gavel.mechanism.state;

/**
 * The availability of a worker, now and from the next plan on.
 *
 * <table>
 *   <caption>Transitions</caption>
 *   <tr><th></th><th>lost</th><th>drained</th><th>returned</th><th>a round is planned</th></tr>
 *   <tr><th>UP</th><td>OUT</td><td>DRAINING</td><td>UP</td><td>UP</td></tr>
 *   <tr><th>DRAINING</th><td>OUT</td><td>DRAINING</td><td>UP</td><td>OUT</td></tr>
 *   <tr><th>OUT</th><td>OUT</td><td>OUT</td><td>RETURNED</td><td>OUT</td></tr>
 *   <tr><th>RETURNED</th><td>OUT</td><td>OUT</td><td>RETURNED</td><td>UP</td></tr>
 * </table>
 */
public enum Availability {
  /** The worker can be used. */
  UP,
  /** The worker serves until the end of the round and is not used after that. */
  DRAINING,
  /** The worker cannot be used. */
  OUT,
  /** The worker is back and serves from the next plan, or from {@code fill}, on. */
  RETURNED
}
