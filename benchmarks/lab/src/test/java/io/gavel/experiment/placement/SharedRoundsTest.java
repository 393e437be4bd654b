package io.gavel.experiment.placement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.experiment.PublishedData;
import io.gavel.experiment.RunFigures;
import io.gavel.experiment.placement.SharedRounds.Queue;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The recorded results of a fork of Gavel, to the cent. */
final class SharedRoundsTest {

  private static final Path DATA =
      Path.of(System.getProperty("gavel.shared", "../../../shared"), "data");

  private static RunFigures run(SharedRounds rounds, long seed) {
    Assumptions.assumeTrue(
        Files.exists(DATA.resolve("gavel-throughputs")),
        "the published throughputs are not there; skipped");
    return rounds.run(new PublishedData(DATA), seed);
  }

  private static void assertSeconds(double strided, double fgd, RunFigures figures) {
    assertEquals(strided, figures.number(SharedRounds.STRIDED), 0.005);
    assertEquals(fgd, figures.number(SharedRounds.FGD), 0.005);
  }

  @Test
  void run_fiftyJobsAtOnce_isTheRecordedRun() {
    SharedRounds rounds = new SharedRounds("v100=4/4", 0, 50, Queue.FILLED);
    assertSeconds(350_096.03, 316_554.26, run(rounds, 0));
  }

  @Test
  @Tag("nightly")
  void run_arrivalsWithWholeGpus_isTheRecordedRun() {
    SharedRounds rounds = new SharedRounds("v100=8/4,p100=4/4,k80=4/4", 1, 100, Queue.FILLED);
    assertSeconds(311_465.14, 302_925.06, run(rounds, 0));
  }

  @Test
  @Tag("nightly")
  void run_arrivalsWithFifoInShares_isTheRecordedRun() {
    SharedRounds rounds = new SharedRounds("v100=8/4,p100=4/4,k80=4/4", 8, 100, Queue.IN_SHARES);
    assertSeconds(635_045.90, 430_736.80, run(rounds, 0));
  }

  /** The drawn type is one of those with room, which are not all types with workers left. */
  @Test
  @Tag("nightly")
  void run_slowArrivalsWithFifoInShares_isTheRecordedRun() {
    SharedRounds rounds = new SharedRounds("v100=8/4,p100=4/4,k80=4/4", 2, 100, Queue.IN_SHARES);
    assertSeconds(511_294.23, 335_379.68, run(rounds, 0));
  }
}
