-- Worker ids that are given back and reused: one row per worker id. Delete none: the row keeps its worker id unique.
-- The row of the namespace @default is the store identity of the namespace default, in TERM. Delete it with all other rows or not at all.
-- Who has which worker id, for operators:
--   SELECT NAMESPACE, WORKER_ID, HOLDER, HELD, TERM, RESERVED_THROUGH, NEXT_RESERVATION, ACQUIRED, MODIFIED,
--          TIMESTAMPDIFF(SECOND, MODIFIED, UTC_TIMESTAMP) AS AGE FROM WORKER_LEASE WHERE NAMESPACE NOT LIKE '@%' ORDER BY NAMESPACE, WORKER_ID;
CREATE TABLE IF NOT EXISTS WORKER_LEASE (
  NAMESPACE        VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'the namespace',
  WORKER_ID        BIGINT NOT NULL                                            COMMENT 'the worker id',
  TERM             BIGINT NOT NULL                                            COMMENT 'fencing number, raised by each acquisition',
  RESERVED_THROUGH BIGINT NOT NULL                                            COMMENT 'last tick handed to anyone',
  NEXT_RESERVATION BIGINT NOT NULL                                            COMMENT 'how many ticks the next reservation adds at most',
  LAYOUT           VARCHAR(128) NOT NULL                                      COMMENT 'the layout that says what a tick is',
  HOLDER           VARCHAR(128) CHARACTER SET utf8mb4 NOT NULL                COMMENT 'who has the worker id, or had it last',
  HELD             BOOLEAN NOT NULL                                           COMMENT 'whether the holder still has it, false once it was given back',
  ACQUIRED         DATETIME NOT NULL                                          COMMENT 'when the holder took it, in UTC',
  MODIFIED         DATETIME NOT NULL                                          COMMENT 'when the row was changed, in UTC',
  PRIMARY KEY (NAMESPACE, WORKER_ID)
) ENGINE = InnoDB COMMENT = 'worker ids that are reused';
