/**
 * A scheduling policy of YARN's Fair Scheduler that knows how fast queues are on each accelerator.
 *
 * <p>The ResourceManager loads {@link io.gavel.yarn.GavelSchedulingPolicy} by the name in {@code
 * fair-scheduler.xml}. It divides accelerators by water filling over levels of throughput, and
 * memory, cores and all else as dominant resource fairness does. The speeds are a {@link
 * io.gavel.yarn.SpeedTable}, read from {@code gavel-speeds.xml} next to {@code fair-scheduler.xml};
 * an application may state its own.
 *
 * <p>Whatever the ResourceManager hands over, the policy does not fail in it: if shares cannot be
 * computed, dominant resource fairness applies, and the log states the reason.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.yarn;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
