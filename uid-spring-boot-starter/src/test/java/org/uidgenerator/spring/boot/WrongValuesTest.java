package org.uidgenerator.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import java.net.URI;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.uidgenerator.spring.boot.counters.UidSegmentAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidAutoConfiguration;
import org.uidgenerator.spring.boot.generators.UidWorkerAutoConfiguration;
import org.uidgenerator.spring.boot.publicids.UidPublicIdsAutoConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Every property with a value that it must not have: what a user reads says which rule is broken, names property and
 * value, and says where they are set.
 */
class WrongValuesTest {
    /** What Boot cannot convert: the report is its own. The last part is the reason, or a value that is valid. */
    private static final String OF_ANOTHER_TYPE = """
            uid.boost-power=x                                                        | For input string: "x"
            uid.enabled=maybe                                                        | Invalid boolean value 'maybe'
            uid.layout.tick=1                                                        | a duration must have a unit, such as 500ms, 5s, 10m or 24h: uid.layout.tick=1
            uid.max-wait=soon                                                        | 'soon' is not a valid duration
            uid.segments.redis.accept-data-loss=maybe --uid.segments.store=redis --uid.segments.tags.a.first=1 | Invalid boolean value 'maybe'
            uid.segments.tags.a.zone=Mars --uid.segments.tags.a.pattern={yy}{counter:5} | Unknown time-zone ID: Mars
            uid.worker.dynamodb.create-table=maybe --uid.worker.store=dynamodb        | Invalid boolean value 'maybe'
            uid.worker.redis.accept-data-loss=maybe --uid.worker.store=redis         | Invalid boolean value 'maybe'
            uid.boost-power= | A null value cannot be assigned to a primitive type
            uid.boost-power=3.5 | For input string: "3.5"
            uid.padding-factor=50% | For input string: "50%"
            uid.max-wait=1.5s | '1.5s' is not a valid duration
            uid.max-wait=1w | Unknown unit 'w'
            uid.max-wait=PT5 | Text cannot be parsed to a Duration
            uid.worker.id=7L | For input string: "7L"
            uid.worker.id=1_000 | For input string: "1_000"
            uid.worker.id=99999999999999999999 | For input string: "99999999999999999999"
            uid.segments.tags.a.first=9223372036854775808 | For input string: "9223372036854775808"
            uid.segments.tags.a.zone= --uid.segments.tags.a.first=1 | Invalid ID for ZoneOffset
            """;

