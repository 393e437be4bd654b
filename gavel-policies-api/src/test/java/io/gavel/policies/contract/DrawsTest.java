package io.gavel.policies.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.Shrinkable;
import org.junit.jupiter.api.Test;

final class DrawsTest {

  /** One of each kind of number. */
  private static List<Object> everything(Random random) {
    List<Object> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(random.nextInt());
      all.add(random.nextInt(7));
      all.add(random.nextInt(8));
      all.add(random.nextInt(-3, 9));
      all.add(random.nextLong());
      all.add(random.nextBoolean());
      all.add(random.nextDouble());
      all.add(random.nextFloat());
      all.add(random.nextGaussian());
      all.add(random.doubles(3, -1, 2).boxed().toList());
      all.add(random.ints(3).boxed().toList());
      List<Integer> order = new ArrayList<>(List.of(1, 2, 3, 4, 5));
      Collections.shuffle(order, random);
      all.add(order);
    }
    return all;
  }

  @Test
  void ofSeed_anyCalls_areThoseOfTheRandomNumbersOfTheSeed() {
    for (long seed = -50; seed < 50; seed++) {
      assertEquals(everything(new Random(seed)), everything(Draws.ofSeed(seed)));
    }
  }

  @Test
  void of_theNumbersOfASeed_areTheSameCase() {
    for (long seed = 0; seed < 50; seed++) {
      Tape tape = Tape.ofSeed(seed);
      List<Object> first = everything(new Draws(tape));
      assertEquals(first, everything(new Draws(tape)), "the tape from its start");
      assertEquals(first, everything(Draws.of(tape.numbers())));
    }
  }

  @Test
  void of_numbersForOtherCalls_bringsThemInside() {
    Draws draws = Draws.of(7, -1, 5.25, 0.75, 1e6, -1e6, 4);
    assertEquals(2, draws.nextInt(5));
    assertEquals(4, draws.nextInt(5));
    assertEquals(0.25, draws.nextDouble());
    assertEquals(0, draws.nextInt(9));
    assertEquals(9, draws.nextGaussian());
    assertEquals(-9, draws.nextGaussian());
    assertEquals(false, draws.nextBoolean());
    assertEquals(0, draws.nextInt(), "after the last");
  }

  @Test
  void text_ofNumbers_isALiteral() {
    assertEquals("Draws.of(7, 0, 0.25)", Draws.of(7, 0, 0.25, 0, 0).toString());
    assertEquals("Draws.of()", Draws.of().toString());
    assertEquals("Draws.ofSeed(-3L)", Draws.ofSeed(-3).toString());
  }

  @Test
  void nextInt_untilItIsAnotherThanZero_isStopped() {
    Draws draws = Draws.of(0, 0, 1);
    assertEquals(2, IntStream.generate(() -> draws.nextInt(2)).takeWhile(n -> n == 0).count());
    assertThrows(
        IllegalStateException.class,
        () -> IntStream.generate(() -> draws.nextInt(2)).filter(n -> n > 0).findFirst());
    assertThrows(IllegalArgumentException.class, () -> Draws.of(1).nextInt(0));
  }

  /** The smallest case by steps that each find a smaller one, as jqwik takes them. */
  private static String smallest(Predicate<Draws> isBroken) {
    Shrinkable<Draws> found =
        IntStream.range(0, 10_000)
            .<Shrinkable<Draws>>mapToObj(seed -> new ShrinkableDraws(Tape.ofSeed(seed)))
            .filter(draws -> isBroken.test(draws.value()))
            .findFirst()
            .orElseThrow();
    Optional<Shrinkable<Draws>> smaller = Optional.of(found);
    while (smaller.isPresent()) {
      found = smaller.get();
      smaller = found.shrink().filter(draws -> isBroken.test(draws.value())).findFirst();
    }
    return found.value().toString();
  }

  @Test
  void shrink_numberTooLarge_isTheLeastSuchNumber() {
    assertEquals("Draws.of(641)", smallest(draws -> draws.nextInt(1000) > 640));
    assertEquals("Draws.of(0.7)", smallest(draws -> draws.nextDouble() > 0.64));
    assertEquals("Draws.of(-2)", smallest(draws -> draws.nextGaussian() < -1.5));
  }

  /** A list with one large member becomes that member alone. */
  @Test
  void shrink_listWithAFault_isTheFaultAlone() {
    Predicate<Draws> isBroken =
        draws ->
            IntStream.range(0, draws.nextInt(100))
                    .map(i -> draws.nextInt(1000))
                    .filter(number -> number >= 900)
                    .count()
                > 0;
    assertEquals("Draws.of(1, 900)", smallest(isBroken));
  }
}
