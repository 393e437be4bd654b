package io.gavel.policies.lp.solver.internal.coefficients;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class StableOrderProperties {

  @Provide
  Arbitrary<double[]> keys() {
    Arbitrary<Double> few = Arbitraries.of(-0.0, 0.0, 1.0, -1.0, Double.MIN_VALUE, Double.NaN);
    Arbitrary<Double> extreme = Arbitraries.of(Double.NEGATIVE_INFINITY, Double.MAX_VALUE, 1e300);
    Arbitrary<Double> any = Arbitraries.doubles().between(-1e9, 1e9);
    return Arbitraries.oneOf(few, extreme, any).array(double[].class).ofMaxSize(300);
  }

  @Property
  void ascending_anyKeys_isTheStableOrderOfTheirComparison(@ForAll("keys") double[] keys) {
    int[] expected =
        IntStream.range(0, keys.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> keys[i]))
            .mapToInt(i -> i)
            .toArray();
    assertArrayEquals(expected, StableOrder.ascending(keys));
  }

  @Property
  void ascending_someIndices_keepTheirOrderInTies(@ForAll("keys") double[] keys) {
    int[] backwards = IntStream.range(0, keys.length).map(i -> keys.length - 1 - i).toArray();
    int[] given = backwards.clone();
    int[] expected =
        Arrays.stream(backwards)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> keys[i]))
            .mapToInt(i -> i)
            .toArray();
    assertArrayEquals(expected, StableOrder.ascending(backwards, i -> keys[i]));
    assertArrayEquals(given, backwards);
  }
}
