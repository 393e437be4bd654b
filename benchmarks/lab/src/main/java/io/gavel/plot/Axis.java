package io.gavel.plot;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** An axis that spans its data, with round labels. Immutable. */
final class Axis {

  private static final int MOST_TICKS = 6;

  /** The error of a tick at an end of the data, in steps. */
  private static final double ROUNDING = 1e-9;

  private static final double[] ROUND = {1, 2, 5, 10};

  private final double low;
  private final double high;
  private final double from;
  private final double to;
  private final DoubleUnaryOperator scale;
  private final List<Double> ticks;

  private Axis(
      double low,
      double high,
      double from,
      double to,
      DoubleUnaryOperator scale,
      List<Double> ticks) {
    this.low = scale.applyAsDouble(low);
    this.high = scale.applyAsDouble(high);
    this.from = from;
    this.to = to;
    this.scale = scale;
    this.ticks = ticks;
  }

  /** Returns an axis that ends at the least and the largest value, with round ticks between. */
  static Axis linear(DoubleStream values, double from, double to) {
    DoubleSummaryStatistics all = values.summaryStatistics();
    double least = all.getCount() == 0 ? 0 : all.getMin();
    double largest = all.getCount() == 0 ? 1 : all.getMax();
    double most = largest > least ? largest : least + Math.max(1, Math.abs(least));
    double step = step(most - least);
    long first = (long) Math.ceil(least / step - ROUNDING);
    long last = (long) Math.floor(most / step + ROUNDING);
    List<Double> ticks =
        IntStream.rangeClosed(0, (int) (last - first)).mapToObj(i -> (first + i) * step).toList();
    return new Axis(least, most, from, to, value -> value, ticks);
  }

  /** Returns the least of 1, 2, 5 times a power of ten with few enough ticks. */
  private static double step(double range) {
    double power = Math.pow(10, Math.floor(Math.log10(range / MOST_TICKS)));
    return Arrays.stream(ROUND)
        .map(digit -> digit * power)
        .filter(step -> range / step <= MOST_TICKS)
        .findFirst()
        .orElse(10 * power);
  }

  /** Returns a logarithmic axis, whose values must be positive. */
  static Axis logarithmic(DoubleStream values, double from, double to) {
    DoubleSummaryStatistics all = values.summaryStatistics();
    double least = all.getCount() == 0 ? 1 : all.getMin();
    double most = all.getCount() == 0 ? 10 : all.getMax();
    if (!(least > 0)) {
      throw new IllegalArgumentException(
          "%s is on a logarithmic axis; it must be greater than 0".formatted(least));
    }
    double low = least == most ? least / 2 : least;
    double high = least == most ? most * 2 : most;
    double margin = Math.pow(high / low, 0.03);
    double start = low / margin;
    double end = high * margin;
    List<Double> ticks = ticks(start, end, new double[] {1});
    for (double[] digits : List.of(new double[] {1, 3}, new double[] {1, 2, 5})) {
      if (ticks.size() < 3) {
        ticks = ticks(start, end, digits);
      }
    }
    Axis plain = linear(DoubleStream.of(start, end), from, to);
    List<Double> shown =
        ticks.size() >= 2
            ? ticks
            : plain.ticks.stream().filter(tick -> tick >= start && tick <= end).toList();
    return new Axis(start, end, from, to, Math::log, shown);
  }

  private static List<Double> ticks(double from, double to, double[] digits) {
    return IntStream.rangeClosed(
            (int) Math.floor(Math.log10(from)), (int) Math.floor(Math.log10(to)))
        .boxed()
        .flatMap(power -> Arrays.stream(digits).mapToObj(digit -> digit * Math.pow(10, power)))
        .filter(tick -> tick >= from && tick <= to)
        .toList();
  }

  List<Double> ticks() {
    return ticks;
  }

  /** Returns the position of a value, in pixels. */
  double at(double value) {
    return from + (to - from) * (scale.applyAsDouble(value) - low) / (high - low);
  }

  static String label(double tick) {
    String plain = new BigDecimal(tick, new MathContext(6)).stripTrailingZeros().toPlainString();
    return plain.length() <= 7 ? plain : String.format(Locale.ROOT, "%.2g", tick);
  }
}
