package io.brokerbench.document;

/** What sections are made of. */
public sealed interface Block permits Block.Paragraph, Block.Code, Table, Chart {

  /** A paragraph. */
  record Paragraph(String text) implements Block {}

  /** What is to be copied as it is: a command, a configuration. */
  record Code(String text) implements Block {}
}
