/** What this machine can do at most, what it lacks, and how close to that a run came. */
@NullMarked
package io.brokerbench.doctor;

import org.jspecify.annotations.NullMarked;
