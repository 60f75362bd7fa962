-- The starts of generators, one row per start, whose ID is the worker id. Times are in UTC.
-- AUTOINCREMENT: no ID comes again, even if its row is deleted.
CREATE TABLE IF NOT EXISTS WORKER_NODE (
  ID          INTEGER PRIMARY KEY AUTOINCREMENT, -- the worker id
  HOST_NAME   VARCHAR(64) NOT NULL, -- host or container name
  PORT        VARCHAR(64) NOT NULL, -- port, or start time and process id if unknown
  TYPE        INT         NOT NULL, -- where it runs: 1 container, 2 actual machine
  LAUNCH_DATE DATE        NOT NULL, -- day of the start
  MODIFIED    TIMESTAMP   NOT NULL, -- when the row was changed
  CREATED     TIMESTAMP   NOT NULL  -- when the row was made
);
