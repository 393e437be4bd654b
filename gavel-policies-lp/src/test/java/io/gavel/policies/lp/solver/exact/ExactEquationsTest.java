package io.gavel.policies.lp.solver.exact;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.statement.Rational;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Equations, forms and signs in fractions, against systems solved by hand. */
class ExactEquationsTest {

  private static Rational q(long numerator, long denominator) {
    return Rational.of(numerator, denominator);
  }

  /** A constant and multiples of unknowns 0, 1, … */
  private static Form form(long constant, long... multiples) {
    Form form = Form.of(q(constant, 1));
    for (int i = 0; i < multiples.length; i++) {
      form = form.plus(q(multiples[i], 1), Form.unknown(i));
    }
    return form;
  }

  private static Rational[] row(long... entries) {
    Rational[] row = new Rational[entries.length];
    for (int i = 0; i < entries.length; i++) {
      row[i] = q(entries[i], 1);
    }
    return row;
  }

  @Test
  void form_sums_dropWhatCancels() {
    Form form = form(1, 2, 3);
    assertEquals(Map.of(0, q(2, 1), 1, q(3, 1)), form.multiples());
    assertEquals(form(3, 0, 7), form.plus(form(2, -2, 4)));
    assertEquals(form(-3, -2, -5), form.plus(q(-2, 1), form(2, 2, 4)));
    assertTrue(form.plus(q(-1, 1), form(0, 2, 3)).isConstant());
    assertFalse(form.isConstant());
    assertSame(form, form.plus(Rational.ZERO, form(9, 9)));
    assertEquals(form(5, 2, 3), form.plus(Form.of(q(4, 1))));
    assertEquals(form(-6, 2, 3), form.minus(q(7, 1)));
    assertEquals(form(3, 6, 9), form.times(q(3, 1)));
  }

  @Test
  void form_atValues_isItsValue() {
    Rational[] value = row(5, 7);
    assertEquals(q(1 + 2 * 5 + 3 * 7, 1), form(1, 2, 3).at(i -> value[i]));
    assertEquals(q(4, 1), form(4).at(i -> value[i]));
  }

  @Test
  void normalized_formsThatAre0Together_areEqual() {
    assertEquals(form(4, 0, 2, -6).normalized(), form(-6, 0, -3, 9).normalized());
    assertEquals(q(2, 1), form(4, 0, 2, -6).normalized().constant());
    assertEquals(form(4), form(4).normalized());
  }

  @Test
  void formSum_ofManyForms_isTheirSum() {
    FormSum sum = new FormSum();
    assertEquals(Optional.of(Form.ZERO), sum.total());
    sum.add(q(1, 2), form(1, 1));
    sum.add(q(1, 3), form(1, 0, 1));
    sum.add(q(1, 6), form(1, -3, 5));
    sum.add(Rational.ZERO, form(100, 100));
    Form total = sum.total().orElseThrow();
    assertEquals(Form.of(Rational.ONE).plus(q(7, 6), Form.unknown(1)), total);
  }

  /** The sum of a number and a small fraction has all digits between them, twice. */
  @Test
  void formSum_tooLong_isEmpty() {
    Rational a = Rational.dyadic(BigInteger.ONE, -1_000_001);
    Rational b = q(3, 1);
    FormSum constants = new FormSum();
    constants.add(a, Form.of(Rational.ONE));
    assertTrue(constants.total().isPresent());
    constants.add(b, Form.of(Rational.ONE));
    assertTrue(constants.total().isEmpty());
    FormSum multiples = new FormSum();
    multiples.add(a, Form.unknown(3));
    multiples.add(b, Form.unknown(3));
    assertTrue(multiples.total().isEmpty());
  }

  @Test
  void isTooLong_twoMillionBits_isTheMost() {
    BigInteger most = BigInteger.ONE.shiftLeft(1_999_998); // and a bit for the denominator
    assertFalse(ExactEquations.isTooLong(Rational.of(most, BigInteger.ONE)));
    assertTrue(ExactEquations.isTooLong(Rational.of(most.shiftLeft(1), BigInteger.ONE)));
    assertTrue(ExactEquations.isTooLong(Rational.of(BigInteger.ONE, most.shiftLeft(1))));
  }

