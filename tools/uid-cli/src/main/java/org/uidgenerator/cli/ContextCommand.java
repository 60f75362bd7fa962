package org.uidgenerator.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command below {@link Uid}, which sees the same process. */
abstract class ContextCommand {
    @Spec
    CommandSpec spec = CommandSpec.create();

    final CommandContext context() {
        return ((Uid) spec.root().userObject()).context;
    }
}
