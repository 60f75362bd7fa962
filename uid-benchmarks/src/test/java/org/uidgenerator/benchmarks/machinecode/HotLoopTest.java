package org.uidgenerator.benchmarks.machinecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HotLoopTest {
    private static HotLoop of(String... lines) throws IOException {
        return HotLoop.of(Stream.of(lines).map(Instruction::parse).toList());
    }

    @Test
    void isTheWayWithoutCalls() throws IOException {
        HotLoop loop = of(
                "  10:\tmovzx  esi,BYTE PTR [rbx+0x94]",
                "  20:\ttest   esi,esi",
                "  30:\tjne    0x90",
                "  40:\tmov    rdx,QWORD PTR [r9+0x90]",
                "  50:\tcmp    rdx,QWORD PTR [r9+0x120]",
                "  60:\tjl     0xb0",
                "  70:\tcall   0xffff",
                "  80:\tjmp    0x10",
                "  90:\tret",
                "  b0:\tlea    r8,[rdx+0x1]",
                "  c0:\tmov    QWORD PTR [r9+0x90],r8",
                "  d0:\tjmp    0x10");

        assertThat(loop).hasToString("""
                movzx esi,BYTE PTR [rbx+0x94]
                test esi,esi
                jne
                mov rdx,QWORD PTR [r9+0x90]
                cmp rdx,QWORD PTR [r9+0x120]
                jl
                lea r8,[rdx+0x1]
                mov QWORD PTR [r9+0x90],r8
                jmp
                """);
        assertThat(loop.loads()).isEqualTo(3);
        assertThat(loop.stores()).isEqualTo(1);
    }

    @Test
    void isRefusedIfEachTurnCalls() {
        assertThatThrownBy(() -> of("  10:\tmovzx  esi,BYTE PTR [rbx]", "  20:\tcall   0x99", "  30:\tjmp    0x10"))
                .hasMessage("no loop without calls");
    }
}
