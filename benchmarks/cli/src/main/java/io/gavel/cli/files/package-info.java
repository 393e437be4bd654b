/** Commands that write and check input files. */
@NullMarked
package io.gavel.cli.files;

import org.jspecify.annotations.NullMarked;
