package org.uidgenerator.spring.boot;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.convert.ConverterNotFoundException;

/**
 * Lets an application start with the environment variable {@code UID}, the id of the user, which containers are often
 * told. Boot takes it for the value of the property {@code uid}, and cannot convert it to what {@code uid.*} are bound
 * to. Where one of these is set it binds them nevertheless; where none is, it fails.
 */
final class UserIdIsNoProperty implements ConfigurationPropertiesBindHandlerAdvisor {
    @Override
    public BindHandler apply(BindHandler handler) {
        return new AbstractBindHandler(handler) {
            @Override
            public @Nullable Object onFailure(
                    ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error)
                    throws Exception {
                boolean nothingSet = error instanceof ConverterNotFoundException
                        && target.getType().resolve() == UidProperties.class;
                return nothingSet
                        ? new Binder().bindOrCreate(name, target, BindHandler.DEFAULT)
                        : super.onFailure(name, target, context, error);
            }
        };
    }
}
