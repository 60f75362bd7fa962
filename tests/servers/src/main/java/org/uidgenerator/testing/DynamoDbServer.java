package org.uidgenerator.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Dynalite 4.0, which speaks the protocol of DynamoDB and is not from Amazon, whose own local edition is not free
 * software. All its reads are consistent. It runs on Node.js from 20 on, and npm brings it, once.
 */
public final class DynamoDbServer extends ServerProcess {
    private static final String RESOURCES = "dynalite/";

    /** Dynalite ends when a client gives up in the middle of a request, which is nothing to a real server. */
    private static final String OUTLIVES_CLIENTS =
            "data:text/javascript,process.on('uncaughtException',e=>{if(e.code!='ECONNRESET')throw(e)})";

    private static DynamoDbServer shared;

    private final Path program;
    private final List<String> storage;

    /** Makes a server that is not running yet and has no table. It keeps them in a folder. */
    public DynamoDbServer() {
        this(true);
    }

    private DynamoDbServer(boolean keeps) {
        super("dynalite");
        storage = keeps ? List.of("--path", dataFolder().toString()) : List.of();
        try {
            Path home = ServerFiles.once("dynalite-4.0.0", DynamoDbServer::install);
            program = home.resolve("node_modules/dynalite/cli.js");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As in the lock file. Its libraries are built; their scripts would build them again. */
    private static void install(Path folder) throws IOException {
        for (String file : List.of("package.json", "package-lock.json")) {
            try (InputStream in = ServerFiles.open(RESOURCES + file)) {
                Files.copy(in, folder.resolve(file));
            }
        }
        Commands.run(
                List.of("npm", "ci", "--prefix", folder.toString(), "--ignore-scripts", "--no-audit", "--no-fund"));
    }

    /** Returns whether it can run on this machine, and says what to install if not. */
    public static boolean isInstalled() {
        boolean installed = Stream.of("node", "npm").allMatch(Commands::isOnPath);
        if (!installed) {
            System.out.println("DynamoDB is not tested: install Node.js 20 or newer with npm, which brings dynalite");
        }
        return installed;
    }

    /** Returns the running server that all tests of this JVM share, which keeps nothing. Leave it running. */
    public static synchronized DynamoDbServer shared() {
        if (shared == null) {
            DynamoDbServer server = new DynamoDbServer(false);
            server.start();
            shared = server;
        }
        return shared;
    }

    @Override
    List<String> command() {
        return Stream.concat(
                        Stream.of(
                                "node",
                                "--import",
                                OUTLIVES_CLIENTS,
                                program.toString(),
                                "--host",
                                "127.0.0.1",
                                "--port",
                                Integer.toString(port()),
                                "--createTableMs",
                                "20"),
                        storage.stream())
                .toList();
    }

    @Override
    boolean answers() {
        return HttpProbe.succeeds(endpoint());
    }

    /** Returns the address for clients. */
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port());
    }
}
