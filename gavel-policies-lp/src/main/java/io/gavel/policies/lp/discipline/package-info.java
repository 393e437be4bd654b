/**
 * Queue disciplines: the order in which a queue serves its jobs.
 *
 * <p>A {@link io.gavel.policies.lp.discipline.GangQueue} serves whole gangs in the order of a
 * {@link io.gavel.policies.lp.discipline.QueueDiscipline}, such as least {@link
 * io.gavel.policies.lp.discipline.AttainedService} (Tiresias) or the {@link
 * io.gavel.policies.lp.discipline.GittinsIndex}.
 */
@NullMarked
@Stability(Stability.Tier.EVOLVING)
package io.gavel.policies.lp.discipline;

import io.gavel.policies.annotation.Stability;
import org.jspecify.annotations.NullMarked;
