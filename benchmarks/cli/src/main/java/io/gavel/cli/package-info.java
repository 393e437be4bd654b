/** The command line {@code gavel}: one class a command. */
@NullMarked
package io.gavel.cli;

import org.jspecify.annotations.NullMarked;
