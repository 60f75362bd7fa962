-- The starts of generators, one row per start, whose ID is the worker id.
CREATE TABLE IF NOT EXISTS WORKER_NODE (
  ID          BIGINT      NOT NULL AUTO_INCREMENT COMMENT 'the worker id',
  HOST_NAME   VARCHAR(64) NOT NULL COMMENT 'host or container name',
  PORT        VARCHAR(64) NOT NULL COMMENT 'port, or start time and process id if unknown',
  TYPE        INT         NOT NULL COMMENT 'where it runs: 1 container, 2 actual machine',
  LAUNCH_DATE DATE        NOT NULL COMMENT 'day of the start, in UTC',
  MODIFIED    DATETIME    NOT NULL COMMENT 'when the row was changed, in UTC',
  CREATED     DATETIME    NOT NULL COMMENT 'when the row was made, in UTC',
  PRIMARY KEY (ID)
) ENGINE = InnoDB COMMENT = 'starts of generators, one worker id per start';
