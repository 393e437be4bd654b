package io.gavel.architecture.violations.policies;

import io.gavel.architecture.violations.benchmarks.Tool;
import io.gavel.architecture.violations.policies.lp.Solver;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.jspecify.annotations.Nullable;

/** Dependencies of the api module. */
public final class Directions {
  private Directions() {}

  /** Needs the platform and annotations. */
  @Breaks({})
  public static final class Fine {
    @Nullable String name;
    int[] @Nullable [] numbers;
  }

  @Breaks("API_STANDS_ALONE")
  static final class KnowsAnotherLibrary {
    final Solver solver = new Solver();
  }

  @Breaks("API_STANDS_ALONE")
  static final class KnowsForeignLibrary {
    long factorial() {
      return CombinatoricsUtils.factorial(3);
    }
  }

  @Breaks({"API_STANDS_ALONE", "NOBODY_KNOWS_THE_BENCHMARKS"})
  static final class KnowsTheBenchmarks {
    int answer() {
      return Tool.answer();
    }
  }
}
