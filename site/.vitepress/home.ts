import { repository } from './links'
import { rates } from './readme'

const [, ours] = rates('`CachedUidGenerator`, default layout')
const theirs = Math.max(...rates('fastest snowflake of others'))

/** What stands above the list of pages on the two home pages. */
export const home = {
  en: {
    layout: 'home',
    title: 'UID Generator',
    titleTemplate: false,
    hero: {
      name: 'UID Generator',
      text: '64-bit ids for the JVM',
      tagline: 'Unique across threads, hosts and restarts, ordered by time, and as cheap as a counter.',
      actions: [
        { theme: 'brand', text: 'Quick start', link: '/quick-start' },
        { theme: 'alt', text: 'Guarantees', link: '/internals/guarantees' },
        { theme: 'alt', text: 'GitHub', link: repository },
      ],
    },
    features: [
      { title: `${ours} million ids a second`, details: `in a burst, by two threads on one generator of the default layout; the fastest other snowflake makes ${theirs} million.`, link: '/internals/benchmarks/report' },
      { title: '0 duplicates', details: 'when the clock is set back, a process is paused or two hosts claim one worker id: the store fences each lease.', link: '/internals/guarantees' },
      { title: '8 bytes', details: 'a BIGINT, half of a UUID. New rows go to the end of the index.', link: '/ids' },
    ],
  },
  zh: {
    layout: 'home',
    title: 'UID Generator',
    titleTemplate: false,
    hero: {
      name: 'UID Generator',
      text: 'JVM 上的 64 位 ID',
      tagline: '跨线程、跨主机、跨重启都不重复，按时间有序，取一个 ID 的开销与自增计数器相当。',
      actions: [
        { theme: 'brand', text: '快速上手', link: '/zh/quick-start' },
        { theme: 'alt', text: 'worker id', link: '/zh/worker-ids' },
        { theme: 'alt', text: 'GitHub', link: repository },
      ],
    },
    features: [
      { title: `每秒 ${ours / 100} 亿个 ID`, details: `突发时的速率，默认布局，两个线程共用一个生成器；其他雪花算法实现中最快的是 ${Math.round(theirs * 100)} 万。`, link: '/internals/benchmarks/report' },
      { title: '0 重复', details: '时钟回拨、进程暂停、两台主机都以为自己持有同一个 worker id，都不会产生重复：每个租约都由存储端把关。', link: '/zh/worker-ids' },
      { title: '8 字节', details: '就是一个 BIGINT，长度只有 UUID 的一半，新行总是写在索引末尾。', link: '/ids' },
    ],
  },
}
