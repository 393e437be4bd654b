/** Self-contained HTML pages of runs and comparisons. */
@NullMarked
package io.gavel.cli.page;

import org.jspecify.annotations.NullMarked;
