package io.brokerbench.serve;

import com.sun.net.httpserver.HttpExchange;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parameters of a request, {@code name=value}.
 *
 * @param parts in their order, encoded
 */
record Query(List<String> parts) {

  private static final Pattern AND = Pattern.compile("&");

  static Query of(HttpExchange request) {
    String raw = request.getRequestURI().getRawQuery();
    return new Query(raw == null ? List.of() : List.of(AND.split(raw, -1)));
  }

  /** The values of a parameter, in their order. */
  List<String> values(String name) {
    return parts.stream()
        .filter(part -> part.startsWith(name + "="))
        .map(part -> URLDecoder.decode(part.substring(name.length() + 1), StandardCharsets.UTF_8))
        .toList();
  }

  /** The first value of a parameter. */
  Optional<String> value(String name) {
    return values(name).stream().findFirst();
  }
}
