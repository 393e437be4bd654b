/**
 * Policies that serve jobs one after another.
 *
 * <p>{@link io.gavel.policies.lp.queue.FifoProgram} states first in, first out as one program,
 * {@link io.gavel.policies.lp.queue.StrictFifo} as one program per job. {@link
 * io.gavel.policies.lp.queue.HeadOfLineFifo} and {@link io.gavel.policies.lp.queue.GandivaPacking}
 * are greedy. {@link io.gavel.policies.lp.queue.ShortestJobFirst} and {@link
 * io.gavel.policies.lp.queue.AlloX} order by completion time.
 */
@NullMarked
@Stability(Stability.Tier.CORE)
package io.gavel.policies.lp.queue;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
