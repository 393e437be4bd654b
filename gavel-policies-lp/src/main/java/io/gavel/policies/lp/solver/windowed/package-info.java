/** Shockwave's Nash welfare over a window of rounds, as a concave program. Not exported. */
@NullMarked
package io.gavel.policies.lp.solver.windowed;

import org.jspecify.annotations.NullMarked;
