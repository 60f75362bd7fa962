import { readFileSync } from 'node:fs'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/**
 * The highest figure of a contestant in the README's table of rates, in million ids a second.
 *
 * @throws Error if the table has no such row
 */
export function fastest(contestant: string): number {
  const row = readme.split('\n').find(line => line.startsWith(`| ${contestant} |`))
  if (!row) {
    throw new Error(`README.md has no row: ${contestant}`)
  }
  const [, , one, two] = row.split('|')
  return Math.max(Number(one), Number(two))
}

/** The README's first program, as Markdown. */
export const firstProgram = readme.match(/^```java\n.*?^```$/ms)![0]
