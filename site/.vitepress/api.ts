import { cpSync, existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The modules whose Javadoc has been made by `npm run javadoc`, in the order of the build. */
const modules = [...readFileSync(resolve(root, 'pom.xml'), 'utf8').matchAll(/<module>((?:[^<]+\/)?(uid-[^</]+))</g)]
  .map(([, folder, name]) => ({ name, apidocs: resolve(root, folder, 'target/reports/apidocs') }))
  .filter(({ apidocs }) => existsSync(resolve(apidocs, 'index.html')))

/** A menu of their Javadoc, none if there is no Javadoc. */
export const api = modules.length === 0 ? [] : [{
  text: 'Javadoc',
  items: modules.map(({ name }) => ({ text: name, link: `/api/${name}/index.html`, target: '_self', noIcon: true })),
}]

/** Copies the Javadoc into the folder that the site was built into. */
export function copyApi(site: string) {
  for (const { name, apidocs } of modules) {
    cpSync(apidocs, resolve(site, 'api', name), { recursive: true })
  }
}
