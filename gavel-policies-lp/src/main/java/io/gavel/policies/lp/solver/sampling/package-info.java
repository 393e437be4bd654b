/** Programs of thousands of jobs, solved from the prices of a sample. Not exported. */
@NullMarked
package io.gavel.policies.lp.solver.sampling;

import org.jspecify.annotations.NullMarked;
