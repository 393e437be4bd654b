package io.gavel.estimator.internal;

import io.gavel.estimator.Estimate;
import io.gavel.estimator.EstimationMethod;
import io.gavel.estimator.RowEstimator;
import io.gavel.estimator.table.Columns;
import io.gavel.estimator.table.Measurements;
import jdk.jfr.FlightRecorder;

/**
 * An estimator that reports its rows to the flight recorder. Immutable.
 *
 * @param fitted the estimator
 * @param method the method that was fitted
 */
public record RecordingEstimator(RowEstimator fitted, EstimationMethod method)
    implements RowEstimator {

  @Override
  public Columns columns() {
    return fitted.columns();
  }

  @Override
  public Estimate estimate(Measurements row) {
    return isRecording() ? recorded(row) : fitted.estimate(row);
  }

  /**
   * Returns whether events are recorded; false on a runtime linked without the recorder. The class
   * of events is left alone before the first recording: it would start the recorder.
   */
  private static boolean isRecording() {
    try {
      return FlightRecorder.isInitialized() && EstimateEvent.isRecording();
    } catch (LinkageError without) {
      return false;
    }
  }

  private Estimate recorded(Measurements row) {
    EstimateEvent event = new EstimateEvent();
    event.begin();
    Estimate estimate = fitted.estimate(row);
    event.end();
    if (event.shouldCommit()) {
      event.method = method.getClass().getSimpleName();
      event.columns = columns().size();
      event.measured = row.count();
      event.commit();
    }
    return estimate;
  }
}
