/** Options that several commands share. */
@NullMarked
package io.gavel.cli.options;

import org.jspecify.annotations.NullMarked;
