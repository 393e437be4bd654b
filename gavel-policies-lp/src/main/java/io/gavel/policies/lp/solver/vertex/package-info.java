/**
 * Crossover from an optimal interior point to a vertex with few positive fractions. Not exported.
 */
@NullMarked
package io.gavel.policies.lp.solver.vertex;

import org.jspecify.annotations.NullMarked;
