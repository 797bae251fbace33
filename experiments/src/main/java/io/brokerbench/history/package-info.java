/** The history of nights: files, changes found in them, their states, and the table. */
@NullMarked
package io.brokerbench.history;

import org.jspecify.annotations.NullMarked;
