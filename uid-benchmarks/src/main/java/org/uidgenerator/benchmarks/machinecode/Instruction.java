package org.uidgenerator.benchmarks.machinecode;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An instruction of x86-64 as {@code objdump} writes it in Intel's syntax.
 *
 * @param text the mnemonic and the operands
 */
record Instruction(long address, String text) {
    private static final Pattern LINE = Pattern.compile("\\s*([0-9a-f]+):\\s+(\\S.*)");
    private static final Pattern JUMP = Pattern.compile("j\\w+\\s+0x([0-9a-f]+).*");
    private static final Pattern STORE =
            Pattern.compile("(?:lock )?(?:mov|add|sub|inc|dec|xadd|cmpxchg)\\w* (?:\\w+ PTR )?\\[.*");
    private static final Set<String> NO_ACCESS = Set.of("lea", "nop", "data16");

    static boolean isIn(String line) {
        return LINE.matcher(line).matches();
    }

    static Instruction parse(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new IllegalArgumentException("no instruction: " + line);
        }
        return new Instruction(
                Long.parseUnsignedLong(parts.group(1), 16),
                parts.group(2).replaceAll("\\s+", " ").strip());
    }

    private String mnemonic() {
        return text.split(" ", 2)[0];
    }

    /** Returns whether the next one is the one behind it, if it does not jump. */
    boolean mayContinue() {
        return !Set.of("jmp", "call", "ret", "hlt").contains(mnemonic()) && !isAtomic();
    }

    /** Returns the address that it jumps to, always or under a condition, or 0. */
    long target() {
        Matcher jump = JUMP.matcher(text);
        return jump.matches() ? Long.parseUnsignedLong(jump.group(1), 16) : 0;
    }

    boolean isAtomic() {
        return text.startsWith("lock");
    }

    /** Returns whether it loads a byte, as the loop of JMH does to see whether its time is over. */
    boolean loadsByte() {
        return text.startsWith("movzx") && text.contains("BYTE PTR [");
    }

    boolean isStore() {
        return STORE.matcher(text).matches();
    }

    boolean isLoad() {
        return text.contains("[") && !NO_ACCESS.contains(mnemonic()) && !(isStore() && text.startsWith("mov"));
    }
}
