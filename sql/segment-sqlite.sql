-- Counters that are taken in ranges: one row per tag. Delete no row and lower none, or numbers come twice.
CREATE TABLE IF NOT EXISTS SEGMENT (
  TAG      VARCHAR(128) NOT NULL, -- the name of the counter
  LAST_UID BIGINT       NOT NULL, -- the last number that was taken by anyone
  PRIMARY KEY (TAG)
);
