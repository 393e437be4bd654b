package io.gavel.architecture.violations.estimator;

import io.gavel.architecture.violations.policies.Breaks;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

final class Randoms {
  private Randoms() {}

  @Breaks({})
  static final class Seeded {
    void shuffle(List<String> list, long seed) {
      Collections.shuffle(list, new Random(seed));
      new SplittableRandom(seed).ints(3).forEach(index -> list.add(String.valueOf(index)));
    }
  }

  @Breaks("NO_DEFAULT_RANDOM")
  static final class OfMath {
    double next() {
      return Math.random();
    }
  }

  @Breaks("NO_DEFAULT_RANDOM")
  static final class Unseeded {
    int next() {
      return new Random().nextInt(3);
    }
  }

  @Breaks("NO_DEFAULT_RANDOM")
  static final class UnseededByReference {
    final Supplier<SplittableRandom> source = SplittableRandom::new;
  }

  @Breaks("NO_DEFAULT_RANDOM")
  static final class OfTheThread {
    int next() {
      return ThreadLocalRandom.current().nextInt();
    }
  }

  @Breaks("NO_DEFAULT_RANDOM")
  static final class OfThePlatform {
    RandomGenerator source() {
      return RandomGenerator.getDefault();
    }
  }

  @Breaks("NO_DEFAULT_RANDOM")
  static final class Shuffles {
    void shuffle(List<String> list) {
      Collections.shuffle(list);
    }
  }

  @Breaks("NO_DEFAULT_RANDOM")
  static final class Identifiers {
    UUID next() {
      return UUID.randomUUID();
    }
  }
}
