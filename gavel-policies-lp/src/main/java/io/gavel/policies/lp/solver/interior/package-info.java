/**
 * What the interior-point methods share: columns by job, and the best certified solution so far.
 * Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.interior;

import org.jspecify.annotations.NullMarked;
