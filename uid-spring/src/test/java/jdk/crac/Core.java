package jdk.crac;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public final class Core {
    /** What a test does while the image would be on disk. */
    public static Runnable onDisk = () -> {};

    private static final List<Resource> RESOURCES = new ArrayList<>();
    private static final Context<Resource> GLOBAL = new Context<>() {
        @Override
        public void beforeCheckpoint(Context<? extends Resource> context) throws CheckpointException {
            List<Resource> reversed = new ArrayList<>(RESOURCES);
            Collections.reverse(reversed);
            for (Resource resource : reversed) {
                try {
                    resource.beforeCheckpoint(this);
                } catch (Exception e) {
                    CheckpointException failed = new CheckpointException();
                    failed.addSuppressed(e);
                    throw failed;
                }
            }
        }

        @Override
        public void afterRestore(Context<? extends Resource> context) throws RestoreException {
            for (Resource resource : RESOURCES) {
                try {
                    resource.afterRestore(this);
                } catch (Exception e) {
                    RestoreException failed = new RestoreException();
                    failed.addSuppressed(e);
                    throw failed;
                }
            }
        }

        @Override
        public void register(Resource resource) {
            RESOURCES.add(resource);
        }
    };

    private Core() {}

    public static Context<Resource> getGlobalContext() {
        return GLOBAL;
    }

    public static void checkpointRestore() throws CheckpointException, RestoreException {
        GLOBAL.beforeCheckpoint(null);
        onDisk.run();
        GLOBAL.afterRestore(null);
    }

    /** Forgets all resources. */
    public static void reset() {
        RESOURCES.clear();
        onDisk = () -> {};
    }
}
