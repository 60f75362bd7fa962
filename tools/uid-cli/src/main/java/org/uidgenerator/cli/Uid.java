package org.uidgenerator.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code uid}; {@code java -jar uid.jar --help} describes it. */
@Command(
        name = "uid",
        description = "Makes 64-bit, time-ordered, unique ids, and reads them.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Uid.Version.class,
        scope = ScopeType.INHERIT,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failed, as the line on standard error says",
            "2:options or arguments are wrong",
            "141:the reader of the output went away"
        })
public final class Uid implements Callable<Integer> {
    /** The exit code that shells report for a program that SIGPIPE has ended. */
    private static final int READER_GONE = 128 + 13;

    /** Kept in a field, because a logger that nothing refers to forgets its level. */
    private static final Logger ROOT_LOGGER = Logger.getLogger("");

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Print logs and stack traces to standard error.")
    private boolean verbose;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    final CommandContext context;

    private Uid(CommandContext context) {
        this.context = context;
    }

    /**
     * Runs a command and ends the JVM with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        CommandContext context = new CommandContext(
                System.in,
                new Lines(new FileOutputStream(FileDescriptor.out)),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                System.getenv(),
                Path.of(System.getProperty("user.home")),
                InstantSource.system());
        ROOT_LOGGER.setLevel(Level.SEVERE);
        System.exit(execute(context, args));
    }

    /** Runs a command in the same locale everywhere, because Picocli writes scripts and messages in the default one. */
    static int execute(CommandContext context, String... args) {
        Locale.setDefault(Locale.ROOT);
        return new Uid(context).commandLine().execute(args);
    }

    private CommandLine commandLine() {
        CommandLine completion = new CommandLine(new GenerateCompletion());
        completion.getCommandSpec().usageMessage().hidden(true);
        return new CommandLine(this)
                .addSubcommand(new GenerateCommand())
                .addSubcommand(new ParseCommand())
                .addSubcommand(new MakeCommand())
                .addSubcommand(new LayoutCommand())
                .addSubcommand(new WorkersCommand())
                .addSubcommand(new CommandLine(new TickFileCommand()).addSubcommand(new TickFileCommand.Create()))
                .addSubcommand(new SqlCommand())
                .addSubcommand(new BenchCommand())
                .addSubcommand(new HelpCommand())
                .addSubcommand(completion)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(context.lines().writer, true))
                .setErr(context.err())
                .setExecutionStrategy(this::run)
                .setParameterExceptionHandler((wrong, args) -> reportMisuse(wrong))
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure));
    }

    /** Without a command, prints the usage. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return ExitCode.USAGE;
    }

    private int run(ParseResult parsed) {
        if (verbose) {
            ROOT_LOGGER.setLevel(Level.INFO);
        }
        int exitCode = new CommandLine.RunLast().execute(parsed);
        try {
            context.lines().flush();
            return exitCode;
        } catch (Lines.OutputException e) {
            return report(e);
        }
    }

    private int report(Exception thrown) {
        Exception failure = thrown;
        try {
            context.lines().flush();
        } catch (Lines.OutputException e) {
            failure = e;
        }
        if (failure instanceof Lines.OutputException output && output.isReaderGone()) {
            return READER_GONE;
        }
        if (verbose) {
            failure.printStackTrace(context.err());
        } else {
            context.say(failure);
        }
        return failure instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.SOFTWARE;
    }

    private int reportMisuse(ParameterException wrong) {
        context.say(wrong);
        UnmatchedArgumentException.printSuggestions(wrong, context.err());
        context.err().println("See: " + wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE;
    }

    /** The version of the jar, which is that of the pom. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Uid.class.getPackage().getImplementationVersion();
            return new String[] {"uid " + (version == null ? "(not from a jar)" : version)};
        }
    }
}
