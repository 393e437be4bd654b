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
 * in the last pass single numbers become smaller or shorter to write.
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

  private static final int PASSES = RUNS.size() + 1;

  /** More than any whole number that is drawn. */
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
                (next < RUNS.size() ? runs(numbers, RUNS.get(next)) : singles(numbers))
                    .<Shrinkable<Draws>>map(less -> new ShrinkableDraws(Tape.of(less), next)))
        .filter(smaller -> smaller.distance().compareTo(distance) < 0);
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
        : DoubleStream.of(1, 2, 10, 100, 1e4).map(scale -> Math.rint(number * scale) / scale);
  }

  @Override
  public ShrinkingDistance distance() {
    double[] numbers = tape.numbers();
    double sizes = Arrays.stream(numbers).map(ShrinkableDraws::size).sum();
    return ShrinkingDistance.of(numbers.length, (long) sizes);
  }

  private static double size(double number) {
    return isWhole(number) ? Math.abs(number) : FRACTION + Double.toString(number).length();
  }

  private static boolean isWhole(double number) {
    return number == Math.rint(number);
  }
}