  /** x + 2y + z = 7, 3x − y = 5 and y + z = 3: x + y = 4, so 4x = 9. */
  @Test
  void solution_asManyEquationsAsUnknowns_isTheOne() {
    for (double[] guess : List.of(new double[] {1, 2, 3}, new double[] {3, 2, 1})) {
      for (int local = 0; local <= 3; local++) {
        ExactEquations equations = new ExactEquations(guess, local);
        assertTrue(equations.add(form(-7, 1, 2, 1)));
        assertTrue(equations.add(form(-5, 3, -1)));
        assertTrue(equations.add(form(-3, 0, 1, 1)));
        assertArrayEquals(
            new Rational[] {q(9, 4), q(7, 4), q(5, 4)}, equations.solution(), "local " + local);
        assertTrue(equations.add(form(-8, 3, 0, 1))); // the last two together
        assertFalse(equations.add(form(-9, 3, 0, 1)));
      }
    }
  }

  /** What equations leave open keeps its guess; the others follow from it. */
  @Test
  void solution_fewEquations_keepsGuesses() {
    ExactEquations equations = new ExactEquations(new double[] {0.5, -4, 0.25}, 3);
    assertTrue(equations.add(form(-1, 1, 1, 1))); // by the unknown whose guess is largest
    assertArrayEquals(new Rational[] {q(1, 2), q(1, 4), q(1, 4)}, equations.solution());
    ExactEquations local = new ExactEquations(new double[] {0.5, -4, 0.25}, 1);
    assertTrue(local.add(form(-1, 1, 1, 1))); // by the one that appears nowhere else
    assertArrayEquals(new Rational[] {q(19, 4), q(-4, 1), q(1, 4)}, local.solution());
    ExactEquations shared = new ExactEquations(new double[] {0.5, -4, 8}, 1);
    assertTrue(shared.add(form(-1, 0, 1, 1)));
    assertArrayEquals(new Rational[] {q(1, 2), q(-4, 1), q(5, 1)}, shared.solution());
  }

  /** Eliminating the third unknown brings back the first, which is known as well. */
  @Test
  void add_eliminationBringsBackASmallerUnknown_eliminatesThat() {
    ExactEquations equations = new ExactEquations(new double[] {9, 1, 5, 2}, 4);
    assertTrue(equations.add(form(-4, 1, 0, 0, 1))); // a = 4 − d
    assertTrue(equations.add(form(-6, 0, 0, 1, 2))); // c = 6 − 2d
    assertTrue(equations.add(form(-10, 0, 1, 1))); // b = 10 − c = 4 + 2d
    assertTrue(equations.add(form(-12, 1, 1, 0, 1)));
    assertArrayEquals(new Rational[] {q(2, 1), q(8, 1), q(2, 1), q(2, 1)}, equations.solution());
    ExactEquations back = new ExactEquations(new double[] {1, 2, 9}, 3);
    assertTrue(back.add(form(-1, 1, 0, 1))); // c = 1 − a
    assertTrue(back.add(form(-1, 1, 0, 0)));
    assertTrue(back.add(form(-5, 0, 1, 1))); // brings back a, which is 1: b = 5
    assertArrayEquals(new Rational[] {q(1, 1), q(5, 1), q(0, 1)}, back.solution());
  }

  @Test
  void add_emptyEquation_isTrueOnlyOfNothing() {
    ExactEquations equations = new ExactEquations(new double[] {1}, 1);
    assertTrue(equations.add(form(0)));
    assertFalse(equations.add(form(1)));
    assertArrayEquals(new Rational[] {q(1, 1)}, equations.solution());
  }

  @Test
  void add_numbersTooLong_isRefused() {
    Rational large = Rational.dyadic(BigInteger.ONE, 1_000_001);
    ExactEquations equations = new ExactEquations(new double[] {2, 1}, 2);
    Form second = Form.unknown(1);
    assertTrue(equations.add(Form.unknown(0).plus(large, second)));
    assertFalse(equations.add(Form.unknown(0).times(large).plus(second)));
  }

