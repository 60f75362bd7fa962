-- Counters that are taken in ranges: one row per tag. Delete no row and lower none, or numbers come twice.
-- The row of the tag 'store identity' is no counter but the identity of the table, in LAST_UID. Delete it with all other rows or not at all.
-- Writes each commit at once, because otherwise a crash brings back numbers that were handed out.
SET WRITE_DELAY 0;
CREATE TABLE IF NOT EXISTS SEGMENT (
  TAG         VARCHAR(128) NOT NULL    COMMENT 'the name of the counter',
  LAST_UID    BIGINT NOT NULL          COMMENT 'the last number that was taken by anyone',
  STEP        BIGINT                   COMMENT 'how many numbers a range has at most, null for as many as are wanted',
  MAX_UID     BIGINT                   COMMENT 'the last number that may be taken, null for the greatest of the type',
  DESCRIPTION VARCHAR(256)             COMMENT 'what is counted',
  MODIFIED    TIMESTAMP WITH TIME ZONE COMMENT 'when a generator last changed the row',
  PRIMARY KEY (TAG)
);
