/** Simplex methods: adapters of ojAlgo, and a parametric method for moving limits. Not exported. */
@NullMarked
package io.gavel.policies.lp.solver.simplex;

import org.jspecify.annotations.NullMarked;
