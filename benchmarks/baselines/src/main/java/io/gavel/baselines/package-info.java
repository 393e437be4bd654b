/**
 * Published schedulers as policies, for comparison with the policies of the library.
 *
 * <p>{@link io.gavel.baselines.Baselines} gives them by name. {@link io.gavel.baselines.GangQueue}
 * serves gangs in the order of a {@link io.gavel.baselines.QueueDiscipline}, such as least {@link
 * io.gavel.baselines.AttainedService} (Tiresias) or the {@link io.gavel.baselines.GittinsIndex}.
 * {@link io.gavel.baselines.Partitioned} (POP) solves parts of a problem separately.
 */
@NullMarked
package io.gavel.baselines;

import org.jspecify.annotations.NullMarked;
