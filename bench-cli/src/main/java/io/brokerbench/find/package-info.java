/**
 * The highest sustainable rate: the search, the judgement of a probe, and what they reckon with.
 */
@NullMarked
package io.brokerbench.find;

import org.jspecify.annotations.NullMarked;
