/**
 * The objects that runs create on external clusters: recorded on this machine before they are
 * created, so that they can be removed after a run that was killed.
 */
@NullMarked
package io.brokerbench.driver.created;

import org.jspecify.annotations.NullMarked;