    /** What our builders refuse. The last part is the first line of the report, without its subject. */
    private static final String OUT_OF_RANGE = """
            uid.boost-power=13                        | uid.boost-power must be in [0, 12]: uid.boost-power=13
            uid.client.layout=31/14 --uid.client.servers=http://127.0.0.1:1 | uid.client.layout must be the bits of time/worker/sequence, as 31/14/18, or these with tick and epoch, as 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z: uid.client.layout=31/14
            uid.client.max-age=10ms --uid.client.servers=http://127.0.0.1:1 | uid.client.max-age must be in [PT0.1S, PT24H]: uid.client.max-age=PT0.01S
            uid.client.servers=ftp://ids              | a server must be http(s)://host[:port][/path], without a slash at the end: server=ftp://ids
            uid.client.servers= --uid.type=remote     | uid.client.servers must name at least one: uid.client.servers=[]
            uid.client.service-id=ids                 | uid.client.service-id needs a DiscoveryClient of Spring Cloud (spring-cloud-commons), and there is none: uid.client.service-id=ids
            uid.client.ssl.bundle=none --uid.client.servers=https://127.0.0.1:1 | uid.client.ssl.bundle must be the name of an SSL bundle (spring.ssl.bundle): uid.client.ssl.bundle=none
            uid.client.timeout=0s --uid.client.servers=http://127.0.0.1:1 | uid.client.timeout must be positive: uid.client.timeout=PT0S
            uid.clock.extension-bits=18 --uid.type=unbuffered --uid.clock.policy=extension-bits | uid.clock.extension-bits must be in [1, 17] (uid.layout.seq-bits - 1): uid.clock.extension-bits=18
            uid.clock.longest-wait=-1s --uid.type=unbuffered --uid.clock.policy=wait-then-refuse | uid.clock.longest-wait must not be negative: uid.clock.longest-wait=PT-1S
            uid.clock.policy=refuse                   | uid.clock.policy must be keep-counting unless uid.type=unbuffered: uid.clock.policy=refuse
            uid.clock.ticks=0 --uid.type=unbuffered --uid.clock.policy=unused-sequences | uid.clock.ticks must be in [1, 10000]: uid.clock.ticks=0
            uid.layout.data-center-bits=15            | uid.layout.data-center-bits must be in [0, 14] (uid.layout.worker-bits=14): uid.layout.data-center-bits=15
            uid.layout.epoch-str=yesterday            | uid.layout.epoch-str must be a date yyyy-MM-dd, or an instant yyyy-MM-ddThh:mm:ssZ: uid.layout.epoch-str=yesterday
            uid.layout.seq-bits=0                     | uid.layout.seq-bits must be in [1, 40]: uid.layout.seq-bits=0
            uid.layout.text=31/14                     | uid.layout.text must be the bits of time/worker/sequence, as 31/14/18, or these with tick and epoch, as 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z: uid.layout.text=31/14
            uid.layout.text=70/1/1                    | uid.layout.text must be a possible layout (timeBits must be in [1, 61]: timeBits=70): uid.layout.text=70/1/1
            uid.layout.text=31/14/19                  | uid.layout.text must be a possible layout (timeBits + workerBits + seqBits must be in [3, 63]: 31 + 14 + 19 = 64): uid.layout.text=31/14/19
            uid.client.layout=31/14/19 --uid.client.servers=http://127.0.0.1:1 | uid.client.layout must be a possible layout (timeBits + workerBits + seqBits must be in [3, 63]: 31 + 14 + 19 = 64): uid.client.layout=31/14/19
            uid.layout.tick=0s                        | uid.layout.tick must be whole milliseconds in [PT0.001S, PT24H]: uid.layout.tick=PT0S
            uid.layout.time-bits=70                   | uid.layout.time-bits must be in [1, 61]: uid.layout.time-bits=70
            uid.layout.total-bits=65                  | uid.layout.total-bits must be in [3, 63]: uid.layout.total-bits=65
            uid.layout.worker-bits=-1                 | uid.layout.worker-bits must be in [0, 40]: uid.layout.worker-bits=-1
            uid.max-borrow=-1s                        | uid.max-borrow must be in [PT0S, PT8760000H]: uid.max-borrow=PT-1S
            uid.max-staleness=-1s                     | uid.max-staleness must be in [PT2S, PT8760000H] (at least two ticks of PT1S and 100 ms): uid.max-staleness=PT-1S
            uid.max-wait=-1s                          | uid.max-wait must not be negative: uid.max-wait=PT-1S
            uid.max-worker-ids=0                      | uid.max-worker-ids must be in [1, 1024] (uid.layout.worker-bits=14): uid.max-worker-ids=0
            uid.padding-factor=101                    | uid.padding-factor must be in [1, 99] (percent): uid.padding-factor=101
            uid.schedule-interval=0s                  | uid.schedule-interval must be positive: uid.schedule-interval=PT0S
            uid.segments.jdbc.table-name=a-b --uid.segments.tags.a.first=1 | uid.segments.jdbc.table-name must be a plain SQL identifier ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*, or a quoted one: uid.segments.jdbc.table-name=a-b
            uid.segments.max-step=0 --uid.segments.tags.a.first=1 | 1 <= uid.segments.min-step <= uid.segments.max-step <= 1000000000000 must hold: uid.segments.min-step=1000, uid.segments.max-step=0
            uid.segments.max-wait=-1s --uid.segments.tags.a.first=1 | uid.segments.max-wait must not be negative: uid.segments.max-wait=PT-1S
            uid.segments.min-step=0 --uid.segments.tags.a.first=1 | 1 <= uid.segments.min-step <= uid.segments.max-step <= 1000000000000 must hold: uid.segments.min-step=0, uid.segments.max-step=1000000
            uid.segments.redis.namespace=a{b --uid.segments.store=redis --uid.segments.tags.a.first=1 | uid.segments.redis.namespace must be plain text [A-Za-z0-9._-]{1,64}: uid.segments.redis.namespace=a{b
            uid.segments.redis.replicas=-1 --uid.segments.store=redis --uid.segments.tags.a.first=1 | uid.segments.redis.replicas must not be negative: uid.segments.redis.replicas=-1
            uid.segments.redis.timeout=0s --uid.segments.store=redis --uid.segments.tags.a.first=1 | uid.segments.redis.timeout must be in [PT0.01S, PT1M]: uid.segments.redis.timeout=PT0S
            uid.segments.remote.servers=ftp://ids --uid.segments.store=remote --uid.segments.tags.a= | a server must be http(s)://host[:port][/path], without a slash at the end: server=ftp://ids
            uid.segments.remote.service-id=ids --uid.segments.store=remote --uid.segments.tags.a= | uid.segments.remote.service-id needs a DiscoveryClient of Spring Cloud (spring-cloud-commons), and there is none: uid.segments.remote.service-id=ids
            uid.segments.remote.ssl.bundle=none --uid.segments.store=remote --uid.segments.remote.servers=https://127.0.0.1:1 --uid.segments.tags.a= | uid.segments.remote.ssl.bundle must be the name of an SSL bundle (spring.ssl.bundle): uid.segments.remote.ssl.bundle=none
            uid.segments.remote.timeout=0s --uid.segments.store=remote --uid.segments.remote.servers=http://127.0.0.1:1 --uid.segments.tags.a= | uid.segments.remote.timeout must be positive: uid.segments.remote.timeout=PT0S
            uid.segments.expected-identity=x --uid.segments.tags.a.first=1 | uid.segments.expected-identity must be SEGMENT, a number of 12 digits, or SEGMENT/<number>: uid.segments.expected-identity=x
            uid.segments.step-duration=0s --uid.segments.tags.a.first=1 | uid.segments.step-duration must be positive and at most 365 days: uid.segments.step-duration=PT0S
            uid.segments.store-threads=0 --uid.segments.tags.a.first=1 | uid.segments.store-threads must be in [1, 64]: uid.segments.store-threads=0
            uid.worker.assigner=fixed                 | uid.worker.id must be set: uid.worker.assigner=fixed
            uid.worker.close-timeout=-1s              | uid.worker.close-timeout must be in [PT0S, PT24H]: uid.worker.close-timeout=PT-1S
            uid.worker.data-center-id=1               | uid.worker.data-center-id must be in [0, 0] (uid.layout.data-center-bits=0): uid.worker.data-center-id=1
            uid.worker.holder=                        | uid.worker.holder must have 1 to 128 characters: uid.worker.holder=""
            uid.worker.id=16384                       | uid.worker.id must be in [0, 16383] (uid.layout.worker-bits=14): uid.worker.id=16384
            uid.worker.id=-1                          | uid.worker.id must not be negative: uid.worker.id=-1
            uid.worker.jdbc.table-name=a-b            | uid.worker.jdbc.table-name must be a plain SQL identifier ([A-Za-z_][A-Za-z0-9_$]*\\.)?[A-Za-z_][A-Za-z0-9_$]*, or a quoted one: uid.worker.jdbc.table-name=a-b
            uid.worker.lease-file=/nowhere/lease      | uid.worker.lease-file must be a file in a folder that exists: uid.worker.lease-file=/nowhere/lease
            uid.worker.max-clock-skew=-1s             | uid.worker.max-clock-skew must be in [PT1S, PT8760000H]: uid.worker.max-clock-skew=PT-1S
            uid.worker.namespace=                     | uid.worker.namespace must be plain text [A-Za-z0-9._-]{1,64}: uid.worker.namespace=
            uid.worker.redis.replicas=-1 --uid.worker.store=redis | uid.worker.redis.replicas must not be negative: uid.worker.redis.replicas=-1
            uid.worker.redis.timeout=0s --uid.worker.store=redis | uid.worker.redis.timeout must be in [PT0.01S, PT1M]: uid.worker.redis.timeout=PT0S
            uid.worker.reservation=0s                 | uid.worker.reservation must be in [PT1S, PT8760H]: uid.worker.reservation=PT0S
            uid.worker.restart-gap=-1s --uid.worker.id=7 | uid.worker.restart-gap must be in [PT0S, PT8760H]: uid.worker.restart-gap=PT-1S
            uid.worker.expected-identity=x                        | uid.worker.expected-identity must be default, a number of 12 digits, or default/<number>: uid.worker.expected-identity=x
            uid.worker.dynamodb.table-name=a --uid.worker.store=dynamodb | uid.worker.dynamodb.table-name must be plain text [A-Za-z0-9._-]{3,255}: uid.worker.dynamodb.table-name=a
            uid.worker.etcd.servers=etcd:2379 --uid.worker.store=etcd | uid.worker.etcd.servers must be addresses such as http://etcd-1:2379: uid.worker.etcd.servers=etcd:2379
            uid.worker.etcd.timeout=0s --uid.worker.store=etcd --uid.worker.etcd.servers=http://127.0.0.1:1 | uid.worker.etcd.timeout must be in [PT0.01S, PT1M]: uid.worker.etcd.timeout=PT0S
            uid.worker.etcd.user=me --uid.worker.store=etcd --uid.worker.etcd.servers=http://127.0.0.1:1 | uid.worker.etcd.user and uid.worker.etcd.password must both be set, or neither: user=me, password=null
            uid.segments.zookeeper.namespace=a/b --uid.segments.store=zookeeper --uid.segments.tags.a.first=1 | uid.segments.zookeeper.namespace must be plain text [A-Za-z0-9._-]{1,64}: uid.segments.zookeeper.namespace=a/b
            uid.segments.tags.a.max=0 --uid.segments.tags.a.first=1 | uid.segments.tags.a.max must not be less than first (1): uid.segments.tags.a.max=0
            uid.segments.tags.a.step=0 --uid.segments.tags.a.first=1 | uid.segments.tags.a.step must be positive: uid.segments.tags.a.step=0
            uid.segments.tags.a.first=-1 | uid.segments.tags.a.first must not be negative: uid.segments.tags.a.first=-1
            uid.worker.variable=NOBODY_SETS_THIS      | environment variable NOBODY_SETS_THIS must be a worker id, a number of at most 18 digits: it is not set
            uid.worker.worker-ids.first=20000 --uid.worker.worker-ids.last=20001 | uid.worker.worker-ids must be in [0, 16383] (uid.layout.worker-bits=14): uid.worker.worker-ids=20000..20001
            uid.worker.worker-ids.last=5              | uid.worker.worker-ids must have both first and last: first=null, last=5
            uid.client.layout= --uid.client.servers=http://127.0.0.1:1 | uid.client.layout must be the bits of time/worker/sequence, as 31/14/18, or these with tick and epoch, as 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z: uid.client.layout=
            uid.client.servers=http://ids/ | a server must be http(s)://host[:port][/path], without a slash at the end: server=http://ids/
            uid.client.servers=ids:8080 | a server must be http(s)://host[:port][/path], without a slash at the end: server=ids:8080
            uid.client.service-id=ids --uid.client.servers=http://127.0.0.1:1 | uid.client.service-id must not be set if uid.client.servers is: uid.client.service-id=ids, uid.client.servers=[http://127.0.0.1:1]
            uid.layout.epoch-str= | uid.layout.epoch-str must be a date yyyy-MM-dd, or an instant yyyy-MM-ddThh:mm:ssZ: uid.layout.epoch-str=
            uid.layout.epoch-str=01/01/2026 | uid.layout.epoch-str must be a date yyyy-MM-dd, or an instant yyyy-MM-ddThh:mm:ssZ: uid.layout.epoch-str=01/01/2026
            uid.layout.epoch-str=2026-13-01 | uid.layout.epoch-str must be a date yyyy-MM-dd, or an instant yyyy-MM-ddThh:mm:ssZ: uid.layout.epoch-str=2026-13-01
            uid.layout.epoch-str=2026-05-20T00:00:00 | uid.layout.epoch-str must be a date yyyy-MM-dd, or an instant yyyy-MM-ddThh:mm:ssZ: uid.layout.epoch-str=2026-05-20T00:00:00
            uid.layout.preset=baidu --uid.layout.text=31/16/16 | uid.layout.preset and uid.layout.text must not both be set: uid.layout.preset=BAIDU, uid.layout.text=31/16/16
            uid.layout.text= | uid.layout.text must be the bits of time/worker/sequence, as 31/14/18, or these with tick and epoch, as 31/14/18 bits of PT1S from 2026-01-01T00:00:00Z: uid.layout.text=
            uid.layout.tick=1500us | uid.layout.tick must be whole milliseconds in [PT0.001S, PT24H]: uid.layout.tick=PT0.0015S
            uid.layout.time-bits=28 | uid.layout.time-bits + uid.layout.worker-bits + uid.layout.seq-bits must be 63: 28 + 14 + 18 = 60
            uid.layout.time-bits=30 --uid.layout.text=31/16/16 | uid.layout.time-bits + uid.layout.worker-bits + uid.layout.seq-bits must be 63: 30 + 16 + 16 = 62
            uid.layout.total-bits=53 | uid.layout.time-bits + uid.layout.worker-bits + uid.layout.seq-bits must be uid.layout.total-bits=53: 31 + 14 + 18 = 63
            uid.max-worker-ids=2 --uid.worker.id=7 | uid.max-worker-ids must be at most 1, as many worker ids as its assigner has for one generator: uid.max-worker-ids=2
            uid.max-worker-ids=3 --uid.worker.worker-ids.first=1 --uid.worker.worker-ids.last=2 | uid.max-worker-ids must be at most 2, as many worker ids as its assigner has for one generator: uid.max-worker-ids=3
            uid.overflow=borrow --uid.type=unbuffered --uid.max-borrow=0s | uid.overflow must be WAIT unless uid.max-borrow is positive (uid.max-borrow=PT0S): uid.overflow=BORROW
            uid.schedule-interval=1500ms | uid.schedule-interval must be whole seconds: uid.schedule-interval=PT1.5S
            uid.segments.expected-identity=123456789012 --uid.segments.jdbc.table-kind=leaf --uid.segments.tags.a= | uid.segments.expected-identity must not be set, as leaf_alloc keeps no store identity: uid.segments.expected-identity=123456789012
            uid.segments.tags.a.first=1 --uid.segments.jdbc.table-kind=leaf | uid.segments.tags.a.first must not be set, because a counter of leaf_alloc is made by SQL: it may want more than a tag and a number: uid.segments.tags.a.first=1
            uid.type=remote | uid.client.servers must be set: uid.type=remote
            uid.worker.assigner=env | uid.worker.variable must be set: uid.worker.assigner=env
            uid.worker.data-center-id=9 --uid.layout.data-center-bits=3 | uid.worker.data-center-id must be in [0, 7] (uid.layout.data-center-bits=3): uid.worker.data-center-id=9
            uid.worker.id=9000 --uid.worker.data-center-id=1 --uid.layout.data-center-bits=3 | uid.worker.id must be in [0, 2047] (uid.layout.worker-bits=11): uid.worker.id=9000
            uid.worker.jdbc.table-name=INFORMATION_SCHEMA.TABLES | no worker id from INFORMATION_SCHEMA.TABLES: the table lacks the columns NAMESPACE, WORKER_ID, TERM, RESERVED_THROUGH, NEXT_RESERVATION, LAYOUT, HOLDER, HELD, ACQUIRED, MODIFIED: if it belongs to something else, set uid.worker.jdbc.table-name to another name
            uid.worker.lease-file=src | uid.worker.lease-file must be a file in a folder that exists: uid.worker.lease-file=src
            uid.worker.namespace=a b | uid.worker.namespace must be plain text [A-Za-z0-9._-]{1,64}: uid.worker.namespace=a b
            uid.worker.restart-gap=5s --uid.worker.id=7 --uid.worker.tick-file=/nowhere/worker | uid.worker.restart-gap must not be set where file says which ticks were used (file=/nowhere/worker): uid.worker.restart-gap=PT5S
            uid.worker.worker-ids.first=5 --uid.worker.worker-ids.last=3 | uid.worker.worker-ids must be a range, first <= last: first=5, last=3
            uid.worker.worker-ids.first=-1 --uid.worker.worker-ids.last=3 | uid.worker.worker-ids must not be negative: first=-1, last=3
            """;

