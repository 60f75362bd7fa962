package com.example.orders;

import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.worker.StaticWorkerIdAssigner;

/** Prints two UIDs. */
final class Orders {
    private Orders() {}

    public static void main(String[] args) {
        try (CachedUidGenerator uids =
                CachedUidGenerator.builder(StaticWorkerIdAssigner.of(7)).build()) {
            System.out.println(uids.getUID());
            System.out.println(uids.parseUID(uids.getUID()));
        }
    }
}
