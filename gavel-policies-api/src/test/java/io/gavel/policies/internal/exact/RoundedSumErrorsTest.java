package io.gavel.policies.internal.exact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import io.gavel.policies.statement.Rational;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The error that a {@link RoundedSum} states: as large as is claimed, however it was summed. */
final class RoundedSumErrorsTest {

  private static RoundedSum ofOnes(int terms) {
    RoundedSum sum = new RoundedSum();
    for (int i = 0; i < terms; i++) {
      sum.add(1);
    }
    return sum;
  }

  /** The square of the number of terms times 2^-105 of the sum of their sizes. */
  @Example
  void error_ofManyTerms_growsWithTheirSquare() {
    for (int n : new int[] {10, 1000}) {
      double claimed = 0x1p-105 * n * n * n;
      double error = ofOnes(n).error();
      assertTrue(claimed <= error && error <= 16 * claimed, n + ": " + error);
    }
  }

  @Property
  void addProducts_manyAtOnce_areAsOneByOne(@ForAll Draws random) {
    int n = random.nextInt(30);
    double[] a = random.doubles(n).map(x -> 9 * x - 3).toArray();
    double[] b = random.doubles(n).map(x -> 1 / (x + 0.1)).toArray();
    RoundedSum single = new RoundedSum().add(random.nextDouble());
    RoundedSum all = new RoundedSum();
    all.set(single);
    for (int i = 0; i < n; i++) {
      single.addProduct(a[i], b[i]);
    }
    assertSame(all, all.addProducts(a, b, n));
    assertEquals(single.lower(), all.lower());
    assertEquals(single.upper(), all.upper());
    assertEquals(single.error(), all.error());
  }

  @Property
  void set_twoProducts_boundsThem(@ForAll Draws random) {
    double[] f = random.doubles(4).map(x -> Math.scalb(x - 0.5, random.nextInt(9))).toArray();
    RoundedSum sum = ofOnes(3);
    sum.allowFor(1);
    sum.set(f[0], f[1], f[2], f[3]);
    Rational exact = new ExactSum().addProduct(f[0], f[1]).addProduct(f[2], f[3]).value();
    assertTrue(sum.lower().compareTo(exact) <= 0);
    assertTrue(sum.upper().compareTo(exact) >= 0);
    RoundedSum same = new RoundedSum().addProduct(f[0], f[1]).addProduct(f[2], f[3]);
    assertEquals(same.error(), sum.error());
  }

  /** A sum that was rounded before counts no less than a term that was not. */
  @Example
  void addTwofold_errors_areNoSmallerThanThoseOfTerms() {
    RoundedSum sum = new RoundedSum();
    for (int n = 1; n <= 100; n++) {
      sum.addTwofold(1, 0, 1, 1);
      assertTrue(sum.error() >= ofOnes(n).error() + n * 2 * ofOnes(1).error());
    }
    RoundedSum ofTen = new RoundedSum();
    ofTen.addTwofold(10, 0, 10, 10);
    assertTrue(ofTen.error() >= 2 * ofOnes(10).error());
  }

  @Example
  void allowFor_error_widensTheBounds() {
    RoundedSum sum = new RoundedSum().add(1);
    sum.allowFor(0.25);
    sum.allowFor(0.25);
    assertTrue(sum.lower().compareTo(Rational.of(0.5)) <= 0);
    assertTrue(sum.upper().compareTo(Rational.of(1.5)) >= 0);
    assertTrue(sum.hasSign());
    sum.allowFor(0.5);
    assertFalse(sum.hasSign());
    sum.allowFor(Double.MAX_VALUE);
    assertFalse(sum.isBounded());
    assertFalse(sum.hasSign());
  }

  @Example
  void clear_sumWithErrors_isThatOfNoTerms() {
    RoundedSum sum = ofOnes(5);
    sum.allowFor(1);
    assertSame(sum, sum.clear());
    assertEquals(0, sum.error());
    assertEquals(Rational.ZERO, sum.upper());
    assertFalse(sum.hasSign());
  }

  @Example
  void isExact_ofTheTwoSums_isSo() {
    assertFalse(new RoundedSum().isExact());
    assertTrue(new ExactSum().isExact());
  }
}
