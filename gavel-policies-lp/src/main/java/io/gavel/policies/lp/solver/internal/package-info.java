/** What solvers know of programs beyond their exported methods. */
@NullMarked
package io.gavel.policies.lp.solver.internal;

import org.jspecify.annotations.NullMarked;