    /** What the report says in words of its own, with the property or the place that is meant. */
    private static final String IN_OTHER_WORDS = """
            uid.client.expected-identity=x --uid.client.servers=http://127.0.0.1:1  | no server of the id service hands out a range: http://127.0.0.1:1: it does not answer
            uid.client.token=ä --uid.client.servers=http://127.0.0.1:1  | the token for it must be visible ASCII characters: length=1
            uid.clock.policy=other | Set uid.clock.policy to one of:
            uid.layout.field-order=other | Set uid.layout.field-order to one of:
            uid.layout.preset=other | Set uid.layout.preset to one of:
            uid.ordering=other | Set uid.ordering to one of:
            uid.overflow=other --uid.type=unbuffered | Set uid.overflow to one of:
            uid.public-ids.format=other --uid.public-ids.key=00112233445566778899aabbccddeeff | Set uid.public-ids.format to one of:
            uid.segments.jdbc.table-creation=other --uid.segments.tags.a.first=1 | Set uid.segments.jdbc.table-creation to one of:
            uid.segments.jdbc.table-kind=other --uid.segments.tags.a.first=1 | Set uid.segments.jdbc.table-kind to one of:
            uid.segments.unknown-tags=other --uid.segments.tags.a.first=1 | Set uid.segments.unknown-tags to one of:
            uid.sequence-start=other --uid.type=unbuffered | Set uid.sequence-start to one of:
            uid.type=other | Set uid.type to one of:
            uid.worker.assigner=other | Set uid.worker.assigner to one of:
            uid.worker.jdbc.table-creation=other | Set uid.worker.jdbc.table-creation to one of:
            uid.generators=orders                     | Each name is a property of its own, such as uid.generators.orders=
            uid.primary=other                         | It must be one of uid.generators: []
            uid.public-ids.key=short                  | uid.public-ids.key must be 32 hexadecimal digits, as "openssl rand -hex 16" makes them: it has 5 characters
            uid.segments.remote.token=ä --uid.segments.store=remote --uid.segments.remote.servers=http://127.0.0.1:1 --uid.segments.tags.a= | the token for it must be visible ASCII characters: length=1
            uid.segments.store=other --uid.segments.tags.a.first=1 | Set uid.segments.store: jdbc, redis
            uid.segments.tags=a                       | Each name is a property of its own, such as uid.segments.tags.orders=
            uid.worker.etcd.password=me --uid.worker.store=etcd --uid.worker.etcd.servers=http://127.0.0.1:1 | uid.worker.etcd.password=****** ("uid.worker.etcd.password" from property source "commandLineArgs")
            uid.worker.tick-file=/nowhere/worker --uid.worker.id=7 | tick file /nowhere/worker cannot be used: it is missing. Make it once, with 'uid tick-file create'
            uid.worker.store=other                    | Set uid.worker.store: jdbc, redis
            uid.enabled= | uid.enabled= ("uid.enabled" from property source "commandLineArgs") has no value.
            uid.generators.a.max-wait= | uid.generators.a.max-wait= ("uid.generators.a.max-wait" from property source "commandLineArgs") has no value.
            uid.max-wait= | Set one, or remove the property.
            uid.segments.tags.a.max= --uid.segments.tags.a.first=1 | uid.segments.tags.a.max= ("uid.segments.tags.a.max" from property source "commandLineArgs") has no value.
            uid.worker.data-center-id= | uid.worker.data-center-id= ("uid.worker.data-center-id" from property source "commandLineArgs") has no value.
            uid.worker.id= | uid.worker.id= ("uid.worker.id" from property source "commandLineArgs") has no value.
            uid.worker.lease-file= | uid.worker.lease-file= ("uid.worker.lease-file" from property source "commandLineArgs") has no value.
            uid.worker.tick-file= --uid.worker.id=7 | uid.worker.tick-file= ("uid.worker.tick-file" from property source "commandLineArgs") has no value.
            uid.worker.worker-ids.first= --uid.worker.worker-ids.last=5 | uid.worker.worker-ids.first= ("uid.worker.worker-ids.first" from property source "commandLineArgs") has no value.
            uid.type= | Set uid.type to one of: cached, unbuffered, remote.
            uid.worker.assigner= | Set uid.worker.assigner to one of: leased, disposable, fixed, env, statefulset.
            uid.layout.preset= | Set uid.layout.preset to one of: uid-generator,
            uid.worker.store= | Set uid.worker.store: jdbc, redis
            uid.client=http://127.0.0.1:1 | There are these below uid.client: expected-identity, layout, max-age, servers, service-id, ssl, timeout, token.
            uid.clock=refuse | There are these below uid.clock: extension-bits, longest-wait, policy, ticks.
            uid.generators.a.layout=31/14/18 | There are these below uid.layout: data-center-bits, epoch-str,
            uid.generators.a.primary=true | no bean reads uid.generators.a.primary=true (
            uid.generators.a.public-ids.format=hex | no bean reads uid.generators.a.public-ids.format=hex (
            uid.generators.a.segments.max-step=5 | no bean reads uid.generators.a.segments.max-step=5 (
            uid.layout=31/14/18 | no bean reads uid.layout=31/14/18 (
            uid.public-ids=hex | There are these below uid.public-ids: format, key.
            uid.segments=orders | There are these below uid.segments: expected-identity, jdbc,
            uid.worker=5 | no bean reads uid.worker=5 (
            uid.worker.jdbc=T | There are these below uid.worker.jdbc: table-creation, table-name.
            uid.worker.worker-ids=1-5 | There are these below uid.worker.worker-ids: first, last.
            uid.max-borrow=1h --uid.type=unbuffered --uid.clock.policy=without-clock | no bean heeds uid.max-borrow=1h (
            uid.overflow=wait --uid.type=unbuffered --uid.clock.policy=without-clock | no bean heeds uid.overflow=wait (
            uid.layout.epoch-str=2030-01-01 | uid.layout.epoch-str must not be in the future: uid.layout.epoch-str=2030-01-01T00:00:00Z, now=
            uid.segments.tags.a.pattern=T{counter:25} --uid.segments.tags.a.first=1 | width of {counter} must be in [1, 19]: pattern="T{counter:25}" has width=25
            uid.segments.tags.a.pattern=T{xx}{counter:5} --uid.segments.unknown-tags=create | names must be counter, shard, child and, in this order, yyyy or yy, MM dd HH mm ss SSS: pattern="T{xx}{counter:5}" has {xx}
            uid.segments.tags.a.step=5 | It is for a counter that is created, so uid.segments.tags.a.first must be set, too
            uid.segments.tags.a.zone=UTC --uid.segments.tags.a.first=1 | It is for a pattern with a time, such as uid.segments.tags.a.pattern=T{yyMMdd}{counter:5}
            uid.worker.id=1 --uid.generators.a= --uid.generators.b= | generators must not have one worker id unless their UIDs may be equal: set uid.generators.<name>.worker.id, variable, assigner or namespace for each of [b, a]
            uid.generators.a.worker.id=1 --uid.generators.b.worker.id=1 | do that first, or give this one another uid.generators.a.worker.id, or another uid.generators.a.worker.namespace
            uid.worker.jdbc.table-creation=never --uid.worker.assigner=disposable | The script is in the jar uid-worker-db: org/uidgenerator/jdbc/worker-node-h2.sql
            uid.worker.expected-identity=123456789012 | uid.worker.expected-identity=123456789012 is expected, but WORKER_LEASE (namespace default) holds none
            """;

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({
        SslAutoConfiguration.class,
        UidWorkerAutoConfiguration.class,
        UidAutoConfiguration.class,
        UidSegmentAutoConfiguration.class,
        UidPublicIdsAutoConfiguration.class
    })
    @Import(Databases.One.class)
    static class Application {
        @Bean(destroyMethod = "shutdown")
        @Lazy
        RedisClient redis() {
            return RedisClient.create("redis://127.0.0.1:1"); // no server is asked
        }

