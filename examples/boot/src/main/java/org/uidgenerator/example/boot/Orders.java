package org.uidgenerator.example.boot;

import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** The orders in the database. UIDs ascend, so the latest orders are those of the greatest ids. */
interface Orders extends JpaRepository<CustomerOrder, Long> {
    List<CustomerOrder> findTop10ByOrderByIdDesc();
}
