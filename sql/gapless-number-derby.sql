-- Counters without gaps: one row per counter and one more for each of its periods. The transaction that takes a number locks its row
-- until it ends. Delete no row, or its numbers come again.
-- To continue older numbers, insert the last of them: INSERT INTO GAPLESS_NUMBER VALUES ('invoice', 4710);
-- Derby knows no IF NOT EXISTS: this fails if the table is there.
CREATE TABLE GAPLESS_NUMBER (
  NAME        VARCHAR(129) NOT NULL, -- the counter, and after a dot its period
  LAST_NUMBER BIGINT       NOT NULL, -- the last number that was taken
  PRIMARY KEY (NAME)
);
