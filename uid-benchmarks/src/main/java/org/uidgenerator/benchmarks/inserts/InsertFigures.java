package org.uidgenerator.benchmarks.inserts;

/**
 * The figures of one kind of key on one database; not a number if the database does not tell.
 *
 * @param database its name
 * @param fill rows a second of eight writers in batches of 100, into the empty table
 * @param batches rows a second of one writer in batches of 100, into the filled table
 * @param eightWriters rows a second of eight writers, each row a transaction
 * @param oneWriter rows a second of one writer, each row a transaction
 * @param orders orders a second of eight writers, each with five lines a transaction
 * @param logBytes bytes of the write-ahead or redo log per row of the fill
 * @param pagesRead pages that the buffers lacked, per 1,000 rows of the fill
 * @param tableBytes bytes per row of the filled table without its indexes; with MySQL and H2 it has the primary key
 * @param indexBytes bytes per row of its indexes
 * @param tripsPerRow round trips per row of one writer, each row a transaction
 * @param tripsInBatches round trips per row of one writer in batches of 100
 * @param joinMillis the time of a join of a tenth of the orders with their lines
 * @param rangeMillis the time of a hundredth of the rows by their time
 */
public record InsertFigures(
        String database,
        RowKey key,
        double fill,
        double batches,
        double eightWriters,
        double oneWriter,
        double orders,
        double logBytes,
        double pagesRead,
        double tableBytes,
        double indexBytes,
        double tripsPerRow,
        double tripsInBatches,
        double joinMillis,
        double rangeMillis) {}
