/**
 * The pricing loop. Prices of pools and coupling rows decide nearly all of the optimum of a program
 * without pairs. What they leave open is a small program, the restricted master, whose prices are
 * better; weak duality proves how good the point is.
 */
@NullMarked
package io.gavel.policies.lp.solver.internal.price;

import org.jspecify.annotations.NullMarked;
