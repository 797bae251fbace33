package io.brokerbench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SecretsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "password",
        "mqtt.password",
        "rabbitmq.password",
        "client.acl.secret-key",
        "client.acl.access-key",
        "secretKey",
        "--secretKey",
        "cluster.properties.remote_password",
        "cluster.properties.default_pass",
        "cluster.properties.innerClientAuthenticationCredentials",
        "javax.net.ssl.keyStorePassword",
        "ssl_options.password",
        "api_token",
        "erlang.cookie",
      })
  void whoseNameSaysSoIsSecret(String key) {
    assertThat(Secrets.isKey(key)).isTrue();
    assertThat(Secrets.value(key, "x")).isEqualTo("***");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mqtt.user",
        "topic.keep",
        "message.keys",
        "name",
        "consume.bypass",
        "driver",
        "workers.credentials",
        "--credentials",
      })
  void whatIsNotIsShown(String key) {
    assertThat(Secrets.isKey(key)).isFalse();
    assertThat(Secrets.value(key, "x")).isEqualTo("x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Da.Password=x y -> ***| -Da.Password=***",
        "mqtt.password=a=b,c | mqtt.password=***",
        "mqtt.password:x | mqtt.password:***",
        "mqtt.password x | mqtt.password ***",
        "mqtt.password=env:PW | mqtt.password=env:PW",
        "mqtt.password=file:/run/a b | mqtt.password=file:/run/a b",
        "mqtt.password=prompt:PW | mqtt.password=prompt:PW",
        "mqtt.password=prompt:a b | mqtt.password=***",
        "mqtt.password | mqtt.password",
        "cluster.jvm-flags=-Xss1m -Da.password=x | cluster.jvm-flags=-Xss1m -Da.password=***",
        "cluster.metrics-addresses=http://u:p@h:1/x | cluster.metrics-addresses=http://***@h:1/x",
        "load.threads=3 | load.threads=3",
      })
  void assignmentsAreShownWithoutThem(String text, String shown) {
    assertThat(Secrets.assignment(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "./cut.sh --password hunter2 -n master | ./cut.sh --password *** -n master",
        "./cut.sh --api-key env:KEY --credentials certs | ./cut.sh --api-key env:KEY --credentials certs",
        "./cut.sh --token --force | ./cut.sh --token --force",
        "got \"-Da.password=x\" | got \"-Da.password=***\"",
        "ACL {accessKey=a, secretKey=b} | ACL {accessKey=*** secretKey=***}",
        "{\"user\":\"u\",\"password\":\"p q\"} | {\"user\":\"u\",\"password\":\"***\"}",
        "--set a.password=env:PW -w 2 | --set a.password=env:PW -w 2",
        "--set a.password=file:~/pw -w 2 | --set a.password=file:~/pw -w 2",
        "amqp://u:p@h:5672/v refused | amqp://***@h:5672/v refused",
        "http://a:1/x;http://u:p@b:2 | http://a:1/x;http://***@b:2",
        "got \"u:p@h:1883\" | got \"***@h:1883\"",
        "refuse user me; check mqtt.user and mqtt.password | refuse user me; check mqtt.user and mqtt.password",
        "rabbit@localhost:25672 | rabbit@localhost:25672",
        "127.0.0.1:1883;127.0.0.1:1884 | 127.0.0.1:1883;127.0.0.1:1884",
      })
  void textsAreShownWithoutThem(String text, String shown) {
    assertThat(Secrets.text(text)).isEqualTo(shown);
  }

  @Test
  void aConditionOnMessagesIsShownWhateverItsPropertyIsCalled() {
    String condition = "token = 'x'";
    assertThat(Secrets.value("consume.filter.expression", condition)).isEqualTo(condition);
  }

  @Test
  void aLineMayBeginWithOne() {
    assertThat(Secrets.lines("port 1883\nremote_password a b\nuser me\n  default_pass = x\n"))
        .isEqualTo("port 1883\nremote_password ***\nuser me\n  default_pass = ***\n");
  }

  @Test
  void argumentsAreShownWithoutThem() {
    assertThat(
            Secrets.arguments(
                List.of(
                    "-sk",
                    "a",
                    "--set",
                    "mqtt.password=b",
                    "c",
                    "--set=password=d",
                    "-sk=e",
                    "-w",
                    "2",
                    "-sk",
                    "env:PW"),
                "-sk"::equals))
        .containsExactly(
            "-sk",
            "***",
            "--set",
            "mqtt.password=***",
            "***",
            "--set=password=***",
            "-sk=***",
            "-w",
            "2",
            "-sk",
            "env:PW");
  }

  @Test
  void textOfAnyLengthIsSearchedInTime() {
    for (String part : List.of("a", "password", "a:", "http://", "x=", "\"password\":")) {
      assertThat(Secrets.lines(part.repeat(50_000))).isNotEmpty();
    }
  }
}
