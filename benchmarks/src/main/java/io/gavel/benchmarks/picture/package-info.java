/**
 * Draws schedules: {@link io.gavel.benchmarks.picture.GanttText} in characters, {@link
 * io.gavel.benchmarks.picture.GanttSvg} as a picture. Both draw {@link
 * io.gavel.benchmarks.picture.Schedule}s.
 */
@NullMarked
package io.gavel.benchmarks.picture;

import org.jspecify.annotations.NullMarked;