        @Bean
        @Lazy
        DynamoDbClient dynamoDb() {
            return DynamoDbStoreTest.client(URI.create("http://127.0.0.1:1"));
        }

        @Bean(initMethod = "start", destroyMethod = "close")
        @Lazy
        CuratorFramework zooKeeper() {
            return CuratorFrameworkFactory.newClient("127.0.0.1:1", new RetryOneTime(1));
        }
    }

    private record Row(String property, String value, String report, String said) {
        static Row of(String line) {
            String[] parts = line.split("\\|", 2);
            String[] arguments = ("--" + parts[0].strip()).split(" (?=--)");
            String[] first = arguments[0].substring(2).split("=", 2);
            return new Row(first[0], first[1], FailureReports.of(Application.class, arguments), parts[1].strip());
        }

        static String property(String line) {
            return line.substring(0, line.indexOf('='));
        }
    }

    static Stream<String> ofAnotherType() {
        return OF_ANOTHER_TYPE.lines();
    }

    @ParameterizedTest
    @MethodSource
    void ofAnotherType(String line) {
        Row row = Row.of(line);

        assertThat(row.report)
                .contains("\n    Property: " + row.property + "\n    Value: \"" + row.value + "\"\n    Origin: \""
                        + row.property + "\" from property source \"commandLineArgs\"\n")
                .contains(row.said);
    }

    static Stream<String> outOfRange() {
        return OUT_OF_RANGE.lines();
    }

    @ParameterizedTest
    @MethodSource
    void outOfRange(String line) {
        Row row = Row.of(line);

        assertThat(row.report)
                .matches("(?s)Description:\n\n(A UID generator|The counters) could not start: .*")
                .contains(" could not start: " + row.said + "\n\n    ")
                .contains("\n    " + row.property + "=" + row.value + " (\"" + row.property
                        + "\" from property source \"commandLineArgs\")");
    }

    static Stream<String> inOtherWords() {
        return IN_OTHER_WORDS.lines();
    }

    @ParameterizedTest
    @MethodSource
    void inOtherWords(String line) {
        Row row = Row.of(line);

        assertThat(row.report).contains(row.said);
    }

    @Test
    void noPropertyIsLeftOut() {
        Set<String> wrong = Stream.of(OF_ANOTHER_TYPE, OUT_OF_RANGE, IN_OTHER_WORDS)
                .flatMap(String::lines)
                .map(Row::property)
                .collect(Collectors.toSet());

        assertThat(MetadataTest.properties().filter(property -> !wrong.contains(property)))
                .isEmpty();
    }
}
