package org.uidgenerator.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
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
 * etcd of this machine, alone: Maven Central has none. Debian's package is {@code etcd-server}. It does not wait for
 * the disk, which a process that is killed does not need.
 */
public final class EtcdServer extends ServerProcess {
    private static final String PROGRAM = "etcd";

    private static EtcdServer shared;

    private final boolean secure;
    private final List<String> options;
    private final int peerPort;

    /**
     * Makes a server that is not running yet.
     *
     * @param options further arguments, such as {@code --auth-token}
     */
    public EtcdServer(String... options) {
        this(false, options);
    }

    /** Makes a server that is not running yet, with a certificate that it makes for itself. */
    public static EtcdServer withTls() {
        return new EtcdServer(true, "--auto-tls");
    }

    private EtcdServer(boolean secure, String... options) {
        super(PROGRAM);
        this.secure = secure;
        this.options = List.of(options);
        try {
            peerPort = freePort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether there is etcd on this machine; says what to install if there is none. */
    public static boolean isInstalled() {
        boolean there = Commands.isOnPath(PROGRAM);
        if (!there) {
            System.out.println("Nothing is tested on etcd: there is none on this machine, apt-get install etcd-server");
        }
        return there;
    }

    /** Returns the running server that all tests of this JVM share: leave it running. */
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
        String peer = "http://127.0.0.1:" + peerPort;
        List<String> command = List.of(
                PROGRAM,
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
                "default=" + peer);
        return Stream.concat(command.stream(), options.stream()).toList();
    }

    @Override
    boolean answers() {
        try {
            HttpURLConnection health =
                    (HttpURLConnection) URI.create(url() + "/health").toURL().openConnection();
            if (health instanceof HttpsURLConnection https) {
                https.setSSLSocketFactory(sslContext().getSocketFactory());
            }
            health.setConnectTimeout(1_000);
            health.setReadTimeout(1_000);
            return health.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException e) {
            return false;
        }
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
