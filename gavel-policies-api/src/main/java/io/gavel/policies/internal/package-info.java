/** Guards and indices that the modules of this library share. Exported to them only. */
@NullMarked
package io.gavel.policies.internal;

import org.jspecify.annotations.NullMarked;
