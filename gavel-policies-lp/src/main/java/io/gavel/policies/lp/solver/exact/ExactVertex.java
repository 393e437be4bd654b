package io.gavel.policies.lp.solver.exact;

import io.gavel.policies.lp.solver.program.CertifiedSolution;
import io.gavel.policies.statement.Rational;
import java.util.Optional;

/**
 * A point and prices in fractions that prove each other optimal: every line of the program and of
 * its dual holds, every column that is used earns what it pays, and every line that has a price is
 * tight. So their values are equal, and no point is better. Immutable.
 */
public final class ExactVertex {

  private final ExactProgram exact;
  private final PrimalVertex point;
  private final DualVertex prices;

  private ExactVertex(ExactProgram exact, PrimalVertex point, DualVertex prices) {
    this.exact = exact;
    this.point = point;
    this.prices = prices;
  }

  /**
   * The optimum that a solution suggests. Lines that are only nearly tight, and columns that nearly
   * earn what they pay, are tight in one attempt and not in the other.
   *
   * @param zero values, prices and slacks below this part count as 0
   * @return empty if the guess is wrong or the fractions are too long
   */
  public static Optional<ExactVertex> of(ExactProgram exact, CertifiedSolution start, double zero) {
    Guess near = new Guess(exact, start, zero, true);
    Guess clear = new Guess(exact, start, zero, false);
    Optional<DualVertex> prices = DualVertex.of(exact, near).or(() -> DualVertex.of(exact, clear));
    return prices.flatMap(
        p ->
            PrimalVertex.of(exact, near)
                .or(() -> PrimalVertex.of(exact, clear))
                .map(x -> new ExactVertex(exact, x, p)));
  }

  /** The common value of the point and the prices. */
  public Rational value() {
    return point.value();
  }

  /** The value of a column; free columns come last. */
  public Rational column(int c) {
    return point.column(c);
  }

  /** The price of a job's throughput, at least 0. */
  public Rational ofThroughput(int m) {
    return prices.ofThroughput(m);
  }

  /** The price of a job's time, at least 0. */
  public Rational ofTime(int m) {
    return prices.ofTime(m);
  }

  /** The price of a pool, at least 0. */
  public Rational ofPool(int k) {
    return prices.ofLine(k);
  }

  /** The price of a coupling row with the sign that it has in costs. */
  public Rational ofRow(int i) {
    return prices.ofLine(exact.program.poolCount() + i);
  }
}
