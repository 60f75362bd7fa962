import { readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { docs, repository } from './links'

const root = resolve(docs, '..')
const source = `${repository}/blob/main/`

/**
 * Writes llms.txt into the folder that the site was built into: what the project is, and its English pages as docs/README.md lists them.
 *
 * @throws Error if README.md has no first paragraph
 */
export function writeLlms(site: string) {
  const readme = readFileSync(resolve(root, 'README.md'), 'utf8')
  const about = readme.match(/^[A-Z][^\n]*(?:\n[^\n]+)*/m)?.[0].replaceAll('\n', ' ')
  if (!about) {
    throw new Error('README.md does not say what this is')
  }
  const pages = [...readFileSync(resolve(docs, 'README.md'), 'utf8').matchAll(/^\| \[([^\]]+)\]\(([^)]+\.md)\)[^|]*\| (.+) \|$/gm)]
    .map(([, title, file, use]) => `- [${title}](${source}${relative(root, resolve(docs, file))}): ${use}`)
  writeFileSync(resolve(site, 'llms.txt'), `# UID Generator

> ${about}

- [For coding agents](${source}AGENTS.md): which dependency, which property, what never to do

## Pages

${pages.join('\n')}
`)
}
