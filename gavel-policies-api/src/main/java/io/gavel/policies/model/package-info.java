/**
 * The parts of a problem: a {@link io.gavel.policies.model.Cluster} of {@link
 * io.gavel.policies.model.WorkerType}s, {@link io.gavel.policies.model.Job}s with their {@link
 * io.gavel.policies.model.History}, {@link io.gavel.policies.model.Entity} trees, and {@link
 * io.gavel.policies.model.Group}s of jobs that run together.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.model;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
