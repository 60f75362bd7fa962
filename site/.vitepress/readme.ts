import { readFileSync } from 'node:fs'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/**
 * The figures of a contestant in the README's table of rates, for one and for two threads, in million ids a second.
 *
 * @throws Error if the table has no such row
 */
export function rates(contestant: string): number[] {
  const row = readme.split('\n').find(line => line.startsWith(`| ${contestant} |`))
  const figures = row?.replace(/<!--.*?-->/g, '').split('|').slice(2, 4).map(Number)
  if (!figures?.every(Number.isFinite)) {
    throw new Error(`README.md has no rates of ${contestant}: ${row}`)
  }
  return figures
}

/** The README's first program, as Markdown. */
export const firstProgram = readme.match(/^```java\n.*?^```$/ms)![0]
