package org.uidgenerator.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.ExecutorConfigurationSupport;
import org.springframework.scheduling.concurrent.ScheduledExecutorFactoryBean;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.uidgenerator.UidGenerator;
import org.uidgenerator.contract.TestLease;
import org.uidgenerator.generator.CachedUidGenerator;
import org.uidgenerator.generator.DefaultUidGenerator;
import org.uidgenerator.test.internal.Patience;
import org.uidgenerator.worker.WorkerIdAssigner;
import org.uidgenerator.worker.WorkerLease;

class ExecutorShutdownOrderTest {
    private final CountDownLatch running = new CountDownLatch(1);
    private final CountDownLatch draining = new CountDownLatch(1);
    private final GenericApplicationContext context = new GenericApplicationContext();

    /** The ways to define an executor that waits for its tasks when it is destroyed, and says so when it begins to. */
    enum Kind {
        TASK_EXECUTOR {
            @Override
            void define(GenericApplicationContext context, CountDownLatch draining) {
                context.registerBean("executor", ThreadPoolTaskExecutor.class, () -> {
                    return waiting(new ThreadPoolTaskExecutor() {
                        @Override
                        public void shutdown() {
                            draining.countDown();
                            super.shutdown();
                        }
                    });
                });
            }
        },
        TASK_EXECUTOR_THAT_ACCEPTS_LATE_TASKS {
            @Override
            void define(GenericApplicationContext context, CountDownLatch draining) {
                TASK_EXECUTOR.define(context, draining);
                context.getBeanDefinition("executor").getPropertyValues().add("acceptTasksAfterContextClose", "true");
            }
        },
        /** Declared by an interface that does not say that it is an executor. */
        TASK_SCHEDULER {
            @Override
            void define(GenericApplicationContext context, CountDownLatch draining) {
                context.registerBean("executor", TaskScheduler.class, () -> {
                    return waiting(new ThreadPoolTaskScheduler() {
                        @Override
                        public void shutdown() {
                            draining.countDown();
                            super.shutdown();
                        }
                    });
                });
            }
        },
        SCHEDULED_EXECUTOR_OF_A_FACTORY_BEAN {
            @Override
            void define(GenericApplicationContext context, CountDownLatch draining) {
                context.registerBean("executor", ScheduledExecutorFactoryBean.class, () -> {
                    return waiting(new ScheduledExecutorFactoryBean() {
                        @Override
                        public void shutdown() {
                            draining.countDown();
                            super.shutdown();
                        }
                    });
                });
            }
        },
        SIMPLE_ASYNC_TASK_EXECUTOR {
            @Override
            void define(GenericApplicationContext context, CountDownLatch draining) {
                context.registerBean("executor", SimpleAsyncTaskExecutor.class, () -> {
                    SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor() {
                        @Override
                        public void close() {
                            draining.countDown();
                            super.close();
                        }
                    };
                    executor.setTaskTerminationTimeout(TimeUnit.SECONDS.toMillis(60));
                    return executor;
                });
            }
        },
        EXECUTOR_SERVICE {
            @Override
            void define(GenericApplicationContext context, CountDownLatch draining) {
                context.registerBean("executor", ExecutorService.class, () -> new Pool(draining));
            }
        };

        abstract void define(GenericApplicationContext context, CountDownLatch draining);

        private static <T extends ExecutorConfigurationSupport> T waiting(T executor) {
            executor.setWaitForTasksToCompleteOnShutdown(true);
            executor.setAwaitTerminationSeconds(60);
            return executor;
        }
    }

    /** A pool of one thread that waits for its tasks when it is closed, on any JDK. */
    private static final class Pool extends ThreadPoolExecutor implements AutoCloseable {
        private final CountDownLatch draining;

        Pool(CountDownLatch draining) {
            super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
            this.draining = draining;
        }

