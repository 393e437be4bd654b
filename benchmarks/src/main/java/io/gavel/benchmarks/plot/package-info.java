/**
 * Pictures as SVG: {@link io.gavel.plot.ChartSvg} draws charts with a library, {@link
 * io.gavel.plot.DotPlot} rows of values with their spread, and {@link
 * io.gavel.plot.Svg} writes the documents that no chart type covers.
 */
@NullMarked
package io.gavel.benchmarks.plot;

import org.jspecify.annotations.NullMarked;
