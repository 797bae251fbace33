/** What the tests of all commands share. */
@NullMarked
package io.brokerbench.testkit;

import org.jspecify.annotations.NullMarked;
