package io.gavel.architecture.violations.policies.lp;

import io.gavel.architecture.violations.policies.Breaks;

final class Withers {
  private Withers() {}

  @Breaks({})
  record Copies(int slices, boolean slos) {
    Copies withSlices(int other) {
      return new Copies(other, slos);
    }

    Copies withoutSlos() {
      return new Copies(slices, false);
    }

    static Copies withdrawn() {
      return new Copies(0, true);
    }
  }

  @Breaks("WITH_IS_NEVER_STATIC")
  record DropsOptions(int slices, boolean slos) {
    static DropsOptions withSlices(int slices) {
      return new DropsOptions(slices, true);
    }
  }

  @Breaks("WITH_IS_NEVER_STATIC")
  record DropsAll(int slices) {
    static DropsAll with(int slices) {
      return new DropsAll(slices);
    }
  }

  @Breaks("WITH_IS_NEVER_STATIC")
  record DropsWithout(int slices, boolean slos) {
    static DropsWithout withoutSlos() {
      return new DropsWithout(20, false);
    }
  }
}
