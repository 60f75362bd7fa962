import { cpSync, existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const apidocs = (module: string) => resolve(root, module, 'target/reports/apidocs')

/** The modules whose Javadoc has been made by `npm run javadoc`, in the order of the build. */
const modules = [...readFileSync(resolve(root, 'pom.xml'), 'utf8').matchAll(/<module>(uid-[^<]+)</g)]
  .map(([, module]) => module)
  .filter(module => existsSync(resolve(apidocs(module), 'index.html')))

/** A menu of their Javadoc, none if there is no Javadoc. */
export const api = modules.length === 0 ? [] : [{
  text: 'Javadoc',
  items: modules.map(module => ({ text: module, link: `/api/${module}/index.html`, target: '_self', noIcon: true })),
}]

/** Copies the Javadoc into the folder that the site was built into. */
export function copyApi(site: string) {
  for (const module of modules) {
    cpSync(apidocs(module), resolve(site, 'api', module), { recursive: true })
  }
}
