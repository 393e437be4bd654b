package io.gavel.policies.contract;

import java.util.Random;
import java.util.function.ToDoubleFunction;

/**
 * Random numbers from which a generator makes a case, and which shrink: a property takes
 * {@code @ForAll Draws}, and a case that breaks it shrinks to one of fewer and smaller numbers,
 * whatever the generator makes of them. Its text is a literal that repeats the case.
 *
 * <p>The numbers of a seed are those of {@code new Random(seed)}. Numbers that are listed end; from
 * there on all are 0. So 0 must do for a generator: one that draws again until it likes what it got
 * is stopped. Mutable, not thread-safe.
 */
public final class Draws extends Random {

  private static final long serialVersionUID = 1;

  /** After the end of the list; far more than any case needs. */
  private static final int MOST_ZEROS = 1_000_000;

  private final transient Tape tape;
  private int position;

  Draws(Tape tape) {
    super(0);
    this.tape = tape;
  }

  /**
   * The numbers that a seed stands for.
   *
   * @param seed any number
   * @return the numbers of {@code new Random(seed)}
   */
  public static Draws ofSeed(long seed) {
    return new Draws(Tape.ofSeed(seed));
  }

  /**
   * The numbers of a list, then zeros. A number outside what is asked for is brought inside.
   *
   * @param numbers one a call, of any length; integers where integers are drawn, else in [0, 1)
   * @return these numbers
   */
  public static Draws of(double... numbers) {
    return new Draws(Tape.of(numbers));
  }

  /**
   * The same numbers from the first one, whether they were drawn before or not.
   *
   * @return numbers of their own place
   */
  public Draws again() {
    return new Draws(tape);
  }

  @Override
  protected int next(int bits) {
    int shift = Integer.SIZE - bits;
    return (int) (long) draw(source -> source.nextInt() >>> shift) & (-1 >>> shift);
  }

  @Override
  public int nextInt(int bound) {
    if (bound <= 0) {
      throw new IllegalArgumentException("bound " + bound + " must be positive");
    }
    return (int) Math.floorMod((long) draw(source -> source.nextInt(bound)), (long) bound);
  }

  @Override
  public double nextDouble() {
    double number = draw(Random::nextDouble);
    return number - Math.floor(number);
  }

  @Override
  public synchronized double nextGaussian() {
    return Math.max(-9, Math.min(9, draw(Random::nextGaussian)));
  }

  private double draw(ToDoubleFunction<Random> fresh) {
    if (position > tape.length() + MOST_ZEROS) {
      throw new IllegalStateException(
          "drawn " + MOST_ZEROS + " times after the last number; 0 must do for a generator");
    }
    return tape.read(position++, fresh);
  }

  @Override
  public String toString() {
    return "Draws." + tape;
  }
}
