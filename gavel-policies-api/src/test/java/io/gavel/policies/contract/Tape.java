package io.gavel.policies.contract;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What {@link Draws} reads: the numbers drawn up to now, and those that a seed adds at the end. All
 * that read one tape read the same numbers. Mutable.
 */
final class Tape {

  private final OptionalLong seed;
  private final Optional<Random> source;
  private double[] numbers;
  private int length;

  private Tape(OptionalLong seed, double... numbers) {
    this.seed = seed;
    this.source = seed.isPresent() ? Optional.of(new Random(seed.getAsLong())) : Optional.empty();
    this.numbers = numbers;
    this.length = numbers.length;
  }

  static Tape ofSeed(long seed) {
    return new Tape(OptionalLong.of(seed));
  }

  /** Zeros at the end mean nothing. */
  static Tape of(double... numbers) {
    int length = numbers.length;
    while (length > 0 && numbers[length - 1] == 0) {
      length--;
    }
    return new Tape(OptionalLong.empty(), Arrays.copyOf(numbers, length));
  }

  int length() {
    return length;
  }

  double[] numbers() {
    return Arrays.copyOf(numbers, length);
  }

  double read(int i, ToDoubleFunction<Random> fresh) {
    if (i == length && source.isPresent()) {
      numbers = length < numbers.length ? numbers : Arrays.copyOf(numbers, 16 + 2 * length);
      numbers[length++] = fresh.applyAsDouble(source.get());
    }
    return i < length ? numbers[i] : 0;
  }

  @Override
  public String toString() {
    return seed.isPresent()
        ? "ofSeed(" + seed.getAsLong() + "L)"
        : Arrays.stream(numbers)
            .mapToObj(number -> number == Math.rint(number) ? "" + (long) number : "" + number)
            .collect(Collectors.joining(", ", "of(", ")"));
  }
}
