package io.brokerbench.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every notation of an address, in all of the places that have one. */
final class AddressTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1:9876                | 127.0.0.1        | 9876  | 127.0.0.1:9876",
        "mq_1:5672                     | mq_1             | 5672  | mq_1:5672",
        "project_mq_1.net_a:5672       | project_mq_1.net_a | 5672 | project_mq_1.net_a:5672",
        "_mq:1                         | _mq              | 1     | _mq:1",
        "web.1.x7k2:1883               | web.1.x7k2       | 1883  | web.1.x7k2:1883",
        "broker.example.:1883          | broker.example   | 1883  | broker.example:1883",
        "Broker-A.Example.COM:1        | Broker-A.Example.COM | 1 | Broker-A.Example.COM:1",
        "[::1]:5672                    | ::1              | 5672  | [::1]:5672",
        "[2001:DB8::7]:65535           | 2001:DB8::7      | 65535 | [2001:DB8::7]:65535",
        "[::ffff:10.0.0.1]:1           | ::ffff:10.0.0.1  | 1     | [::ffff:10.0.0.1]:1",
        "[fe80::1%eth0]:1              | fe80::1%eth0     | 1     | [fe80::1%eth0]:1",
        "0.0.0.0:0                     | 0.0.0.0          | 0     | 0.0.0.0:0",
        "' a:1 '                       | a                | 1     | a:1",
      })
  void aServerHasAHostAndAPort(String text, String host, int port, String shown) {
    HostPort address = HostPort.parse(text);
    assertThat(address).isEqualTo(new HostPort(host, port)).hasToString(shown);
    assertThat(HostPort.parse(shown)).isEqualTo(address);
    URI metrics = HttpAddress.parse("HTTP://" + text.strip() + "/metrics");
    assertThat(metrics).hasToString("http://" + shown + "/metrics");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "here              | must be host:port",
        "''                | must be host:port",
        ":7                | must be host:port with a host of letters, digits, hyphens, underscores and dots",
        "a:                | must be host:port",
        "a:x               | must be host:port",
        "a:-1              | must be host:port",
        "a:65536           | must be host:port with a port up to 65535",
        "::1:70            | must be host:port, an IPv6 address in brackets",
        "2001:db8::7       | must be host:port, an IPv6 address in brackets",
        "a:b:7             | must be host:port, an IPv6 address in brackets",
        "[:::]:7           | must be host:port with an IPv6 address between the brackets",
        "[10.0.0.1]:7      | must be host:port with an IPv6 address between the brackets",
        "[mq]:7            | must be host:port with an IPv6 address between the brackets",
        "[::1:7            | must be host:port",
        "300.1.1.1:7       | must be host:port with an IPv4 address of four numbers up to 255",
        "10.0.0:7          | must be host:port with an IPv4 address of four numbers up to 255",
        "a..b:7            | must be host:port with a host of letters, digits, hyphens, underscores and dots",
        ".:7               | must be host:port with a host of letters, digits, hyphens, underscores and dots",
        "-a:7              | must be host:port with a host of letters, digits, hyphens, underscores and dots",
        "a b:7             | must be host:port with a host of letters, digits, hyphens, underscores and dots",
        "user@a:7          | must be host:port with a host of letters, digits, hyphens, underscores and dots",
        "bücher.example:7  | must be host:port with a host of letters, digits, hyphens, underscores and dots",
        "tcp://a:7         | must be host:port without a scheme",
      })
  void whatIsNoAddressIsRefused(String text, String rule) {
    assertThatThrownBy(() -> HostPort.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("%s, got \"%s\"", rule, text);
    if (!text.isEmpty()) {
      assertThatThrownBy(() -> HostPort.list("first:1;" + text))
          .hasMessage(
              "%s, got \"first:1;%s\"",
              rule.replace("host:port", "host:port or host:port;host:port"), text);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:1;b_2:2        | a:1;b_2:2",
        "a:1, [::1]:2 ,c:3 | a:1;[::1]:2;c:3",
        "a:1;             | a:1",
        "' '              | ''",
      })
  void severalServersHaveSemicolonsOrCommasBetweenThem(String text, String shown) {
    assertThat(HostPort.text(HostPort.list(text))).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:1;A:1    | must not name A:1 twice, got \"a:1;A:1\"",
        "a.:1;a:1   | must not name a:1 twice, got \"a.:1;a:1\"",
        "a:1;b:0    | must be host:port or host:port;host:port with a port from 1 on, got \"a:1;b:0\"",
        "a:1;;b:1   | must be host:port or host:port;host:port, got \"a:1;;b:1\"",
        ";          | must be host:port or host:port;host:port, got \";\"",
      })
  void whatIsNoListOfServersIsRefused(String text, String message) {
    assertThatThrownBy(() -> HostPort.list(text)).hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://mq_1/metrics             | http://mq_1/metrics",
        "https://prom.example.:9090/a?b=c | https://prom.example:9090/a?b=c",
        "http://[::1]                    | http://[::1]",
        "http://10.0.0.3:9100/metrics?collect[]=cpu | http://10.0.0.3:9100/metrics?collect[]=cpu",
        "http://u:p@a:1/                 | -",
        "https://mq_1:9100/              | -",
        "ftp://a:1/                      | -",
        "http://a:70000/                 | -",
        "http://::1:9100/                | -",
        "a:9100/metrics                  | -",
        "http:///metrics                 | -",
      })
  void anAddressOfAnHttpServerHasNoUserAndACertainHost(String text, String address) {
    if (address.equals("-")) {
      assertThatThrownBy(() -> HttpAddress.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("must be an address ")
          .message()
          .doesNotContain("u:p");
    } else {
      assertThat(HttpAddress.parse(text)).hasToString(address);
    }
  }

  /** Java's URIs have no such hosts, and clients that make one ask for the IP address. */
  @Test
  void aNameThatNoUriHasIsLookedUp() throws UnknownHostException {
    for (String text : Arrays.asList("localhost:1", "[::1]:2", "10.0.0.1:3", "a.example:4")) {
      assertThat(HostPort.parse(text).forUri()).hasToString(text);
    }
    URI usual = URI.create("http://a.example:9100/metrics");
    assertThat(HttpAddress.forClient(usual)).isSameAs(usual);
    assertThatThrownBy(() -> HostPort.parse("no_such.invalid:1").forUri())
        .isInstanceOf(UnknownHostException.class);
    assertThatThrownBy(
            () -> HttpAddress.forClient(HttpAddress.parse("http://no_such.invalid/metrics?a=b")))
        .isInstanceOf(UnknownHostException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:7000, true",
    "LOCALHOST:0, true",
    "[::1]:7000, true",
    "0.0.0.0:7000, false",
    "[::]:65535, false",
    "192.0.2.1:7000, false",
    "controller.invalid:7000, false",
  })
  void loopbackIsKnown(String text, boolean loopback) {
    assertThat(HostPort.parse(text).isLoopback()).isEqualTo(loopback);
  }
}
