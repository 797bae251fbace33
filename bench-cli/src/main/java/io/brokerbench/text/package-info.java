/** Text on its way out: tables, files. */
@NullMarked
package io.brokerbench.text;

import org.jspecify.annotations.NullMarked;
