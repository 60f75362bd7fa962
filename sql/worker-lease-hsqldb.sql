-- Worker ids that are given back and reused: one row per worker id. Delete none: the row keeps its worker id unique.
-- The row of the namespace @default is the store identity of the namespace default, in TERM. Delete it with all other rows or not at all.
-- Who has which worker id, for operators:
--   SELECT NAMESPACE, WORKER_ID, HOLDER, HELD, TERM, RESERVED_THROUGH, NEXT_RESERVATION, ACQUIRED, MODIFIED,
--          UNIX_TIMESTAMP() - UNIX_TIMESTAMP(MODIFIED) AS AGE FROM WORKER_LEASE WHERE NAMESPACE NOT LIKE '@%' ORDER BY NAMESPACE, WORKER_ID;
-- Writes each commit at once, because otherwise a crash brings back ticks that were reserved.
SET FILES WRITE DELAY FALSE;
CREATE TABLE IF NOT EXISTS WORKER_LEASE (
  NAMESPACE        VARCHAR(64) NOT NULL,
  WORKER_ID        BIGINT NOT NULL,
  TERM             BIGINT NOT NULL,
  RESERVED_THROUGH BIGINT NOT NULL,
  NEXT_RESERVATION BIGINT NOT NULL,
  LAYOUT           VARCHAR(128) NOT NULL,
  HOLDER           VARCHAR(128) NOT NULL,
  HELD             BOOLEAN NOT NULL,
  ACQUIRED         TIMESTAMP WITH TIME ZONE NOT NULL,
  MODIFIED         TIMESTAMP WITH TIME ZONE NOT NULL,
  PRIMARY KEY (NAMESPACE, WORKER_ID)
);
COMMENT ON TABLE WORKER_LEASE IS 'worker ids that are reused';
COMMENT ON COLUMN WORKER_LEASE.NAMESPACE IS 'the namespace';
COMMENT ON COLUMN WORKER_LEASE.WORKER_ID IS 'the worker id';
COMMENT ON COLUMN WORKER_LEASE.TERM IS 'fencing number, raised by each acquisition';
COMMENT ON COLUMN WORKER_LEASE.RESERVED_THROUGH IS 'last tick handed to anyone';
COMMENT ON COLUMN WORKER_LEASE.NEXT_RESERVATION IS 'how many ticks the next reservation adds at most';
COMMENT ON COLUMN WORKER_LEASE.LAYOUT IS 'the layout that says what a tick is';
COMMENT ON COLUMN WORKER_LEASE.HOLDER IS 'who has the worker id, or had it last';
COMMENT ON COLUMN WORKER_LEASE.HELD IS 'whether the holder still has it, false once it was given back';
COMMENT ON COLUMN WORKER_LEASE.ACQUIRED IS 'when the holder took it';
COMMENT ON COLUMN WORKER_LEASE.MODIFIED IS 'when the row was changed';
