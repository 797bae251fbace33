/** JUnit 5: clusters for tests, assertions on runs, comparison with stored results. */
@NullMarked
package io.brokerbench.junit;

import org.jspecify.annotations.NullMarked;
