/**
 * {@code gavel import}: turns what clusters print and published traces into problems, traces and
 * clusters. A reader of a format yields records of {@link io.gavel.cli.imports.Imported}; {@link
 * io.gavel.cli.imports.ImportedFiles} writes them.
 */
@NullMarked
package io.gavel.cli.imports;

import org.jspecify.annotations.NullMarked;
