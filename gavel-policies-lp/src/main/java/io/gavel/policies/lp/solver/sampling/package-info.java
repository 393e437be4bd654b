/**
 * Programs of thousands of jobs, solved from the prices of a sample of the jobs or of an earlier
 * solve. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.sampling;

import org.jspecify.annotations.NullMarked;
