package org.uidgenerator.etcd;

import com.google.gson.JsonObject;

/**
 * A user of etcd.
 *
 * @param user the name
 * @param password the password
 */
record Login(String user, String password) {
    String request() {
        JsonObject request = new JsonObject();
        request.addProperty("name", user);
        request.addProperty("password", password);
        return request.toString();
    }

    /** Does not have the password. */
    @Override
    public String toString() {
        return "Login[user=" + user + "]";
    }
}
