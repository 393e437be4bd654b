/** Access of solvers to the parts of programs that are not exported. */
@NullMarked
package io.gavel.policies.lp.solver.internal;

import org.jspecify.annotations.NullMarked;
