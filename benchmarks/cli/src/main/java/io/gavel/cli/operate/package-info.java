/** Reports for operators: the reasons for waiting, and the effect of changes. */
@NullMarked
package io.gavel.cli.operate;

import org.jspecify.annotations.NullMarked;
