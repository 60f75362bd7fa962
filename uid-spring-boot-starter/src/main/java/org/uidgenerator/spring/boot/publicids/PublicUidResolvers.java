package org.uidgenerator.spring.boot.publicids;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.uidgenerator.jackson.PublicUidFormat;

/**
 * Puts the resolvers of public UIDs before those of Spring MVC, which would take the same parameters: custom ones come
 * after them.
 */
final class PublicUidResolvers implements BeanPostProcessor {
    private final PublicUidParameter reader;

    /**
     * Makes a processor.
     *
     * @param format asked when there is a request, because what a processor needs is made before all else
     */
    PublicUidResolvers(Supplier<PublicUidFormat> format) {
        reader = new PublicUidParameter(format);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof RequestMappingHandlerAdapter adapter) {
            List<HandlerMethodArgumentResolver> resolvers =
                    new ArrayList<>(List.of(new PublicUidPathVariables(reader), new PublicUidRequestParams(reader)));
            resolvers.addAll(Objects.requireNonNull(adapter.getArgumentResolvers(), "argumentResolvers"));
            adapter.setArgumentResolvers(resolvers);
        }
        return bean;
    }
}
