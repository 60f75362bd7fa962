package org.uidgenerator.cli;

import java.util.Iterator;
import java.util.stream.Stream;
import org.uidgenerator.LayoutPreset;

/** The words with which shells complete a layout. */
final class PresetNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Stream.of(LayoutPreset.values()).map(LayoutPreset::text).iterator();
    }
}
