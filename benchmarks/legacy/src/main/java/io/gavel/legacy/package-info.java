/**
 * The program published with Gavel in 2020, bug for bug.
 *
 * <p>Its rounds, ledger and simulation loop, to repeat its recorded runs exactly. Nothing of the
 * library depends on it.
 */
@NullMarked
package io.gavel.legacy;

import org.jspecify.annotations.NullMarked;
