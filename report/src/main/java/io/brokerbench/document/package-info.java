/** Format-independent reports of verdict, texts, tables and charts, and their output formats. */
@NullMarked
package io.brokerbench.document;

import org.jspecify.annotations.NullMarked;
