package io.gavel.workload;

import java.util.Collections;
import java.util.List;
import org.apache.commons.math3.random.MersenneTwister;

/**
 * The pseudo-random numbers of CPython's {@code random} module, bit for bit: a Mersenne Twister,
 * and the derivation of floating-point numbers, choices and shuffles from its output. Mutable; not
 * thread-safe.
 */
public final class PythonRandom {

  private static final double TWO_26 = 67108864.0;
  private static final double TWO_53 = 9007199254740992.0;

  private final MersenneTwister twister;

  /**
   * Creates a generator.
   *
   * @param seed at least 0 and below 2^32
   * @throws IllegalArgumentException if the seed is out of range
   */
  public PythonRandom(long seed) {
    if (seed < 0 || seed >> 32 != 0) {
      throw new IllegalArgumentException(
          "seed is %s; it must be from 0 to 4294967295".formatted(seed));
    }
    twister = new MersenneTwister(new int[] {(int) seed});
  }

  /**
   * Returns the next number of the unit interval.
   *
   * @return a multiple of 2^-53, from 0 to below 1
   */
  public double random() {
    int high = twister.nextInt() >>> 5;
    int low = twister.nextInt() >>> 6;
    return (high * TWO_26 + low) / TWO_53;
  }

  /**
   * Returns the next number of an interval.
   *
   * @param from one end
   * @param to the other end
   * @return {@code from + (to - from) · random()}
   */
  public double uniform(double from, double to) {
    return from + (to - from) * random();
  }

  /**
   * Returns the next integer below a bound, by rejection.
   *
   * @param n the bound, at least 1
   * @return from 0 to {@code n - 1}
   */
  public int below(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("cannot choose from %s numbers".formatted(n));
    }
    int unused = Integer.numberOfLeadingZeros(n);
    int drawn = twister.nextInt() >>> unused;
    while (drawn >= n) {
      drawn = twister.nextInt() >>> unused;
    }
    return drawn;
  }

  /**
   * Returns the next time between two arrivals of a Poisson process, by the strict logarithm.
   *
   * @param perHour mean arrivals per hour, greater than 0
   * @return seconds, at least 0
   */
  public double gapSeconds(double perHour) {
    return -StrictMath.log(1 - random()) * 3600 / perHour;
  }

  /**
   * Shuffles a list in place, from its end.
   *
   * @param list the list to shuffle
   */
  public void shuffle(List<?> list) {
    for (int i = list.size() - 1; i > 0; i--) {
      Collections.swap(list, i, below(i + 1));
    }
  }
}
