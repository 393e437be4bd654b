/** The demo: one day of a small cluster. */
@NullMarked
package io.gavel.cli.demo;

import org.jspecify.annotations.NullMarked;
