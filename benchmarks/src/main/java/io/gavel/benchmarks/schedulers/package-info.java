/**
 * The schedulers of the field beside each other on one workload: {@link
 * io.gavel.experiment.schedulers.SchedulerComparison} runs them, {@link
 * io.gavel.experiment.schedulers.Score} is what is measured of each, {@link
 * io.gavel.experiment.schedulers.ScorePlot} describes its picture.
 */
@NullMarked
package io.gavel.benchmarks.schedulers;

import org.jspecify.annotations.NullMarked;
