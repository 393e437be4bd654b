package io.gavel.slurm;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What rounds may do with a job.
 *
 * @param job the job
 * @param part its part
 * @param reason why it has this part, for users; empty if rounds may do all
 * @param features by type that it can use, in alphabetical order, the features that choose the type
 */
record JobRole(SlurmJob job, Part part, String reason, SortedMap<String, String> features) {

  /** The part of a job in rounds. */
  enum Part {
    /** Runs and can be stopped or moved. */
    MOVABLE,
    /** Waits; its start and its type can be chosen. */
    WAITING,
    /** Waits without having opted in: has a share, and room is left until Slurm starts it. */
    GUEST,
    /** Holds its GPUs until it ends. */
    FIXED,
    /** Neither holds GPUs nor can have some now. */
    ASIDE
  }

  JobRole {
    features = Collections.unmodifiableSortedMap(new TreeMap<>(features));
  }

  JobRole(SlurmJob job, Part part, String reason) {
    this(job, part, reason, new TreeMap<>());
  }

  /** Returns whether rounds may change the job. */
  boolean isManaged() {
    return part == Part.MOVABLE || part == Part.WAITING;
  }

  /** Returns whether the job has a share. */
  boolean hasShare() {
    return isManaged() || part == Part.GUEST;
  }
}
