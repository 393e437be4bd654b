/**
 * Pairs known by job type: programs over classes of jobs, and the split of their time among the
 * members of each class. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.internal.classes;

import org.jspecify.annotations.NullMarked;
