/**
 * What the modules of this library share and nobody else may use: guards of arguments, and helpers
 * that know none of the library's values. Exported to these modules only.
 */
@NullMarked
package io.gavel.policies.internal;

import org.jspecify.annotations.NullMarked;
