/**
 * What the four library modules promise not to do, as rules over their class files: start at {@link
 * io.gavel.architecture.LibraryRules}.
 */
@NullMarked
package io.gavel.architecture;

import org.jspecify.annotations.NullMarked;
