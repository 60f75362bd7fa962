package org.uidgenerator.server.web;

import java.util.List;

/** An answer that can be text, for callers without a JSON parser. */
interface Lines {

    /** Returns the lines, without their ends. */
    List<String> lines();
}
