/**
 * Passes over the jobs of a program, on one thread or several, with the same bits. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.passes;

import org.jspecify.annotations.NullMarked;
