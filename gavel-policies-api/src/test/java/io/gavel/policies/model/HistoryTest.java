package io.gavel.policies.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryTest {

  @Test
  void copies_oneAfterAnother_keepTheRest() {
    History history =
        History.none()
            .withService(7200, 100)
            .withContendedSeconds(9000)
            .withRestarts(2)
            .runningOn("k80", 60);
    Optional<String> none = Optional.empty();
    assertEquals(new History(7200, 100, 9000, 2, Optional.of("k80"), none, 60), history);
    assertEquals(
        new History(7200, 100, 9000, 2, Optional.of("k80"), Optional.of("x2"), 30),
        history.inConfiguration("x2").withLeaseSecondsLeft(30));
    assertEquals(
        new History(7200, 100, 9000, 2, none, none, 0), history.inConfiguration("x2").waiting());
    assertEquals(history, history.inConfiguration("x2").runningOn("k80", 60));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void create_sumThatIsNone_isRefused(double sum) {
    History none = History.none();
    assertThrows(IllegalArgumentException.class, () -> none.withService(sum, 0));
    assertThrows(IllegalArgumentException.class, () -> none.withService(0, sum));
    assertThrows(IllegalArgumentException.class, () -> none.withContendedSeconds(sum));
    assertThrows(IllegalArgumentException.class, () -> none.runningOn("v100", sum));
  }

  @Test
  void create_leaseOrConfigurationOfAWaitingJob_isRefused() {
    assertEquals(
        "a lease has 5.0 seconds left, but the job runs on no worker type",
        assertThrows(IllegalArgumentException.class, () -> History.none().withLeaseSecondsLeft(5))
            .getMessage());
    assertEquals(
        "a job runs in configuration \"x2\", but on no worker type",
        assertThrows(IllegalArgumentException.class, () -> History.none().inConfiguration("x2"))
            .getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> History.none().runningOn("v100", 0).inConfiguration(" "));
    assertThrows(IllegalArgumentException.class, () -> History.none().withRestarts(-1));
    assertThrows(IllegalArgumentException.class, () -> History.none().runningOn(" ", 5));
  }
}
