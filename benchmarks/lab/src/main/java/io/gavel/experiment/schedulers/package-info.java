/** Published schedulers compared on the same jobs. */
@NullMarked
package io.gavel.experiment.schedulers;

import org.jspecify.annotations.NullMarked;
