package io.brokerbench.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Noise around a constant level: a first-order autoregression.
 *
 * @param deviation standard deviation, as a share of the level
 * @param autocorrelation of neighbouring seconds
 */
public record StationaryNoise(double deviation, double autocorrelation) {

  private static final int TAIL = 40;

  /** The noise around the trend of a run's last 40 seconds. */
  public static StationaryNoise of(RecordedSeconds recorded) {
    List<Double> tail = recorded.last(TAIL);
    Trend trend = Trend.line(tail);
    double inflation = TAIL / trend.independent();
    return new StationaryNoise(
        Math.sqrt(trend.noise() / inflation), (inflation - 1) / (inflation + 1));
  }

  /** Of every recorded figure that runs are judged by. */
  public static List<StationaryNoise> recorded() {
    return RecordedSeconds.all().stream()
        .filter(RecordedSeconds::judged)
        .map(StationaryNoise::of)
        .toList();
  }

  /** A series around 1,000. */
  public List<Double> series(int seconds, Random random) {
    List<Double> series = new ArrayList<>();
    double value = deviation * random.nextGaussian();
    for (int i = 0; i < seconds; i++) {
      series.add(1000 * Math.exp(value));
      value =
          autocorrelation * value
              + deviation
                  * Math.sqrt(1 - autocorrelation * autocorrelation)
                  * random.nextGaussian();
    }
    return series;
  }
}
