package org.uidgenerator.cli;

import java.util.List;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.text.ForeignId;

/** Reports what was found in an id. */
interface IdReport {
    /** A UID of a known layout. */
    void uid(DecodedUid uid, UidLayout layout);

    /** A UID of one of several layouts. */
    void fitting(long uid, List<LayoutPreset.Reading> readings);

    /** An id that is not a number. */
    void foreign(String text, ForeignId id);
}
