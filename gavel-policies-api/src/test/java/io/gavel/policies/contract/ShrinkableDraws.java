package io.gavel.policies.contract;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingDistance;

/**
 * Numbers that shrink in passes: long runs of them are left out or become 0, then shorter runs, and
 * at last single numbers become smaller or shorter to write.
 *
 * @param tape the numbers
 * @param pass the first to try: the one that led here, as earlier ones found nothing just before
 */
record ShrinkableDraws(Tape tape, int pass) implements Shrinkable<Draws> {

  /** Short runs of any length, because jobs, events and the like take a few numbers each. */
  private static final List<Integer> RUNS =
      IntStream.concat(
              IntStream.iterate(1 << 20, size -> size > 8, size -> size / 2),
              IntStream.iterate(8, size -> size > 0, size -> size - 1))
          .boxed()
          .toList();

  private static final int PASSES = RUNS.size() + 2;

  /** Counts of jobs and the like mostly come first. */
  private static final int MOST_COUNTS = 8;

  /** More than any whole number that is drawn: fractions are to become whole, then short. */
  private static final long FRACTION = 1L << Integer.SIZE;

  ShrinkableDraws(Tape tape) {
    this(tape, 0);
  }

  @Override
  public Draws value() {
    return new Draws(tape);
  }

  @Override
  public Stream<Shrinkable<Draws>> shrink() {
    double[] numbers = tape.numbers();
    ShrinkingDistance distance = distance();
    return IntStream.range(pass, pass + PASSES)
        .map(next -> next % PASSES)
        .boxed()
        .flatMap(
            next ->
                smaller(numbers, next)
                    .<Shrinkable<Draws>>map(less -> new ShrinkableDraws(Tape.of(less), next)))
        .filter(smaller -> smaller.distance().compareTo(distance) < 0);
  }

  private static Stream<double[]> smaller(double[] numbers, int pass) {
    if (pass < RUNS.size()) {
      return runs(numbers, RUNS.get(pass));
    }
    return pass == RUNS.size() ? counts(numbers) : singles(numbers);
  }

  /** Runs of a length, from the end. */
  private static Stream<double[]> runs(double[] numbers, int size) {
    int step = Math.max(1, size / 8);
    return IntStream.iterate(numbers.length - size, start -> start >= 0, start -> start - step)
        .boxed()
        .flatMap(start -> Stream.of(without(numbers, start, size), zeroed(numbers, start, size)));
  }

  private static double[] without(double[] numbers, int start, int size) {
    double[] fewer = Arrays.copyOf(numbers, numbers.length - size);
    System.arraycopy(numbers, start + size, fewer, start, fewer.length - start);
    return fewer;
  }

  private static double[] zeroed(double[] numbers, int start, int size) {
    double[] smaller = numbers.clone();
    Arrays.fill(smaller, start, start + size, 0);
    return smaller;
  }

  /** One less of something, and its numbers left out. */
  private static Stream<double[]> counts(double[] numbers) {
    return IntStream.range(0, Math.min(numbers.length, MOST_COUNTS))
        .filter(i -> isWhole(numbers[i]) && numbers[i] > 0)
        .mapToObj(i -> with(numbers, i, numbers[i] - 1))
        .flatMap(
            fewer ->
                RUNS.stream()
                    .filter(size -> size <= MOST_COUNTS)
                    .flatMap(size -> runs(fewer, size)));
  }

  private static Stream<double[]> singles(double[] numbers) {
    return IntStream.range(0, numbers.length)
        .boxed()
        .flatMap(i -> smaller(numbers[i]).mapToObj(number -> with(numbers, i, number)));
  }

  private static double[] with(double[] numbers, int i, double number) {
    double[] smaller = numbers.clone();
    smaller[i] = number;
    return smaller;
  }

  private static DoubleStream smaller(double number) {
    return isWhole(number)
        ? DoubleStream.of(Math.rint(number / 2), number - Math.signum(number))
        : DoubleStream.concat(
            DoubleStream.of(1, 2, 10, 100, 1e4).map(scale -> Math.floor(number * scale) / scale),
            DoubleStream.of(Math.floor(10 * number - 1) / 10));
  }

  @Override
  public ShrinkingDistance distance() {
    double[] numbers = tape.numbers();
    double sizes = Arrays.stream(numbers).map(ShrinkableDraws::size).sum();
    return ShrinkingDistance.of(numbers.length, (long) sizes);
  }

  private static double size(double number) {
    return isWhole(number)
        ? Math.abs(number)
        : FRACTION + 1000.0 * Double.toString(number).length() + Math.floor(Math.abs(10 * number));
  }

  private static boolean isWhole(double number) {
    return number == Math.rint(number);
  }
}
