package io.gavel.architecture.violations.mechanism;

import io.gavel.architecture.violations.policies.Breaks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

final class Statics {
  private Statics() {}

  @Breaks({})
  static final class Constants {
    static final double TOLERANCE = 1e-9;
    static final String[] NONE = {};
    static final List<String> NAMES = List.of("a", "b");
    static final Map<String, Integer> NUMBERS = Map.of("a", 1);
    static final Set<String> UNMODIFIABLE = Collections.unmodifiableSet(Set.of());
    static final Comparator<String> ORDER = Comparator.comparing(String::length);
    final double[] perInstance = {1, 2};
  }

  @Breaks({})
  enum Numbers {
    ONE,
    TWO;

    String name(TimeUnit unit) {
      return switch (unit) {
        case SECONDS -> "s";
        default -> "?";
      };
    }
  }

  @Breaks("NO_STATIC_MUTABLE_STATE")
  static final class Counts {
    static int calls;
  }

  @Breaks("NO_STATIC_MUTABLE_STATE")
  static final class HoldsAnArray {
    private static final double[] WEIGHTS = {1, 2};

    double first() {
      return WEIGHTS[0];
    }
  }

  @Breaks("NO_STATIC_MUTABLE_STATE")
  static final class HoldsAList {
    static final List<String> SEEN = new ArrayList<>();
  }

  @Breaks("NO_STATIC_MUTABLE_STATE")
  static final class HoldsAMap {
    static final Map<Numbers, String> CACHE = new EnumMap<>(Numbers.class);
  }

  @Breaks("NO_STATIC_MUTABLE_STATE")
  static final class HoldsACounter {
    static final AtomicLong CALLS = new AtomicLong();
  }

  @Breaks("NO_STATIC_MUTABLE_STATE")
  static final class HoldsARandom {
    static final Random RANDOM = new Random(1);
  }

  @Breaks("NO_STATIC_MUTABLE_STATE")
  static final class HoldsOneAThread {
    static final ThreadLocal<String> NAME = new ThreadLocal<>();
  }
}
