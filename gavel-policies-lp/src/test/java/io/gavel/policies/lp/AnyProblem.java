package io.gavel.policies.lp;

import io.gavel.policies.AllocationProblem;
import io.gavel.policies.contract.ProblemArbitraries;
import io.gavel.policies.lp.Problems.Kind;
import java.util.Arrays;
import java.util.function.BiFunction;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ArbitrarySupplier;

/** Parameters of properties: random problems of all kinds, which shrink to few jobs. */
public class AnyProblem implements ArbitrarySupplier<AllocationProblem> {

  private final BiFunction<Long, Kind, AllocationProblem> make;
  private final Kind[] kinds;

  /** All kinds. */
  public AnyProblem() {
    this(Kind.values());
  }

  private AnyProblem(Kind... kinds) {
    this(Problems::random, kinds);
  }

  AnyProblem(BiFunction<Long, Kind, AllocationProblem> make, Kind... kinds) {
    this.make = make;
    this.kinds = kinds;
  }

  @Override
  public Arbitrary<AllocationProblem> get() {
    return ProblemArbitraries.seeded(
        seed -> make.apply(seed, kinds[(int) Math.floorMod(seed, (long) kinds.length)]));
  }

  /** Without rates over twelve orders of magnitude, which are beyond some oracles. */
  public static final class OfModerateRates extends AnyProblem {
    /** For jqwik. */
    public OfModerateRates() {
      super(
          Arrays.stream(Kind.values())
              .filter(kind -> kind != Kind.WIDE_RATES)
              .toArray(Kind[]::new));
    }
  }

  /** With equal jobs and rates. */
  public static final class OfTies extends AnyProblem {
    /** For jqwik. */
    public OfTies() {
      super(Kind.TIES);
    }
  }

  /** With shares of workers. */
  public static final class OfShares extends AnyProblem {
    /** For jqwik. */
    public OfShares() {
      super(Kind.SHARES);
    }
  }

  /** With pairs. */
  public static final class OfPairs extends AnyProblem {
    /** For jqwik. */
    public OfPairs() {
      super(Kind.PAIRS);
    }
  }

  /** Of jobs with rates and weights of one size. */
  public static final class Plain extends AnyProblem {
    /** For jqwik. */
    public Plain() {
      super(Kind.PLAIN);
    }
  }
}
