import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const page = fileURLToPath(new URL('../../service/uid-server/src/main/resources/static', import.meta.url))

/** What the page of the id service says where it has a server. PageWithoutServerIT leaves it out in the same way. */
const mark = ' data-server'

/** Where the page lies on the site, without an end that depends on who serves it. */
export const pageLink = '/tools/index.html'

/**
 * Copies the page of the id service into the folder that the site was built into. It has no server there, so it parses, makes and
 * plans ids, and no more.
 *
 * @throws Error if the page does not say that it has a server
 */
export function copyPage(site: string) {
  const html = readFileSync(resolve(page, 'index.html'), 'utf8')
  if (html.split(mark).length !== 2) {
    throw new Error(`index.html must have${mark} once`)
  }
  const tools = resolve(site, 'tools')
  cpSync(resolve(page, 'page'), resolve(tools, 'page'), { recursive: true })
  writeFileSync(resolve(tools, 'index.html'), html.replace(mark, ''))
}
