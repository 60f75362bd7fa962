package org.uidgenerator.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import org.uidgenerator.DecodedUid;
import org.uidgenerator.LayoutPreset;
import org.uidgenerator.UidLayout;
import org.uidgenerator.text.ForeignId;

/** For programs: one object per line. UIDs are strings, because not every reader of JSON holds 63 bits. */
final class JsonIdReport implements ParseCommand.IdReport {
    private final Lines lines;

    JsonIdReport(Lines lines) {
        this.lines = lines;
    }

    @Override
    public void uid(DecodedUid uid, UidLayout layout) {
        JsonObject object = new JsonObject();
        object.addProperty("uid", Long.toString(uid.uid()));
        addParts(object, uid, layout);
        lines.add(object.toString());
    }

    @Override
    public void fitting(long uid, List<LayoutPreset.Reading> readings) {
        JsonArray fits = new JsonArray();
        for (LayoutPreset.Reading reading : readings) {
            JsonObject fit = new JsonObject();
            fit.addProperty("layout", reading.preset().text());
            addParts(fit, reading.decoded(), reading.preset().layout());
            fits.add(fit);
        }
        JsonObject object = new JsonObject();
        object.addProperty("uid", Long.toString(uid));
        object.add("fits", fits);
        lines.add(object.toString());
    }

    private static void addParts(JsonObject object, DecodedUid uid, UidLayout layout) {
        object.addProperty("time", uid.time().toString());
        object.addProperty("tick", layout.tickOf(uid.uid()));
        object.addProperty("workerId", uid.workerId());
        if (layout.dataCenterBits() > 0) {
            object.addProperty("dataCenterId", uid.dataCenterId());
            object.addProperty("machineId", uid.machineId());
        }
        object.addProperty("sequence", uid.sequence());
    }

    @Override
    public void foreign(String text, ForeignId id) {
        JsonObject object = new JsonObject();
        object.addProperty("id", text);
        object.addProperty("kind", id.kind());
        id.time().ifPresent(time -> object.addProperty("time", time.toString()));
        id.parts().forEach(part -> object.addProperty(part.name(), part.value()));
        lines.add(object.toString());
    }
}
