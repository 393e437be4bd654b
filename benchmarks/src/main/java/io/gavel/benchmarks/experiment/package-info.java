/**
 * Published results, run again: an {@link io.gavel.experiment.Experiment} is some {@link
 * io.gavel.experiment.ExperimentRun}s, each a policy on made-up jobs, and {@link
 * io.gavel.experiment.ReproducedFigure}s that set figures of theirs beside the published
 * ones.
 */
@NullMarked
package io.gavel.benchmarks.experiment;

import org.jspecify.annotations.NullMarked;
