-- Counters without gaps: one row per counter and one more for each of its periods. The transaction that takes a number locks its row
-- until it ends. Delete no row, or its numbers come again.
-- To continue older numbers, insert the last of them: INSERT INTO GAPLESS_NUMBER VALUES ('invoice', 4710);
CREATE TABLE IF NOT EXISTS GAPLESS_NUMBER (
  NAME        VARCHAR(129) NOT NULL,
  LAST_NUMBER BIGINT NOT NULL,
  PRIMARY KEY (NAME)
);
COMMENT ON TABLE GAPLESS_NUMBER IS 'counters without gaps';
COMMENT ON COLUMN GAPLESS_NUMBER.NAME IS 'the counter, and after a dot its period';
COMMENT ON COLUMN GAPLESS_NUMBER.LAST_NUMBER IS 'the last number that was taken';
