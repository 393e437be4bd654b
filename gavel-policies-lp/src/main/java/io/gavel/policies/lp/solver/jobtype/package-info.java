/**
 * Pairs that are known by job type: programs over classes of jobs, and shares for the members of a
 * class. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.jobtype;

import org.jspecify.annotations.NullMarked;
