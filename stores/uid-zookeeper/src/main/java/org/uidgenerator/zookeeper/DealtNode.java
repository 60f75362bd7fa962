package org.uidgenerator.zookeeper;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A counter of new worker ids. The number that was dealt last is the text of the node, plus its version. So any write
 * raises it, and of generators that write the same text at the same time none fails and each gets another number. Only
 * the first number, and one that has to go up by more, is a conditional write of another text.
 *
 * <p>A generator that goes by the text from before such a write puts that back. A number may then be dealt twice, which
 * is no more than what happens without a counter: one of the two generators does not get the worker id, and asks again.
 */
record DealtNode(Nodes nodes, String path) {
    /** One that creates the node, one that is too late for its first text, one that raises it, and some to spare. */
    private static final int MOST_ATTEMPTS = 6;

    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

    /** Deals a number: at least the lowest, and just that one if others are faster again and again. */
    long deal(long lowest) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Optional<Node> node = nodes.read(path);
            if (node.isEmpty()) {
                nodes.create(path);
            }
            Optional<Long> dealt = node.flatMap(read -> deal(read, lowest));
            if (dealt.isPresent()) {
                return dealt.get();
            }
        }
        return lowest;
    }

    private Optional<Long> deal(Node node, long lowest) {
        int next = node.version() + 1;
        if (NUMBER.matcher(node.text()).matches()) {
            long base = Long.parseLong(node.text());
            if (base + next >= lowest) {
                return nodes.overwrite(path, node.text()).map(written -> base + written.getVersion());
            }
        }
        return nodes.write(path, node.version(), Long.toString(lowest - next)) ? Optional.of(lowest) : Optional.empty();
    }
}
