/** Pictures: one writer of SVG documents, and the charts and schedules drawn with it. */
@NullMarked
package io.gavel.plot;

import org.jspecify.annotations.NullMarked;
