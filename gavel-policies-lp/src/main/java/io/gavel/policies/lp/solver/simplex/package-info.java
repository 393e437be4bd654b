/** Solvers that use ojAlgo's simplex methods. Not exported. */
@NullMarked
package io.gavel.policies.lp.solver.simplex;

import org.jspecify.annotations.NullMarked;
