/** What commands print and write: text, JSON, CSV, pages, exit status. */
@NullMarked
package io.gavel.cli.report;

import org.jspecify.annotations.NullMarked;
