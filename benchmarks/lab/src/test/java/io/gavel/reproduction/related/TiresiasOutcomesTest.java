package io.gavel.reproduction.related;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.experiment.Experiment;
import io.gavel.experiment.ExperimentRun;
import io.gavel.experiment.ExperimentScale;
import io.gavel.experiment.PublishedData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

final class TiresiasOutcomesTest {

  private static final Path DATA = Path.of("..", "..", "..", "shared", "data");

  /** Start and completion of each job, in nine runs of the published simulator. */
  @Test
  void recordedRuns_areRepeatedJobByJob() {
    Assumptions.assumeTrue(
        Files.exists(DATA.resolve("tiresias")), "the trace of Tiresias is not there; skipped");
    Experiment experiment = TiresiasOutcomes.of(ExperimentScale.REDUCED);
    List<ExperimentRun> recorded =
        experiment.runs().stream().filter(run -> run.id().startsWith("Tiresias' run")).toList();
    assertEquals(9, recorded.size());
    for (ExperimentRun run : recorded) {
      assertEquals(60, run.trial().run(new PublishedData(DATA), 0).number("same"), 0, run::id);
    }
  }
}
