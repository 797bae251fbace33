package io.brokerbench.cli;

import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** The manual pages of all commands in AsciiDoc, from which the build makes those of man. */
final class ManPages {

  private ManPages() {}

  /**
   * Writes {@code bench.adoc} and a file for each command.
   *
   * @param args the directory
   */
  public static void main(String[] args) throws IOException {
    write(Files.createDirectories(Path.of(args[0])));
  }

  private static void write(Path directory) throws IOException {
    CommandSpec root = new CommandLine(Overview.of("bench", BenchMain.commands())).getCommandSpec();
    root.subcommands().values().forEach(each -> headExamples(each.getCommandSpec()));
    int code =
        ManPageGenerator.generateManPage(directory.toFile(), null, new boolean[0], false, root);
    if (code != 0) {
      throw new IOException(Text.of("no manual pages can be written: exit code %d", code));
    }
  }

  /** Gives the examples, which follow a title at the end of the help, a section of their own. */
  private static void headExamples(CommandSpec command) {
    List<String> lines = new ArrayList<>(List.of(command.usageMessage().footer()));
    lines.removeIf(String::isBlank);
    String title = lines.remove(0);
    command
        .usageMessage()
        .footerHeading(title.replace(":", "%n"))
        .footer(lines.toArray(String[]::new));
  }
}
