/** A report as such: verdict, texts, tables and charts, and what it can be shown as. */
@NullMarked
package io.brokerbench.document;

import org.jspecify.annotations.NullMarked;
