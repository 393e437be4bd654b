package io.gavel.mechanism.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gavel.mechanism.lease.LeaseClient.Phase;
import io.gavel.mechanism.lease.LeaseMessage.EndNoted;
import io.gavel.mechanism.lease.LeaseMessage.Granted;
import io.gavel.mechanism.lease.LeaseMessage.KillOrdered;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a process asks, stops and continues; the terms begin neither at time 0 nor at step 0. */
final class LeaseClientTest {

  /** The 400 steps from 100 to 500, and the 60 seconds from 40 to 100. */
  private final LeaseClient client =
      LeaseClient.begin(granted(new LeaseTerms(0, 500, 500, 100, 0)), 100, 40);

  private static Granted granted(LeaseTerms terms) {
    return new Granted(3, "job", 0, terms);
  }

  private static boolean asks(LeaseClient client, double steps, double seconds) {
    return !client.at(steps, seconds).messages().isEmpty();
  }

  @Test
  void at_threeQuartersOfTheTimeThatIsNew_asks() {
    assertFalse(asks(client, 100, 84.9));
    assertTrue(asks(client, 100, 85));
  }

  @Test
  void at_threeQuartersOfTheStepsThatAreNew_asks() {
    assertFalse(asks(client, 399, 41));
    assertTrue(asks(client, 400, 41));
  }

  @Test
  void on_extension_asksAtThreeQuartersOfWhatItAdds() {
    LeaseClient longer = client.on(granted(new LeaseTerms(1, 900, 900, 180, 0)), 90);
    assertFalse(asks(longer, 100, 159.9));
    assertTrue(asks(longer, 100, 160), "100 + 3/4 of 80");
    assertFalse(asks(longer, 699, 91));
    assertTrue(asks(longer, 700, 91), "100 + 3/4 of 800");
  }

  @Test
  void on_stepToStopAt_goesOnAskingAsBefore() {
    LeaseClient stopping = client.on(granted(new LeaseTerms(1, 450, 500, 100, 30)), 50);
    assertFalse(asks(stopping, 399, 84.9));
    assertTrue(asks(stopping, 400, 51));
    assertTrue(asks(stopping, 100, 85));
    assertTrue(stopping.at(449, 129).holder().mayRun(129), "half of the grace time to reach it");
    assertFalse(stopping.at(450, 60).holder().mayRun(60), "waits there");
    assertEquals(Phase.RUNNING, stopping.at(450, 99).holder().phase());
    assertEquals(Phase.SAVING, stopping.at(450, 100).holder().phase());
    assertEquals(Phase.SAVING, stopping.at(449, 130).holder().phase());
  }

  @Test
  void begin_nothingToRun_savesAtOnce() {
    LeaseClient late = LeaseClient.begin(granted(new LeaseTerms(0, 500, 500, 100, 0)), 100, 100);
    assertEquals(Phase.SAVING, late.phase());
    LeaseClient done = LeaseClient.begin(granted(new LeaseTerms(0, 500, 500, 100, 0)), 500, 40);
    assertEquals(Phase.SAVING, done.phase());
  }

  @Test
  void on_messageForAnother_changesNothing() {
    assertEquals(client, client.on(new KillOrdered(4, "job", 0), 50));
    assertEquals(client, client.on(new KillOrdered(3, "another", 0), 50));
    assertEquals(client, client.on(new KillOrdered(3, "job", 1), 50));
    assertEquals(client, client.on(new EndNoted(3, "job", 0), 50), "it has not ended");
  }

  @Test
  void terms_lastStep_isOverAtOnce_stepToStopAtWaitsForTheEnd() {
    LeaseTerms last = new LeaseTerms(0, 10, 10, 100, 0);
    assertTrue(last.isFinal());
    assertTrue(last.isOver(10, 3));
    assertFalse(last.isOver(9, 99.9));
    assertTrue(last.isOver(9, 100));
    LeaseTerms stop = new LeaseTerms(1, 200, 1000, 100, 30);
    assertFalse(stop.isFinal());
    assertFalse(stop.isOver(200, 99.9));
    assertTrue(stop.isOver(200, 100));
    assertFalse(stop.isOver(199, 129.9));
    assertTrue(stop.isOver(199, 130));
  }

  @Test
  void terms_outOfRange_areRefused() {
    new LeaseTerms(0, 0, 0, -5, 0);
    assertThrows(IllegalArgumentException.class, () -> new LeaseTerms(-1, 1, 1, 10, 0));
    assertThrows(IllegalArgumentException.class, () -> new LeaseTerms(0, -1, 1, 10, 0));
    assertThrows(IllegalArgumentException.class, () -> new LeaseTerms(0, 1, 1, 10, -1));
    double huge = Double.MAX_VALUE;
    assertThrows(IllegalArgumentException.class, () -> new LeaseTerms(0, 1, 1, huge, huge));
    List.of(Double.NaN, Double.POSITIVE_INFINITY)
        .forEach(
            bad ->
                assertThrows(
                    IllegalArgumentException.class, () -> new LeaseTerms(0, 1, 1, bad, 0)));
  }
}
