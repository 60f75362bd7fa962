-- Counters that are taken in ranges: one row per tag. Delete no row and lower none, or numbers come twice.
-- The row of the tag 'store identity' is no counter but the identity of the table, in LAST_UID. Delete it with all other rows or not at all.
-- Writes each commit at once, because otherwise a crash brings back numbers that were handed out.
SET FILES WRITE DELAY FALSE;
CREATE TABLE IF NOT EXISTS SEGMENT (
  TAG         VARCHAR(128) NOT NULL,
  LAST_UID    BIGINT NOT NULL,
  STEP        BIGINT,
  MAX_UID     BIGINT,
  DESCRIPTION VARCHAR(256),
  MODIFIED    TIMESTAMP WITH TIME ZONE,
  PRIMARY KEY (TAG)
);
COMMENT ON TABLE SEGMENT IS 'counters that are taken in ranges';
COMMENT ON COLUMN SEGMENT.TAG IS 'the name of the counter';
COMMENT ON COLUMN SEGMENT.LAST_UID IS 'the last number that was taken by anyone';
COMMENT ON COLUMN SEGMENT.STEP IS 'how many numbers a range has at most, null for as many as are wanted';
COMMENT ON COLUMN SEGMENT.MAX_UID IS 'the last number that may be taken, null for the greatest of the type';
COMMENT ON COLUMN SEGMENT.DESCRIPTION IS 'what is counted';
COMMENT ON COLUMN SEGMENT.MODIFIED IS 'when a generator last changed the row';
