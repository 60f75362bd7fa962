package org.uidgenerator.server;
import java.net.URI;
public final class RunningServer implements AutoCloseable {
    public static RunningServer start(String... arguments) { return new RunningServer(); }
    public URI uri(String p) { return URI.create("http://127.0.0.1:8099" + p); }
    @Override public void close() {}
}
