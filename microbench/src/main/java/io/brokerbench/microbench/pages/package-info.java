/** Tables and pictures of the documentation, made from recorded figures. */
@NullMarked
package io.brokerbench.microbench.pages;

import org.jspecify.annotations.NullMarked;
