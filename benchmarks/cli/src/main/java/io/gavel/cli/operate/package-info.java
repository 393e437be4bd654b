/** Reports for operators: why a job waits, and what would change. */
@NullMarked
package io.gavel.cli.operate;

import org.jspecify.annotations.NullMarked;
