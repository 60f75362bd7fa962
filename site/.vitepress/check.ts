import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const origin = 'https://site'

/**
 * Follows all links of the pages that were built, to pages, files and headings of the site. VitePress itself looks for the files
 * that pages are made from, whatever the rewrites call them in the end.
 *
 * @throws Error if there is a dead one, with all of them
 */
export function checkLinks(site: string, base: string) {
  const html = new Map(pages(site).map(page => [page, readFileSync(resolve(site, page), 'utf8')]))
  const dead = [...html].flatMap(([page, text]) => {
    const links = new Set([...text.matchAll(/<a\s[^>]*?\bhref="([^"]*)"/g)].map(([, href]) => href.replaceAll('&amp;', '&')))
    return [...links].filter(href => !leadsSomewhere(href, page)).map(href => `${page}: ${href}`)
  })
  if (dead.length > 0) {
    throw new Error(`dead links in the site:\n${dead.join('\n')}`)
  }

  function leadsSomewhere(href: string, page: string): boolean {
    const target = new URL(href, origin + base + page.replace(/(^|\/)index\.html$/, '$1'))
    if (target.origin !== origin) {
      return true
    }
    const path = decodeURI(target.pathname)
    const file = path.startsWith(base) && fileOf(path.slice(base.length))
    return file && (target.hash.length < 2 || hasHeading(file, decodeURIComponent(target.hash.slice(1))))
  }

  /** The file that a server answers with, or none. */
  function fileOf(path: string): string | false {
    const files = path === '' || path.endsWith('/') ? [path + 'index.html'] : [path, path + '.html']
    return files.find(file => html.has(file) || /\.\w+$/.test(file) && existsSync(resolve(site, file))) ?? false
  }

  /** Whether it can be known: the Javadoc has been checked when it was made. */
  function hasHeading(file: string, id: string): boolean {
    return html.get(file)?.includes(` id="${id}"`) ?? true
  }
}

/** The pages that were made from docs/, as paths in the folder of the site. */
function pages(site: string): string[] {
  return readdirSync(site, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => file.endsWith('.html') && !/^(api|tools)\//.test(file))
}
