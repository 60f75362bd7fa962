package org.uidgenerator.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * etcd of this machine: Maven Central has none. Debian's package is {@code etcd-server}. It does not wait for the disk,
 * which a process that is killed does not need.
 */
public final class EtcdServer extends ServerProcess {
    private static final String PROGRAM = "etcd";

    private static EtcdServer shared;

    private final boolean secure;
    private final List<String> options;
    private final String name;
    private final String peer;
    private String members;

    /**
     * Makes a server that is not running yet.
     *
     * @param options further arguments, such as {@code --auth-token}
     */
    public EtcdServer(String... options) {
        this("alone", false, options);
    }

    /** Makes a member of an ensemble, which must {@link #join} it. */
    EtcdServer(int number) {
        this("member" + number, false);
    }

    /** Makes a server that is not running yet, with a certificate that it makes for itself. */
    public static EtcdServer withTls() {
        return new EtcdServer("alone", true, "--auto-tls");
    }

    private EtcdServer(String name, boolean secure, String... options) {
        super(PROGRAM);
        this.name = name;
        this.secure = secure;
        this.options = List.of(options);
        try {
            peer = "http://127.0.0.1:" + freePort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        members = member();
    }

    /** Returns the name and the address by which other members know it. */
    String member() {
        return name + "=" + peer;
    }

    /**
     * Names all members of its ensemble, before the first start.
     *
     * @param members of each, what {@link #member} returns, with a comma between two
     */
    void join(String members) {
        this.members = members;
    }

    /** Returns whether there is etcd on this machine; says what to install if there is none. */
    public static boolean isInstalled() {
        boolean there = Commands.isOnPath(PROGRAM);
        if (!there) {
            System.out.println("Nothing is tested on etcd: there is none on this machine, apt-get install etcd-server");
        }
        return there;
    }

    /** Returns the running server that all tests of this JVM share. Leave it running. */
    public static synchronized EtcdServer shared() {
        if (shared == null) {
            EtcdServer server = new EtcdServer();
            server.start();
            shared = server;
        }
        return shared;
    }

    @Override
    List<String> command() {
        List<String> command = List.of(
                PROGRAM,
                "--name",
                name,
                "--unsafe-no-fsync",
                "--data-dir",
                dataFolder().toString(),
                "--listen-client-urls",
                url(),
                "--advertise-client-urls",
                url(),
                "--listen-peer-urls",
                peer,
                "--initial-advertise-peer-urls",
                peer,
                "--initial-cluster",
                members);
        return Stream.concat(command.stream(), options.stream()).toList();
    }

    /** One of an ensemble answers when there is a majority. */
    @Override
    boolean answers() {
        try {
            return ask("/health").getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns whether it leads the others of its ensemble. */
    boolean leads() {
        try (InputStream metrics = ask("/metrics").getInputStream()) {
            return new String(metrics.readAllBytes(), StandardCharsets.UTF_8).contains("\netcd_server_is_leader 1\n");
        } catch (IOException e) {
            return false;
        }
    }

    private HttpURLConnection ask(String path) throws IOException {
        HttpURLConnection asked = HttpProbe.open(URI.create(url() + path));
        if (asked instanceof HttpsURLConnection https) {
            https.setSSLSocketFactory(sslContext().getSocketFactory());
        }
        return asked;
    }

    /** Returns the address for clients. */
    public String url() {
        return (secure ? "https" : "http") + "://127.0.0.1:" + port();
    }

    /** Returns what trusts the certificate of a server with TLS, and nothing else. */
    public SSLContext sslContext() throws IOException {
        try (InputStream file = Files.newInputStream(dataFolder().resolve("fixtures/client/cert.pem"))) {
            KeyStore certificates = KeyStore.getInstance(KeyStore.getDefaultType());
            certificates.load(null, null);
            certificates.setCertificateEntry(
                    PROGRAM, CertificateFactory.getInstance("X.509").generateCertificate(file));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(certificates);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }
}
