package io.brokerbench.reports;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.brokerbench.published.Verdicts;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/**
 * A publication, with what it claims.
 *
 * @param label P1 to P5
 * @param subject what it measures, in a few words
 * @param title of the text
 * @param author "author not stated" if it is not
 * @param date "date not stated" if it is not
 * @param address where it can be read
 * @param claim what it says, in a sentence
 * @param picture id of the chart at the top of its page; null for that of published and measured
 *     rates
 * @param note what the publication says of the picture in words; may be empty
 * @param verdicts rows of the table of its claims, five at most
 */
public record PublicationSource(
    String label,
    String subject,
    String title,
    String author,
    String date,
    String address,
    String claim,
    @Nullable String picture,
    String note,
    List<Verdicts.Claim> verdicts) {

  private static final Map<String, PublicationSource> ALL = read();

  @SuppressWarnings("NullAway") // Jackson passes null for what the file lacks.
  public PublicationSource {
    note = note == null ? "" : note;
  }

  private static Map<String, PublicationSource> read() {
    try (InputStream in =
        Objects.requireNonNull(PublicationSource.class.getResourceAsStream("publications.yaml"))) {
      Object content = new Yaml().load(in);
      return new JsonMapper()
          .convertValue(content, new TypeReference<LinkedHashMap<String, PublicationSource>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Title, author, date and address, in a sentence. */
  String citation() {
    return Text.of(
        "\"%s\", %s, %s, %s. Only its facts are used here.", title, author, date, address);
  }

  /** The names of all publications, as {@code reproduce} takes them. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /** The publication of this name; empty if there is none. */
  public static Optional<PublicationSource> of(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  /** Whether a workload file, by its name without an extension, belongs to a publication. */
  public static boolean owns(String name, String file) {
    return file.equals(name) || file.startsWith(name + "-");
  }
}
