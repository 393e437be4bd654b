/** The allocation closest to an earlier one among the near-optimal ones. Not exported. */
@NullMarked
package io.gavel.policies.lp.solver.closest;

import org.jspecify.annotations.NullMarked;
