package io.gavel.policies.lp.solver.internal.classes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Demands that some split meets are met within the available time. */
class UniformMachineSplitProperties {

  @Property
  void of_demandsOfSomeSplit_meetsThemWithinTheTime(
      @ForAll Draws random,
      @ForAll @IntRange(min = 1, max = 8) int members,
      @ForAll @IntRange(min = 1, max = 8) int columns) {
    double[] rates = descending(random.doubles(columns, 0, 10));
    double[] amounts = new double[columns];
    double left = members;
    for (int i = 0; i < columns; i++) {
      amounts[i] = Math.min(left, random.nextDouble() * 2 * members / columns);
      left -= amounts[i];
    }
    double[] demands = someSplit(random, members, rates, amounts);
    double[] wanted = demands.clone();

    UniformMachineSplit split =
        UniformMachineSplit.of(IntStream.range(0, columns).toArray(), rates, amounts, demands, 1);

    double[] throughput = new double[members];
    double[] time = new double[members];
    double[] used = new double[columns];
    for (JobTime of : split.given()) {
      throughput[of.job()] += rates[of.column()] * of.amount();
      time[of.job()] += of.amount();
      used[of.column()] += of.amount();
    }
    for (int m = 0; m < members; m++) {
      assertTrue(throughput[m] >= wanted[m] - 1e-9);
      assertEquals(demands[m], throughput[m], 1e-9); // raised until all time is given
      assertTrue(time[m] <= 1 + 1e-9);
    }
    for (int i = 0; i < columns; i++) {
      assertEquals(amounts[i], used[i], 1e-9);
    }
  }

  /** Throughputs of a random division of the time, some of them less than they could be. */
  private static double[] someSplit(Random random, int members, double[] rates, double[] amounts) {
    double[] demands = new double[members];
    double[] free = amounts.clone();
    int column = 0;
    for (int m = 0; m < members; m++) {
      double room = 1;
      while (column < rates.length && room > 0) {
        double part = Math.min(room, free[column]);
        demands[m] += part * rates[column];
        free[column] -= part;
        room -= part;
        column += free[column] == 0 ? 1 : 0;
      }
    }
    for (int i = 0; i < members; i++) { // what two have can be divided between them in any way
      int one = random.nextInt(members);
      int other = random.nextInt(members);
      double mix = random.nextDouble();
      double sum = demands[one] + demands[other];
      demands[one] = mix * demands[one] + (1 - mix) * demands[other];
      demands[other] = sum - demands[one];
      if (one == other) {
        demands[one] = sum / 2;
      }
    }
    double keep = random.nextBoolean() ? 1 : random.nextDouble();
    return descending(Arrays.stream(demands).map(d -> Math.max(0, d) * keep));
  }

  private static double[] descending(DoubleStream values) {
    return values.map(v -> -v).sorted().map(v -> -v).toArray();
  }
}
