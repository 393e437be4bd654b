package io.gavel.service;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.gavel.mechanism.event.EventOutcome;
import org.jspecify.annotations.Nullable;

/** What happened to the cluster. Immutable. Equal changes in equal order give equal states. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "change")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Change.Submitted.class, name = "submitted"),
  @JsonSubTypes.Type(value = Change.Progress.class, name = "progress"),
  @JsonSubTypes.Type(value = Change.Failed.class, name = "failed"),
  @JsonSubTypes.Type(value = Change.Ended.class, name = "ended"),
  @JsonSubTypes.Type(value = Change.WorkerChanged.class, name = "worker"),
  @JsonSubTypes.Type(value = Change.Resized.class, name = "resized"),
  @JsonSubTypes.Type(value = Change.Filled.class, name = "filled")
})
sealed interface Change {

  /** When, in seconds since 1970; never before the last change. */
  double atSeconds();

  /** Applies this change; a change that is refused with an exception leaves the state as it was. */
  EventOutcome on(ClusterState state);

  /** A job has come. */
  record Submitted(double atSeconds, String id, JobRequest request) implements Change {
    @Override
    public EventOutcome on(ClusterState state) {
      return state.submit(id, request);
    }
  }

  /** A job has done steps under a lease, and saved them up to a time; null if it saved nothing. */
  record Progress(
      double atSeconds, String id, long lease, double steps, @Nullable Double savedUntilSeconds)
      implements Change {
    @Override
    public EventOutcome on(ClusterState state) {
      return state.progress(this);
    }
  }

  /** A job failed under a lease. */
  record Failed(double atSeconds, String id, long lease) implements Change {
    @Override
    public EventOutcome on(ClusterState state) {
      return state.fail(this);
    }
  }

  /** A job is done or was cancelled. */
  record Ended(double atSeconds, String id) implements Change {
    @Override
    public EventOutcome on(ClusterState state) {
      return state.end(this);
    }
  }

  /** A worker was lost or drained, or has returned. */
  record WorkerChanged(double atSeconds, String type, int index, WorkerCondition condition)
      implements Change {
    @Override
    public EventOutcome on(ClusterState state) {
      return state.changeWorker(this);
    }
  }

  /** A type has another number of workers. */
  record Resized(double atSeconds, String type, int workers) implements Change {
    @Override
    public EventOutcome on(ClusterState state) {
      return state.resize(this);
    }
  }

  /** Idle workers were given to jobs that wait, for the rest of the round. */
  record Filled(double atSeconds) implements Change {
    @Override
    public EventOutcome on(ClusterState state) {
      return state.fill(atSeconds);
    }
  }
}
