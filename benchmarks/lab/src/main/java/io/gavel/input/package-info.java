/** Readers of files: problems, throughput tables, traces, servers and tasks, recorded runs. */
@NullMarked
package io.gavel.input;

import org.jspecify.annotations.NullMarked;