  /** x + y = p and x − y = 2 for an unknown p. */
  @Test
  void elimination_rightSidesWithUnknowns_givesForms() {
    Elimination block = new Elimination(new int[] {4, 6}, new double[] {1, 2});
    Form p = Form.unknown(0);
    block.add(row(1, 1), p);
    block.add(row(1, -1), form(2));
    block.add(row(3, 1), form(7)); // 2p + 2 = 7
    Form[] values = block.values();
    Form half = p.times(q(1, 2));
    assertEquals(half.minus(q(-1, 1)), values[0]);
    assertEquals(half.minus(q(1, 1)), values[1]);
    assertEquals(1, block.conditions().size());
    assertEquals(p.times(q(-2, 1)).minus(q(-5, 1)), block.conditions().get(0));
  }

  /** The unknown with the larger guess is solved for; the other stays open under its number. */
  @Test
  void elimination_fewEquations_leavesTheSmallestGuessOpen() {
    Elimination block = new Elimination(new int[] {4, 6, 9}, new double[] {1, -2, 1.5});
    block.add(row(1, 2, 0), form(8));
    Form[] values = block.values();
    assertEquals(Form.unknown(4), values[0]);
    assertEquals(form(4).plus(q(-1, 2), Form.unknown(4)), values[1]);
    assertEquals(Form.unknown(9), values[2]);
    assertTrue(block.conditions().isEmpty());
    Elimination equal = new Elimination(new int[] {4, 6}, new double[] {1, 1});
    equal.add(row(1, 2), form(8));
    assertEquals(form(8).plus(q(-2, 1), Form.unknown(6)), equal.values()[0]);
    Elimination absent = new Elimination(new int[] {4, 6}, new double[] {1, 5});
    absent.add(row(2, 0), form(8));
    assertEquals(form(4), absent.values()[0]);
    assertEquals(Form.unknown(6), absent.values()[1]);
  }

  /** Values of many bits: a third with a digit more or less at the end of 400 bits. */
  @Test
  void signum_valuesOfManyBits_isThatOfTheExactValue() {
    BigInteger three = BigInteger.valueOf(3);
    BigInteger bottom = three.pow(300);
    for (int sign : new int[] {1, -1}) {
      BigInteger top = three.pow(299).multiply(BigInteger.valueOf(sign));
      for (int more = -1; more <= 1; more++) {
        Rational value = Rational.of(top.add(BigInteger.valueOf(more)), bottom);
        Unknowns unknowns = new Unknowns(new Rational[] {value, q(2, 1)});
        Form less = Form.unknown(0).minus(q(sign, 3));
        assertEquals(more, unknowns.signum(less));
        assertEquals(-more, unknowns.signum(less.times(q(-5, 1))));
        assertEquals(value, unknowns.value(Form.unknown(0)));
        assertEquals(sign, unknowns.signum(Form.unknown(0)));
        assertEquals(-1, unknowns.signum(Form.unknown(0).minus(q(2, 5))));
        assertEquals(1, unknowns.signum(Form.unknown(0).minus(q(-2, 5))));
      }
    }
    Unknowns unknowns = new Unknowns(row(2));
    assertEquals(-1, unknowns.signum(form(-3)));
    assertEquals(0, unknowns.signum(form(-2, 1)));
    assertEquals(0, unknowns.signum(form(0)));
  }

  /** Large, small and negative numbers that a bound may round in the wrong direction. */
  @Test
  void signum_againstNumbersNextToIt_isExact() {
    BigInteger three = BigInteger.valueOf(3);
    for (int power : new int[] {-700, -300, 0, 300, 700}) {
      for (int sign : new int[] {1, -1}) {
        BigInteger top = three.pow(200 + Math.max(0, power)).multiply(BigInteger.valueOf(sign));
        BigInteger bottom = BigInteger.valueOf(7).pow(100 + Math.max(0, -power));
        Rational value = Rational.of(top, bottom);
        Unknowns unknowns = new Unknowns(new Rational[] {value});
        int shift = 160 - top.bitLength() + bottom.bitLength();
        BigInteger[] parts =
            top.shiftLeft(Math.max(0, shift))
                .divideAndRemainder(bottom.shiftLeft(Math.max(0, -shift)));
        for (int units = -2; units <= 2; units++) { // 32 bits more than the enclosure has
          Rational near = Rational.dyadic(parts[0].add(BigInteger.valueOf(units)), -shift);
          int expected = value.compareTo(near);
          assertEquals(expected, unknowns.signum(Form.unknown(0).minus(near)), "3^" + power);
        }
      }
    }
  }
}
