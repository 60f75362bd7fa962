/** An application on the module path. */
module com.example.orders {
    requires org.uidgenerator.core;
}
