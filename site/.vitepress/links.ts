import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repository = 'https://github.com/uidgenerator/uidgenerator'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const docs = resolve(root, 'docs')

/** The heading ids of GitHub, so that a link to a heading works in both places. */
export function slug(heading: string): string {
  return heading.trim().toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-')
}

/**
 * The address of what a page of docs/ links to: a page by the name that the rewrites give it, any other file of the repository on
 * GitHub.
 *
 * @throws Error if there is no such file
 */
export function address(href: string, page: string): string {
  if (/^[a-z]+:/.test(href)) {
    return href
  }
  const [path, heading] = href.split('#')
  const target = path ? resolve(dirname(page), decodeURI(path)) : page
  if (!existsSync(target)) {
    throw new Error(`dead link in ${page}: ${href}`)
  }
  if (target.startsWith(docs + sep) && target.endsWith('.md')) {
    return href.replace(/README\.md(?=#|$)/, 'index.md')
  }
  const kind = statSync(target).isDirectory() ? 'tree' : 'blob'
  return `${repository}/${kind}/main/${relative(root, target)}${heading ? '#' + heading : ''}`
}

/** The pages that a README.md lists in its tables, a group for each table, in its order. */
export function sidebar(readme: string, titles: string[]) {
  const file = resolve(docs, readme)
  const tables = readFileSync(file, 'utf8').split(/^\|---.*$/m).slice(1)
  return tables.map((table, i) => ({
    text: titles[i],
    items: [...table.matchAll(/^\| *\[([^\]]+)\]\(([^)#]+)\.md\)/gm)]
      .map(([, text, path]) => ({ text, link: '/' + relative(docs, resolve(dirname(file), path)).replace(/README$/, '') }))
      .filter(({ link }) => !link.startsWith('/..')),
  }))
}
