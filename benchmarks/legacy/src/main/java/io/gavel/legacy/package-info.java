/**
 * A bug-compatible copy of the program published with Gavel in 2020.
 *
 * <p>Its rounds, ledger and simulation loop reproduce its recorded runs exactly. The library does
 * not depend on this package.
 */
@NullMarked
package io.gavel.legacy;

import org.jspecify.annotations.NullMarked;
