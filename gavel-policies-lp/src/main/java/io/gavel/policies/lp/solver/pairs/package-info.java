/**
 * Pairs in general position: programs over the few pairs of jobs that prices ask for. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.pairs;

import org.jspecify.annotations.NullMarked;
