package io.brokerbench.cluster.rocketmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.Map;

/**
 * The Logback configuration for one log file per process, under every file name that a release
 * reads.
 *
 * <p>RocketMQ 4 reads {@code conf/logback_broker.xml} and {@code conf/logback_namesrv.xml} below
 * its home, and does not start without them. RocketMQ 5 contains Logback under different class
 * names and reads the path of the file from a system property.
 */
final class Logback {

  /** The configuration file of release 5, relative to the home. */
  static final Path SHADED = Path.of("conf", "logback.xml");

  private static final String SHADED_PACKAGE = "org.apache.rocketmq.logging.";

  private static final String TEMPLATE =
      """
      <configuration>
        <appender name="file" class="%1$sch.qos.logback.core.rolling.RollingFileAppender">
          <file>%2$s/rocketmq.log</file>
          <rollingPolicy class="%1$sch.qos.logback.core.rolling.FixedWindowRollingPolicy">
            <fileNamePattern>%2$s/rocketmq.%%i.log</fileNamePattern>
            <minIndex>1</minIndex>
            <maxIndex>3</maxIndex>
          </rollingPolicy>
          <triggeringPolicy class="%1$sch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
            <maxFileSize>32MB</maxFileSize>
          </triggeringPolicy>
          <encoder class="%1$sch.qos.logback.classic.encoder.PatternLayoutEncoder">
            <pattern>%%d{yyyy-MM-dd HH:mm:ss.SSS} %%p %%t %%c - %%m%%n</pattern>
          </encoder>
        </appender>
        <!-- With the timer wheel off, this logger reports it eight times per second. -->
        <logger name="RocketmqPop" level="ERROR"/>
        <logger name="RocketmqWaterMark" level="WARN"/>
        <logger name="RocketmqProtection" level="WARN"/>
        <root level="INFO"><appender-ref ref="file"/></root>
      </configuration>
      """;

  private Logback() {}

  /** The files by path relative to a process's home; the log goes to directory {@code logs}. */
  static Map<String, byte[]> files(Path logs) {
    byte[] plain = Text.of(TEMPLATE, "", logs).getBytes(UTF_8);
    return Map.of(
        "conf/logback_broker.xml",
        plain,
        "conf/logback_namesrv.xml",
        plain,
        SHADED.toString(),
        Text.of(TEMPLATE, SHADED_PACKAGE, logs).getBytes(UTF_8));
  }
}
