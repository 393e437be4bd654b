/**
 * Draws schedules: {@link io.gavel.plot.GanttText} in characters, {@link
 * io.gavel.plot.GanttSvg} as a picture. Both draw {@link
 * io.gavel.plot.Schedule}s.
 */
@NullMarked
package io.gavel.benchmarks.picture;

import org.jspecify.annotations.NullMarked;