        @Override
        public void close() {
            draining.countDown();
            shutdown();
            try {
                assertThat(awaitTermination(Patience.LONGEST.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The ways to define a generator. */
    enum Style {
        FACTORY_BEAN {
            @Override
            void define(GenericApplicationContext context) {
                context.registerBean("uidGenerator", CachedUidGeneratorFactoryBean.class);
            }
        },
        BUILDER_AND_IMPORT {
            @Override
            void define(GenericApplicationContext context) {
                context.registerBean(ExecutorShutdownOrder.class);
                context.registerBean("uidGenerator", DefaultUidGenerator.class, () -> {
                    return DefaultUidGenerator.builder(context.getBean(WorkerIdAssigner.class))
                            .name("uidGenerator")
                            .build();
                });
            }
        };

        abstract void define(GenericApplicationContext context);
    }

    static Stream<Arguments> stylesKindsAndOrders() {
        return Arrays.stream(Style.values())
                .flatMap(style -> Arrays.stream(Kind.values())
                        .flatMap(kind -> Stream.of(Arguments.of(style, kind, true), Arguments.of(style, kind, false))));
    }

    @ParameterizedTest(name = "{0}, {1}, executor first: {2}")
    @MethodSource("stylesKindsAndOrders")
    void tasksUseTheGeneratorWhileTheirExecutorDrains(Style style, Kind kind, boolean executorFirst) {
        doNotWaitForTasksBeforeBeansAreDestroyed();
        context.registerBean("workerIdAssigner", NumberedAssigner.class, NumberedAssigner::new);
        if (executorFirst) {
            kind.define(context, draining);
            style.define(context);
        } else {
            style.define(context);
            kind.define(context, draining);
        }
        context.refresh();
        UidGenerator generator = context.getBean(UidGenerator.class);
        CompletableFuture<Long> uid = CompletableFuture.supplyAsync(
                () -> takeWhileDraining(generator), context.getBean("executor", Executor.class));
        Patience.await(running);

        context.close();

        assertThat(uid).isCompletedWithValueMatching(value -> value > 0);
        assertThatThrownBy(generator::getUID).hasMessage("uidGenerator is closed");
    }

    /**
     * Spring's executors wait for running tasks twice: as lifecycle beans, which is not what is tested, and when
     * destroyed.
     */
    private void doNotWaitForTasksBeforeBeansAreDestroyed() {
        context.registerBean("lifecycleProcessor", DefaultLifecycleProcessor.class, () -> {
            DefaultLifecycleProcessor processor = new DefaultLifecycleProcessor();
            processor.setTimeoutPerShutdownPhase(1);
            return processor;
        });
    }

    private long takeWhileDraining(UidGenerator generator) {
        running.countDown();
        Patience.await(draining);
        return generator.getUID();
    }

    @Test
    void anExecutorThatTheGeneratorNeedsIsShutDownAfterIt() {
        Pool executor = new Pool(draining);
        CompletableFuture<Boolean> executorWasShutDown = new CompletableFuture<>();
        WorkerLease lease = leaseOf(() -> executorWasShutDown.complete(executor.isShutdown()));
        context.registerBean("executor", Pool.class, () -> executor);
        context.registerBean("workerIdAssigner", WorkerIdAssigner.class, () -> layout -> lease);
        context.getBeanDefinition("workerIdAssigner").setDependsOn("executor");
        Style.FACTORY_BEAN.define(context);
        context.refresh();

        context.close();

        assertThat(executorWasShutDown).isCompletedWithValue(false);
        assertThat(executor.isShutdown()).isTrue();
    }

    private static WorkerLease leaseOf(Runnable onRelease) {
        return new TestLease() {
            @Override
            public long workerId() {
                return 7;
            }

            @Override
            public void release(long lastTick) {
                onRelease.run();
            }
        };
    }

    @Test
    void executorsOfTheParentContextRunOn() {
        try (GenericApplicationContext parent = new GenericApplicationContext()) {
            parent.registerBean("executor", Pool.class, () -> new Pool(draining));
            parent.refresh();
            context.setParent(parent);
            context.registerBean("workerIdAssigner", NumberedAssigner.class, NumberedAssigner::new);
            Style.FACTORY_BEAN.define(context);
            context.refresh();

            context.close();

            assertThat(parent.getBean(Pool.class).isShutdown()).isFalse();
        }
    }

    @Test
    void makesNeitherLazyExecutorsNorPrototypes() {
        AtomicInteger made = new AtomicInteger();
        context.registerBean("workerIdAssigner", NumberedAssigner.class, NumberedAssigner::new);
        context.registerBean("lazy", Executor.class, () -> madeBy(made), definition -> definition.setLazyInit(true));
        context.registerBean(
                "prototype",
                Executor.class,
                () -> madeBy(made),
                definition -> definition.setScope(BeanDefinition.SCOPE_PROTOTYPE));
        Style.FACTORY_BEAN.define(context);
        context.refresh();
        UidGenerator generator = context.getBean(CachedUidGenerator.class);

        context.close();

        assertThat(made).hasValue(0);
        assertThatThrownBy(generator::getUID).hasMessage("uidGenerator is closed");
    }

    private static Executor madeBy(AtomicInteger made) {
        made.incrementAndGet();
        return Runnable::run;
    }
}
