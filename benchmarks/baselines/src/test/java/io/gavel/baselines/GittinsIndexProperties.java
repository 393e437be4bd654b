package io.gavel.baselines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The index against its definition, horizon by horizon. */
class GittinsIndexProperties {

  private static final double ROUNDING = 1e-12;

  /** Equal, near and far samples. */
  @Provide
  Arbitrary<double[]> samples() {
    Arbitrary<Double> few = Arbitraries.integers().between(1, 9).map(i -> (double) i);
    Arbitrary<Double> near = Arbitraries.integers().between(0, 99).map(i -> 1e6 + i * 1e-6);
    Arbitrary<Double> far = Arbitraries.doubles().between(-6, 12).map(e -> StrictMath.pow(10, e));
    return Arbitraries.oneOf(few, near, far).array(double[].class).ofMinSize(1).ofMaxSize(120);
  }

  @Property
  void index_anySamples_isTheBestHorizon(
      @ForAll("samples") double[] samples, @ForAll("samples") double[] services) {
    GittinsIndex gittins = GittinsIndex.of(samples);
    for (double service : services) {
      double best =
          Arrays.stream(samples)
              .filter(end -> end > service)
              .map(end -> rate(samples, service, end))
              .max()
              .orElse(0);
      assertEquals(best, gittins.index(service), ROUNDING * best);
      for (double end : samples) {
        if (end > service) {
          double rate = rate(samples, service, end);
          assertEquals(rate, gittins.index(service, end), ROUNDING * rate);
        }
      }
      assertEquals(
          rate(samples, service, Double.POSITIVE_INFINITY),
          gittins.index(service, Double.POSITIVE_INFINITY),
          ROUNDING * best);
    }
    assertEquals(0, gittins.index(Arrays.stream(samples).max().orElseThrow()));
  }

  /** The jobs done from a service to a horizon, per service that those left take. */
  private static double rate(double[] samples, double service, double end) {
    double[] left = Arrays.stream(samples).filter(sample -> sample > service).toArray();
    long done = Arrays.stream(left).filter(sample -> sample <= end).count();
    double taken = Arrays.stream(left).map(sample -> Math.min(sample, end) - service).sum();
    return done == 0 ? 0 : done / taken;
  }
}
