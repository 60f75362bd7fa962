-- Worker ids that are given back and reused: one row per worker id. Delete none: the row keeps its worker id unique.
-- The row of the namespace @default is the store identity of the namespace default, in TERM. Delete it with all other rows or not at all.
-- Who has which worker id, for operators:
--   SELECT NAMESPACE, WORKER_ID, HOLDER, HELD, TERM, RESERVED_THROUGH, NEXT_RESERVATION, ACQUIRED, MODIFIED,
--          unixepoch('now') - unixepoch(MODIFIED) AS AGE FROM WORKER_LEASE WHERE NAMESPACE NOT LIKE '@%' ORDER BY NAMESPACE, WORKER_ID;
CREATE TABLE IF NOT EXISTS WORKER_LEASE (
  NAMESPACE        VARCHAR(64)  NOT NULL, -- the namespace
  WORKER_ID        BIGINT       NOT NULL, -- the worker id
  TERM             BIGINT       NOT NULL, -- fencing number, raised by each acquisition
  RESERVED_THROUGH BIGINT       NOT NULL, -- last tick handed to anyone
  NEXT_RESERVATION BIGINT       NOT NULL, -- how many ticks the next reservation adds at most
  LAYOUT           VARCHAR(128) NOT NULL, -- the layout that says what a tick is
  HOLDER           VARCHAR(128) NOT NULL, -- who has the worker id, or had it last
  HELD             BOOLEAN      NOT NULL, -- whether the holder still has it, false once it was given back
  ACQUIRED         TIMESTAMP    NOT NULL, -- when the holder took it, in UTC
  MODIFIED         TIMESTAMP    NOT NULL, -- when the row was changed, in UTC
  PRIMARY KEY (NAMESPACE, WORKER_ID)
);
