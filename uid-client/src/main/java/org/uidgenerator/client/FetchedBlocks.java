package org.uidgenerator.client;

import org.jspecify.annotations.Nullable;
import org.uidgenerator.engine.BlockSource;
import org.uidgenerator.engine.UidBlock;

/** The ranges of the stock as blocks. Asks for the next fetch before the stock is used up. */
final class FetchedBlocks implements BlockSource {
    private final RangeStock stock;
    private final RangeFetch fetch;

    FetchedBlocks(RangeStock stock, RangeFetch fetch) {
        this.stock = stock;
        this.fetch = fetch;
    }

    @Override
    public @Nullable UidBlock next(long floor) {
        UidBlock block = stock.next(floor);
        if (stock.isLow()) {
            fetch.request();
        }
        return block;
    }

    /** Until the next ranges come, whose arrival wakes the padder. */
    @Override
    public long nanosUntilNext() {
        return Long.MAX_VALUE;
    }

    /** None is skipped. */
    @Override
    public long firstUid(UidBlock block) {
        return block.first();
    }

    @Override
    public boolean isFresh(UidBlock block) {
        return stock.isFresh(block.stamp());
    }

    @Override
    public String trouble() {
        Throwable failure = failure();
        return failure != null ? String.valueOf(failure.getMessage()) : "no server has answered yet";
    }

    @Override
    public @Nullable Throwable failure() {
        return fetch.failure();
    }
}
