package io.gavel.policies.lp.living;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.policies.contract.Draws;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The cheapest mixes of a job with rates of 1, 2 and 4 on three pools. */
class SlotMixTest {

  private static JobSlots slots(double... rates) {
    JobSlots jobs = new JobSlots(rates.length);
    Arrays.fill(jobs.workers, 10);
    jobs.take(new double[rates.length], 1, 1, 1); // another job in the first slot
    assertEquals(1, jobs.take(rates, 2, 3, 1));
    return jobs;
  }

  private static SlotMix mix(double demand, double... prices) {
    SlotMix mix = new SlotMix(slots(1, 2, 4));
    mix.find(1, prices, demand);
    return mix;
  }

  private static void assertMix(
      SlotMix mix, int from, int to, double ofFrom, double ofTo, double owed) {
    assertEquals(from, mix.from);
    assertEquals(to, mix.to);
    assertEquals(ofFrom, mix.ofFrom, 1e-15);
    assertEquals(ofTo, mix.ofTo, 1e-15);
    assertEquals(owed, mix.owed, 1e-15);
  }

  @Example
  void find_pricesThatRiseFasterThanRates_mixesNeighbours() {
    assertMix(mix(0.5, 1, 3, 8), SlotMix.IDLE, 0, 0, 0.5, 1);
    assertMix(mix(1.5, 1, 3, 8), 0, 1, 0.5, 0.5, 2);
    assertMix(mix(3, 1, 3, 8), 1, 2, 0.5, 0.5, 2.5);
    assertMix(mix(4, 1, 3, 8), 1, 2, 0, 1, 2.5);
  }

  @Example
  void find_poolThatIsTooDear_isPassedOver() {
    assertMix(mix(2, 1, 4, 6), 0, 2, 2. / 3, 1. / 3, 5. / 3);
    assertMix(mix(2, 1, 4, 3), SlotMix.IDLE, 2, 0, 0.5, 0.75);
    assertMix(mix(1, 1, 2, 4), SlotMix.IDLE, 2, 0, 0.25, 1); // of equals, the fastest
  }

  /** Only rounding asks for more than the fastest rate. */
  @Example
  void find_demandAboveTheFastest_isFullTimeThere() {
    assertMix(mix(Math.nextUp(4.0), 1, 3, 8), 1, 2, 0, 1, 2.5);
  }

  @Example
  void at_givenPools_sharesTimeByDemand() {
    SlotMix mix = new SlotMix(slots(1, 2, 4));
    mix.at(1, 0, 2, 3);
    assertEquals(2. / 3, mix.ofTo, 1e-15);
    assertEquals(1. / 3, mix.ofFrom, 1e-15);
    mix.at(1, SlotMix.IDLE, 1, 0.5);
    assertEquals(0.25, mix.ofTo);
    assertEquals(0, mix.ofFrom);
  }

  /** The third pool pays once its price falls and the others rise by one part in 19. */
  @Example
  void slack_ofAMix_isThatToTheNextOne() {
    assertEquals(1. / 19, mix(1.5, 1, 3, 8).slack(1.5), 1e-15);
    assertEquals(0.2, mix(1.5, 1, 3, 80).slack(1.5), 1e-15); // to idling
    assertEquals(0.1, mix(1 / 1.1, 1, 30, 80).slack(1 / 1.1), 1e-15); // until full time
    assertEquals(1 - 1 / 1.02, mix(1.02, 1, 3, 80).slack(1.02), 1e-15); // until the slower is all
  }

  /** Within the slack, prices and demand may change in any direction. */
  @Property
  void find_changesWithinTheSlack_isTheSameMix(@ForAll Draws random) {
    int pools = 1 + random.nextInt(5);
    double[] rates = random.doubles(pools).map(x -> 0.5 + 3 * x).toArray();
    double[] prices = random.doubles(pools).map(x -> 0.5 + 3 * x).toArray();
    SlotMix mix = new SlotMix(slots(rates));
    double demand = (0.1 + 0.8 * random.nextDouble()) * Arrays.stream(rates).max().orElse(0);
    mix.find(1, prices, demand);
    int from = mix.from;
    int to = mix.to;
    double cost = mix.ofTo * prices[to] + (from < 0 ? 0 : mix.ofFrom * prices[from]);
    double throughput = mix.ofTo * rates[to] + (from < 0 ? 0 : mix.ofFrom * rates[from]);
    assertEquals(demand, throughput, 1e-12);
    for (int k = 0; k < pools; k++) {
      assertTrue(rates[k] < demand || cost <= prices[k] * demand / rates[k] + 1e-12, "pool " + k);
    }
    double slack = Math.min(0.5, 0.99 * mix.slack(demand));
    assertTrue(slack >= -1e-9, "slack " + slack);
    for (int k = 0; k < pools; k++) {
      prices[k] *= 1 + Math.max(0, slack) * (random.nextInt(3) - 1);
    }
    mix.find(1, prices, demand * (1 + Math.max(0, slack) * (random.nextInt(3) - 1)));
    if (slack > 1e-9) {
      assertEquals(from, mix.from);
      assertEquals(to, mix.to);
    }
  }

  /** What a settled job uses is linear in the level, until it is taken away. */
  @Example
  void sums_ofSettledJobs_areThoseOfTheirMixes() {
    JobSlots jobs = slots(1, 2, 4);
    SettledSums sums = new SettledSums(jobs);
    sums.add(1, 0, 2, 1);
    double perLevel = 3. / 2 * (1 + 2 + 4) * 10;
    assertEquals(perLevel, jobs.requirement(1), 1e-12);
    for (double level : new double[] {1.5 / perLevel, 3 / perLevel}) {
      SlotMix mix = new SlotMix(jobs);
      mix.at(1, 0, 2, level * perLevel);
      assertEquals(2 * mix.ofFrom, sums.constant(0) + level * sums.slope(0), 1e-12);
      assertEquals(0, sums.constant(1) + level * sums.slope(1));
      assertEquals(2 * mix.ofTo, sums.constant(2) + level * sums.slope(2), 1e-12);
    }
    sums.add(1, 0, 2, -1);
    sums.add(1, SlotMix.IDLE, 1, 1);
    assertEquals(0, sums.slope(0));
    assertEquals(0, sums.constant(2));
    assertEquals(2 * 1 / 2., sums.slope(1) / perLevel, 1e-12); // a level of 1 by 1 step per second
    assertEquals(0, sums.constant(1));
    sums.clear();
    assertEquals(0, sums.slope(1));
  }
}
