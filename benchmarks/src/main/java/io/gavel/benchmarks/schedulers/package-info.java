/**
 * The schedulers of the field beside each other on one workload: {@link
 * io.gavel.benchmarks.schedulers.SchedulerComparison} runs them, {@link
 * io.gavel.benchmarks.schedulers.Score} is what is measured of each, {@link
 * io.gavel.benchmarks.schedulers.ScorePlot} describes its picture.
 */
@NullMarked
package io.gavel.benchmarks.schedulers;

import org.jspecify.annotations.NullMarked;
