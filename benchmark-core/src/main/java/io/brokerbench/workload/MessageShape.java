package io.brokerbench.workload;

import io.brokerbench.record.MessageHeader;

/**
 * Configuration of the messages.
 *
 * @param sizeBytes bytes of the body
 * @param batch messages per request
 * @param keys whether each message has a key
 * @param tags number of different tags, 0 for none
 * @param propertyBytes bytes of random user properties, 0 for none
 * @param shards number of ordered streams per sender, 0 for none
 */
public record MessageShape(
    int sizeBytes, int batch, boolean keys, int tags, int propertyBytes, int shards) {

  private static final int MAX_BODY_BYTES = 1 << 30;
  private static final int MAX_PROPERTY_BYTES = 32_767;

  static MessageShape read(Settings settings) {
    MessageShape shape = shape(settings);
    if (shape.shards > 0 && shape.batch > 1) {
      settings.problem("message.shards", "must be 0 for batches");
    }
    return shape;
  }

  /** Whether bodies have room for a header; messages without one are not audited. */
  public boolean hasHeader() {
    return sizeBytes >= MessageHeader.BYTES;
  }

  /** Tag of a message; empty for none. */
  public String tag(long sequence) {
    return tags == 0 ? "" : "tag" + sequence % tags;
  }

  private static MessageShape shape(Settings settings) {
    return new MessageShape(
        (int) settings.bytes("message.size", 1, MAX_BODY_BYTES),
        (int) settings.integer("message.batch", 1, 1024),
        settings.flag("message.keys"),
        (int) settings.integer("message.tags", 0, 1_000_000),
        (int) settings.bytes("message.properties", 0, MAX_PROPERTY_BYTES),
        (int) settings.integer("message.shards", 0, 10_000));
  }
}
