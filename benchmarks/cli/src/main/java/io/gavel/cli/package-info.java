/** The {@code gavel} command line, with one class per command. */
@NullMarked
package io.gavel.cli;

import org.jspecify.annotations.NullMarked;
