package org.uidgenerator.benchmarks.machinecode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The instructions of one turn of JMH's loop around a call: the shortest way from the look at the clock's flag back to
 * it, without calls and atomic instructions.
 */
record HotLoop(List<Instruction> instructions) {
    private static final String COMPILED = "Compiled method (c2)";
    private static final Pattern HEX = Pattern.compile("\\s+0x([0-9a-f]{16}): ([0-9a-f| ]+)");

    /**
     * Returns the loop in the code that C2 has made last.
     *
     * @param log of a JVM that has printed it without a disassembler
     * @throws IOException if there is none, or no {@code objdump}
     */
    static HotLoop ofLog(String log) throws IOException, InterruptedException {
        int start = log.lastIndexOf(COMPILED);
        if (start < 0) {
            throw new IOException("C2 has compiled nothing");
        }
        return of(disassembled(log.substring(start)));
    }

    private static List<Instruction> disassembled(String log) throws IOException, InterruptedException {
        ByteArrayOutputStream code = new ByteArrayOutputStream();
        long base = 0;
        int from = log.indexOf("[MachCode]");
        for (String line :
                log.substring(from, log.indexOf("[/MachCode]", from)).lines().toList()) {
            Matcher hex = HEX.matcher(line);
            if (hex.matches()) {
                long address = Long.parseUnsignedLong(hex.group(1), 16);
                base = base == 0 ? address : base;
                if (code.size() == address - base) { // the JVM writes some bytes twice
                    code.write(HexFormat.of().parseHex(hex.group(2).replaceAll("[| ]", "")));
                }
            }
        }
        Path file = Files.createTempFile("machine-code", ".bin");
        try {
            Files.write(file, code.toByteArray());
            Process objdump = new ProcessBuilder(
                            "objdump",
                            "-D",
                            "--no-show-raw-insn",
                            "-b",
                            "binary",
                            "-m",
                            "i386:x86-64",
                            "-M",
                            "intel",
                            String.format(Locale.ROOT, "--adjust-vma=0x%x", base),
                            file.toString())
                    .start();
            String text = new String(objdump.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            objdump.waitFor();
            return text.lines()
                    .filter(Instruction::isIn)
                    .map(Instruction::parse)
                    .toList();
        } finally {
            Files.delete(file);
        }
    }

    static HotLoop of(List<Instruction> code) throws IOException {
        Map<Long, Integer> places = new HashMap<>();
        for (int i = 0; i < code.size(); i++) {
            places.put(code.get(i).address(), i);
        }
        for (int i = 0; i < code.size(); i++) {
            List<Instruction> way = code.get(i).loadsByte() ? wayBack(code, places, i) : List.of();
            if (!way.isEmpty()) {
                return new HotLoop(way);
            }
        }
        throw new IOException("no loop without calls");
    }

    /** Returns the shortest way from an instruction to itself, or nothing. */
    private static List<Instruction> wayBack(List<Instruction> code, Map<Long, Integer> places, int from) {
        Map<Integer, Integer> cameFrom = new HashMap<>();
        Deque<Integer> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            int at = next.remove();
            for (int to : after(code, places, at)) {
                if (cameFrom.putIfAbsent(to, at) == null) {
                    if (to == from) {
                        return way(code, cameFrom, from);
                    }
                    next.add(to);
                }
            }
        }
        return List.of();
    }

    private static List<Integer> after(List<Instruction> code, Map<Long, Integer> places, int at) {
        List<Integer> after = new ArrayList<>();
        if (code.get(at).mayContinue() && at + 1 < code.size()) {
            after.add(at + 1);
        }
        Integer target = places.get(code.get(at).target());
        if (target != null) {
            after.add(target);
        }
        return after;
    }

    private static List<Instruction> way(List<Instruction> code, Map<Integer, Integer> cameFrom, int from) {
        Deque<Instruction> way = new ArrayDeque<>();
        int at = from;
        do {
            at = cameFrom.getOrDefault(at, from);
            way.addFirst(code.get(at));
        } while (at != from);
        return List.copyOf(way);
    }

    long loads() {
        return instructions.stream().filter(Instruction::isLoad).count();
    }

    long stores() {
        return instructions.stream().filter(Instruction::isStore).count();
    }

    /** Returns a line for each instruction, without addresses. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        instructions.forEach(one -> text.append(
                        one.text().replaceAll("^(j\\w+) 0x[0-9a-f]+", "$1").replaceAll(" +#.*", ""))
                .append('\n'));
        return text.toString();
    }
}
