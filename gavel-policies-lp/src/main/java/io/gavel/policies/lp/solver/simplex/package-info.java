/** Simplex methods: those of ojAlgo, and one that follows limits that move. Not exported. */
@NullMarked
package io.gavel.policies.lp.solver.simplex;

import org.jspecify.annotations.NullMarked;
