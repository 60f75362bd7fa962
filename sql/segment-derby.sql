-- Counters that are taken in ranges: one row per tag. Delete no row and lower none, or numbers come twice.
-- The row of the tag 'store identity' is no counter but the identity of the table, in LAST_UID. Delete it with all other rows or not at all.
-- Derby knows no IF NOT EXISTS: this fails if the table is there.
CREATE TABLE SEGMENT (
  TAG         VARCHAR(128) NOT NULL, -- the name of the counter
  LAST_UID    BIGINT NOT NULL,       -- the last number that was taken by anyone
  STEP        BIGINT,                -- how many numbers a range has at most, null for as many as are wanted
  MAX_UID     BIGINT,                -- the last number that may be taken, null for the greatest of the type
  DESCRIPTION VARCHAR(256),          -- what is counted
  MODIFIED    TIMESTAMP,             -- when a generator last changed the row, by the clock of the JVM that Derby runs in
  PRIMARY KEY (TAG)
);
