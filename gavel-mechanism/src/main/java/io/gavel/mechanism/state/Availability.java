package io.gavel.mechanism.state;

/**
 * Whether a worker can be used, now and from the next plan on.
 *
 * <table>
 *   <caption>What becomes of it</caption>
 *   <tr><th></th><th>lost</th><th>drained</th><th>returned</th><th>a round is planned</th></tr>
 *   <tr><th>UP</th><td>OUT</td><td>DRAINING</td><td>UP</td><td>UP</td></tr>
 *   <tr><th>DRAINING</th><td>OUT</td><td>DRAINING</td><td>UP</td><td>OUT</td></tr>
 *   <tr><th>OUT</th><td>OUT</td><td>OUT</td><td>RETURNED</td><td>OUT</td></tr>
 *   <tr><th>RETURNED</th><td>OUT</td><td>OUT</td><td>RETURNED</td><td>UP</td></tr>
 * </table>
 */
public enum Availability {
  /** It can be used. */
  UP,
  /** It finishes the round and is given to nobody after that. */
  DRAINING,
  /** It cannot be used. */
  OUT,
  /** It is back, and can be used from the next plan on. */
  RETURNED
}
