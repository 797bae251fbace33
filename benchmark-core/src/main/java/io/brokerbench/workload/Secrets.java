package io.brokerbench.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Detects secrets and hides them. Results, console lines, error messages, saved logs and arguments
 * of child processes pass through one of these methods.
 *
 * <p>A key is secret by its name, whatever it belongs to: a setting, a broker's property, a JVM's
 * system property, a flag. User information in an address is secret, too.
 */
public final class Secrets {

  /** Replacement of a secret. */
  public static final String HIDDEN = "***";

  /** Bounded, as all patterns here, because log lines can be of any length. */
  private static final String NAME_OF_SECRET =
      "(?i:[\\w.\\-]{0,100}(?:password|passwd|passphrase|passcode|secret|credential|token"
          + "|(?:access|api|private)[._-]?key)[\\w.\\-]{0,100}"
          + "|(?:[\\w.\\-]{0,100}[._\\-])?(?:pass|pwd|cookie))";

  private static final Pattern KEY = Pattern.compile(NAME_OF_SECRET);

  /** Names of directories with certificates, as a setting and as a flag. */
  private static final Set<String> DIRECTORIES = Set.of("workers.credentials", "--credentials");

  /** A condition on properties of messages, which brokers and workers must get as it is. */
  private static final String CONDITION = "consume.filter.expression";

  /** A name and a value, with any separator. */
  private static final Pattern ASSIGNMENT = Pattern.compile("(?s)(-D|--?)?([\\w.\\-]+)(.+)");

  /** As {@link SecretReference} reads it. */
  private static final String REFERENCE =
      "(?:(?:env|prompt):[A-Za-z_][A-Za-z0-9_]*|file:[^\\s\"')\\]}]+)";

  private static final Pattern IN_JSON =
      Pattern.compile(
          "(\\\\?\""
              + NAME_OF_SECRET
              + "\\\\?\"\\s*:\\s*)(\\\\?\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s,}]+)");

  /** Up to the next blank, without closing quotes or brackets. */
  private static final Pattern IN_TEXT =
      Pattern.compile(
          "((?<![\\w.\\-])(?:-D|--?)?"
              + NAME_OF_SECRET
              + "\\s*=\\s*)(?!"
              + REFERENCE
              + "(?:[\\s\"')\\]}]|$))(\"[^\"]*\"|'[^']*'|[^\\s\"'][^\\s]*?)(?=[\"')\\]}]*(?:\\s|$))");

  /** A long flag and its value, as in a command of the shell. */
  private static final Pattern AFTER_FLAG =
      Pattern.compile(
          "((?<!\\S)--(?!credentials\\s)"
              + NAME_OF_SECRET
              + "[ \\t]{1,10})(?!"
              + REFERENCE
              + "(?:\\s|$))[^\\s\\-]\\S*");

  private static final Pattern IN_ADDRESS =
      Pattern.compile("((?<![A-Za-z0-9+.\\-])[A-Za-z][A-Za-z0-9+.\\-]{0,20}://)[^/?#\\s]{0,1000}@");

  private static final Pattern BEFORE_HOST =
      Pattern.compile("(?<![^\\s\"';,=(])[^\\s\"'/;,=(:]{1,100}:[^\\s\"'/;,]{0,100}@(?=[\\w\\[])");

  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^(\\s*" + NAME_OF_SECRET + "(?:[ \\t]*[=:][ \\t]*|[ \\t]+))(?=\\S)[^\\r\\n]*");

  private Secrets() {}

  /** Whether the values of a key, a property or a long flag with this name are secret. */
  public static boolean isKey(String name) {
    return !DIRECTORIES.contains(name) && KEY.matcher(name.replaceFirst("^-+", "")).matches();
  }

  /**
   * Whether a setting is a secret that is typed on the terminal: only processes that this one
   * starts get the answer.
   */
  public static boolean isTyped(String key, String value) {
    return isKey(key) && SecretReference.isTyped(value);
  }

  /** A setting's value with secrets hidden; a reference to a secret is shown. */
  public static String value(String key, String value) {
    if (isKey(key)) {
      return SecretReference.is(value) ? value : HIDDEN;
    }
    return key.equals(CONDITION) ? value : text(value);
  }

  /**
   * An assignment with secrets hidden: {@code key=value}, {@code -Dkey=value}, or either with a
   * wrong separator.
   */
  public static String assignment(String text) {
    Matcher m = ASSIGNMENT.matcher(text);
    if (!m.matches() || !isKey(m.group(2))) {
      return text(text);
    }
    return m.group(3).startsWith("=") && SecretReference.is(m.group(3).substring(1))
        ? text
        : text.substring(0, m.start(3)) + text.charAt(m.start(3)) + HIDDEN;
  }

  /**
   * Answers to prompts for secrets so far, as system properties for processes started by this one.
   */
  public static Map<String, String> answers() {
    return System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith(SecretReference.ANSWER))
        .collect(Collectors.toMap(Function.identity(), System::getProperty));
  }

  /** Whether a JVM argument sets a system property with a secret value. */
  public static boolean isProperty(String argument) {
    return argument.startsWith("-D") && !assignment(argument).equals(argument);
  }

  /** A message, a log line or any other text with secrets hidden. */
  public static String text(String text) {
    String shown = IN_JSON.matcher(text).replaceAll("$1\"" + HIDDEN + "\"");
    shown = IN_TEXT.matcher(shown).replaceAll("$1" + HIDDEN);
    shown = AFTER_FLAG.matcher(shown).replaceAll("$1" + HIDDEN);
    shown = IN_ADDRESS.matcher(shown).replaceAll("$1" + HIDDEN + "@");
    return BEFORE_HOST.matcher(shown).replaceAll(HIDDEN + "@");
  }

  /** A configuration file or a log, whose lines may start with a key, with secrets hidden. */
  public static String lines(String text) {
    return LINE.matcher(text(text)).replaceAll("$1" + HIDDEN);
  }

  /**
   * Arguments of a command with secrets hidden, each at its own position. An argument without a
   * hyphen that follows a secret is hidden as well: it may be part of a value split by the shell.
   *
   * @param isFlag whether an argument, without the part from {@code =} on, is a flag with a secret
   *     value
   */
  public static List<String> arguments(List<String> arguments, Predicate<String> isFlag) {
    List<String> shown = new ArrayList<>();
    boolean afterFlag = false;
    boolean afterSecret = false;
    for (String argument : arguments) {
      String name = argument.replaceFirst("(?s)=.*", "");
      if (afterFlag || (afterSecret && !argument.startsWith("-"))) {
        shown.add(SecretReference.is(argument) && afterFlag ? argument : HIDDEN);
        afterSecret = true;
        afterFlag = false;
        continue;
      }
      boolean secretFlag = argument.startsWith("-") && isFlag.test(name);
      String safe;
      if (secretFlag && argument.contains("=")) {
        String value = argument.substring(name.length() + 1);
        safe = SecretReference.is(value) ? argument : name + "=" + HIDDEN;
      } else if (!secretFlag && argument.startsWith("--set=")) {
        safe = "--set=" + assignment(argument.substring("--set=".length()));
      } else {
        safe = secretFlag ? argument : assignment(argument);
      }
      shown.add(safe);
      afterFlag = secretFlag && !argument.contains("=");
      afterSecret = !safe.equals(argument);
    }
    return List.copyOf(shown);
  }
}
