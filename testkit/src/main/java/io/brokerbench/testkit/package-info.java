/** Utilities shared by the tests of all commands. */
@NullMarked
package io.brokerbench.testkit;

import org.jspecify.annotations.NullMarked;
