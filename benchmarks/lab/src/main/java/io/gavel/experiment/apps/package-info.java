/** Apps of several trials that lease workers on servers. */
@NullMarked
package io.gavel.experiment.apps;

import org.jspecify.annotations.NullMarked;
