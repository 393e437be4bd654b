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
    assertEquals(new History(7200, 100, 9000, 2, Optional.of("k80"), 60), history);
    assertEquals(new History(7200, 100, 9000, 2, Optional.empty(), 0), history.waiting());
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
  void create_leaseOfAWaitingJob_isRefused() {
    assertEquals(
        "a lease has 5.0 seconds left, but the job runs on no worker type",
        assertThrows(
                IllegalArgumentException.class, () -> new History(0, 0, 0, 0, Optional.empty(), 5))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> History.none().withRestarts(-1));
    assertThrows(IllegalArgumentException.class, () -> History.none().runningOn(" ", 5));
  }
}
