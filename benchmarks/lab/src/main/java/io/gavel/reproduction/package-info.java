/**
 * Reproduction of published results. {@link io.gavel.reproduction.ExperimentCatalog} lists the
 * experiments. Each is a JSON file in the resources of this package:
 *
 * <ul>
 *   <li>{@code name}, {@code claim}, {@code remark}: texts of the page; {@code seeds}: the number
 *       of seeds, from {@code first_seed}; {@code figure}: the figure of all rows that name none,
 *       {@code avg_jct_h} by default.
 *   <li>{@code runs}: simulations by name, with {@code policy}, {@code cluster}, {@code jobs},
 *       {@code measured} (first job and end), {@code rules} and {@code rounds}, or measurements
 *       with {@code measure}. {@code base} has members that all simulations share; {@code like}
 *       takes the jobs of another run.
 *   <li>{@code table}: rows. The figure of the run {@code of} is shown next to the {@code
 *       published} value, where {@code [a, b]} stands for a quotient. {@code over} divides it by
 *       that of another run, {@code relative_to} divides each value of a list, and {@code
 *       statistic} is that of a list over all seeds.
 *   <li>An element of {@code table} with {@code for} is repeated for each value of its variables,
 *       {@code {NAME}} in texts: its {@code runs}, its {@code rows} and the points of its {@code
 *       lines}. At reduced scale the first {@code reduced} values are taken.
 *   <li>{@code charts}: titles by name, and lines that no sweep has: published values, steps, or
 *       distributions over jobs.
 * </ul>
 */
@NullMarked
package io.gavel.reproduction;

import org.jspecify.annotations.NullMarked;
