package io.gavel.estimator.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.Tables;
import io.gavel.estimator.method.CrossValidated;
import io.gavel.estimator.method.GaussianConditional;
import io.gavel.estimator.table.Measurements;
import io.gavel.estimator.table.ReferenceTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EstimateEventTest {

  @TempDir Path folder;

  @Test
  void estimate_whileRecorded_isToldOncePerRow() throws IOException {
    ReferenceTable table = Tables.synthetic(8, 14, 2, false);
    RowEstimator fitted =
        new CrossValidated(List.of(GaussianConditional.create()), 1).fit(table.without(13));
    Measurements row = Tables.profile(table.columns(), table.row(13), 0.3, new SplittableRandom(1));
    Estimate quiet = fitted.estimate(row);
    Path file = folder.resolve("estimates.jfr");
    Estimate told;
    try (Recording recording = new Recording()) {
      recording.enable("io.gavel.Estimate").withoutThreshold();
      recording.start();
      told = fitted.estimate(row);
      recording.stop();
      recording.dump(file);
    }
    assertEquals(quiet, told);
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertEquals(1, events.size());
    assertEquals("GaussianConditional", events.get(0).getString("method"));
    assertEquals(table.columns().size(), events.get(0).getInt("columns"));
    assertEquals(row.count(), events.get(0).getInt("measured"));
  }
}
