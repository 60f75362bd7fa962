package org.uidgenerator.zookeeper;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.zookeeper.ZooDefs.OpCode;

/**
 * What lies between a client and its server: connections that break at a request that a test chooses, or fall silent.
 * It knows what was asked.
 */
final class DisturbedConnection implements Closeable {
    private enum Loss {
        OF_REQUEST,
        OF_ANSWER
    }

    /** The next request of a kind is lost on its way, or its answer is, and the connection with it. */
    private record Break(Set<Integer> opCodes, Loss loss) {}

    private static final Set<Integer> WRITES = Set.of(OpCode.setData, OpCode.multi);

    private static final int NONE = -1;

    private final int serverPort;
    private final ServerSocket listener;
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> opCodes = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Break> next = new AtomicReference<>();
    private volatile Runnable beforeWrites = () -> {};
    private volatile boolean silent;

    DisturbedConnection(int serverPort) throws IOException {
        this.serverPort = serverPort;
        listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Names itself twice: a client that has tried all of its servers pauses for a second. */
    String connectString() {
        String address = "127.0.0.1:" + listener.getLocalPort();
        return address + "," + address;
    }

    void loseNextWrite() {
        next.set(new Break(WRITES, Loss.OF_REQUEST));
    }

    void loseAnswerToNextWrite() {
        next.set(new Break(WRITES, Loss.OF_ANSWER));
    }

    void loseAnswerToNextRead() {
        next.set(new Break(Set.of(OpCode.multiRead), Loss.OF_ANSWER));
    }

    /** Lets another client act each time before a write arrives. */
    void beforeWrites(Runnable act) {
        beforeWrites = act;
    }

    /** What is asked during a call, in this order, as codes of operations. */
    List<Integer> requestsOf(Runnable call) {
        opCodes.clear();
        call.run();
        return List.copyOf(opCodes);
    }

    /** Whether what was to be lost is lost. */
    boolean isDone() {
        return next.get() == null;
    }

    /** Delivers nothing any more, in neither direction, and keeps the connections open. */
    void fallSilent() {
        silent = true;
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "disturbed-connection");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                sockets.add(client);
                sockets.add(server);
                if (listener.isClosed()) { // Order matters! After the sockets are where close() looks for them
                    close();
                }
                Link link = new Link(client, server);
                start(link::carryRequests);
                start(link::carryAnswers);
            }
        } catch (IOException e) {
            // closed, or the server is not there
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(DisturbedConnection::close);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Link {
        private final Socket client;
        private final Socket server;
        private volatile int answerToLose = NONE;

        Link(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void carryRequests() {
            carry(client, server, packet -> {
                int opCode = packet.capacity() < 8 ? NONE : packet.getInt(4);
                if (opCode != OpCode.ping) {
                    opCodes.add(opCode);
                }
                if (WRITES.contains(opCode)) {
                    beforeWrites.run();
                }
                Break wanted = next.get();
                if (wanted == null || !wanted.opCodes().contains(opCode)) {
                    return true;
                }
                if (wanted.loss() == Loss.OF_ANSWER) {
                    answerToLose = packet.getInt(0);
                    return true;
                }
                return false;
            });
        }

        void carryAnswers() {
            carry(server, client, packet -> answerToLose == NONE || packet.getInt(0) != answerToLose);
        }

        private interface Passage {
            boolean isFree(ByteBuffer packet);
        }

        private void carry(Socket from, Socket to, Passage passage) {
            try (from;
                    to) {
                DataInputStream in = new DataInputStream(from.getInputStream());
                DataOutputStream out = new DataOutputStream(to.getOutputStream());
                for (boolean handshake = true; ; handshake = false) {
                    byte[] packet = in.readNBytes(in.readInt());
                    if (!handshake && !passage.isFree(ByteBuffer.wrap(packet))) {
                        next.set(null);
                        return;
                    }
                    if (!silent) {
                        out.writeInt(packet.length);
                        out.write(packet);
                        out.flush();
                    }
                }
            } catch (IOException e) {
                // one of them has gone
            }
        }
    }
}
