-- Counters that are taken in ranges: one row a tag. Delete none and lower none: numbers would come twice.
-- What was committed is written at once, or a crash would bring numbers back that were handed out.
SET WRITE_DELAY 0;
CREATE TABLE IF NOT EXISTS SEGMENT (
  TAG      VARCHAR(128) NOT NULL COMMENT 'the name of the counter',
  LAST_UID BIGINT       NOT NULL COMMENT 'the last number that was taken by anyone',
  PRIMARY KEY (TAG)
);
