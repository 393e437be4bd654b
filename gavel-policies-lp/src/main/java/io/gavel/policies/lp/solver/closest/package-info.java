/** The near-optimal allocation closest to an earlier one. Not exported. */
@NullMarked
package io.gavel.policies.lp.solver.closest;

import org.jspecify.annotations.NullMarked;
