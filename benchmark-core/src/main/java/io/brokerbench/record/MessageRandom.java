package io.brokerbench.record;

/**
 * Random numbers that depend only on the seed and the identity of a message: they are the same in
 * any order and any process. Finalizer of SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, 2014).
 */
public final class MessageRandom {

  private static final long GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private MessageRandom() {}

  /**
   * Uniform from 0 (included) to 1 (excluded).
   *
   * @param number of the draw for this message, from 0
   */
  public static double uniform(long seed, int producer, long sequence, int number) {
    long bits = mix(mix(seed + GAMMA * (producer + 1L)) + GAMMA * (sequence + 1));
    return (mix(bits + GAMMA * (number + 1L)) >>> 11) * UNIT;
  }

  private static long mix(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
