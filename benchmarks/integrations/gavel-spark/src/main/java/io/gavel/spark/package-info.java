/**
 * Sweeps of simulations as a Spark application.
 *
 * <p>{@link io.gavel.spark.SweepOnSpark} is the main class for {@code spark-submit}. It sends the
 * archive of the command line and the input files to the executors; each task runs {@code gavel
 * sweep --shard I/N}, and the driver runs {@code gavel sweep merge}. Tasks are numbers and their
 * results are lines of text, so nothing of this library is serialised, and its libraries meet none
 * of Spark's.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.spark;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
