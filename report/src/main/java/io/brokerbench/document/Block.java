package io.brokerbench.document;

/** An element of a section. */
public sealed interface Block permits Block.Paragraph, Block.Code, Table, Chart {

  record Paragraph(String text) implements Block {}

  /** Text to be copied literally: a command, a configuration. */
  record Code(String text) implements Block {}
}
