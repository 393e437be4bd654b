package io.gavel.yarn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.Policy;
import io.gavel.policies.lp.hierarchy.WaterFilling;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Divisions that are there later, with work that is done when the test says so. */
final class BackgroundDivisionTest {

  private static final double[] STEEP = {4, 1};
  private static final double[] FLAT = {1, 1};

  private final Deque<Runnable> work = new ArrayDeque<>();
  private final AtomicInteger asked = new AtomicInteger();
  private final BackgroundDivision division = division(WaterFilling.create());

  private BackgroundDivision division(Policy policy) {
    return new BackgroundDivision(
        () ->
            problem -> {
              asked.incrementAndGet();
              return policy.allocate(problem);
            },
        work::add);
  }

  private void work() {
    work.remove().run();
  }

  private static Claim claim(String name, double[] speeds, long... most) {
    return new Claim(new FakeQueue(name), speeds, most, new long[most.length]);
  }

  private static Demands demands(Claim... claims) {
    return new Demands(List.of("v100", "k80"), new long[] {8, 16}, List.of(claims));
  }

  /** Demands of a steep queue for v100, and of a flat one for all. */
  private static Demands demands(long v100) {
    return demands(claim("steep", STEEP, v100, 16), claim("flat", FLAT, 8, 16));
  }

  private Division of(Demands demands) {
    return division.of(demands, 0, 0);
  }

  private static void assertShares(Division expected, Division actual) {
    for (int m = 0; m < 2; m++) {
      assertArrayEquals(expected.shares(m), actual.shares(m), 1e-6);
    }
  }

  @Test
  void of_nothingComputed_isRefused() {
    IllegalStateException e = assertThrows(IllegalStateException.class, () -> of(demands(8)));
    assertEquals("shares are still being computed", e.getMessage());
    work();
    assertShares(Division.of(demands(8), WaterFilling.create()), of(demands(8)));
    assertTrue(work.isEmpty());
  }

  @Test
  void of_demandsThatFit_needsNoPolicy() {
    Demands fit = demands(claim("steep", STEEP, 4, 0), claim("flat", FLAT, 4, 16));
    assertArrayEquals(new double[] {4, 16}, of(fit).shares(1));
    assertTrue(work.isEmpty());
  }

  @Test
  void of_changedDemands_keepsWhatIsStillAskedForUntilComputed() {
    assertThrows(IllegalStateException.class, () -> of(demands(8)));
    work();
    Division before = of(demands(8));
    Demands later =
        demands(
            claim("new", FLAT, 8, 16), claim("flat", FLAT, 8, 16), claim("steep", STEEP, 2, 16));
    Division meanwhile = of(later);
    assertArrayEquals(new double[2], meanwhile.shares(0));
    assertArrayEquals(before.shares(1), meanwhile.shares(1));
    assertEquals(2, meanwhile.shares(2)[0]);
    assertEquals(
        "flat: shares are being computed anew; until then, it keeps what it had and still asks for",
        meanwhile.explain(1));
    work();
    assertTrue(Arrays.stream(of(later).shares(0)).sum() > 1);
  }

  @Test
  void of_demandsThatChangeMeanwhile_computesTheFirstAndTheLast() {
    assertThrows(IllegalStateException.class, () -> of(demands(8)));
    assertThrows(IllegalStateException.class, () -> of(demands(3)));
    assertThrows(IllegalStateException.class, () -> of(demands(2)));
    work();
    int computed = asked.get();
    assertShares(Division.of(demands(2), WaterFilling.create()), of(demands(2)));
    assertTrue(work.isEmpty() && asked.get() == computed);
  }

  @Test
  void of_demandsThatChangeBack_computesNoMore() {
    assertThrows(IllegalStateException.class, () -> of(demands(8)));
    assertThrows(IllegalStateException.class, () -> of(demands(3)));
    assertThrows(IllegalStateException.class, () -> of(demands(8)));
    work();
    assertShares(Division.of(demands(8), WaterFilling.create()), of(demands(8)));
    assertTrue(work.isEmpty());
  }

  @Test
  void of_policyThatFails_saysSoUntilDemandsChange() {
    List<Runnable> failures =
        List.of(
            () -> {
              throw new IllegalStateException("no");
            },
            () -> {
              throw new LinkageError("no");
            });
    for (Runnable failure : failures) {
      AtomicInteger calls = new AtomicInteger();
      BackgroundDivision failing =
          division(
              problem -> {
                if (calls.getAndIncrement() == 0) {
                  failure.run();
                }
                return WaterFilling.create().allocate(problem);
              });
      assertThrows(IllegalStateException.class, () -> failing.of(demands(8), 0, 0));
      work();
      Exception e = assertThrows(IllegalStateException.class, () -> failing.of(demands(8), 0, 0));
      assertTrue(e.getMessage().endsWith("no"), e::getMessage);
      assertThrows(IllegalStateException.class, () -> failing.of(demands(7), 0, 0));
      work();
      assertShares(Division.of(demands(7), WaterFilling.create()), failing.of(demands(7), 0, 0));
    }
  }

  @Test
  void of_noThread_isTriedAgain() {
    AtomicInteger calls = new AtomicInteger();
    BackgroundDivision rejected =
        new BackgroundDivision(
            WaterFilling::create,
            task -> {
              if (calls.getAndIncrement() == 0) {
                throw new RejectedExecutionException("no thread");
              }
              task.run();
            });
    assertThrows(RejectedExecutionException.class, () -> rejected.of(demands(8), 0, 0));
    assertShares(Division.of(demands(8), WaterFilling.create()), rejected.of(demands(8), 0, 0));
  }
}
