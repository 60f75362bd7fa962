import { createMarkdownRenderer, type SiteConfig } from 'vitepress'
import { firstProgram } from '../readme'

declare const data: string
export { data }

/** The README's first program in HTML, made at build time. */
export default {
  async load(): Promise<string> {
    const site = (globalThis as { VITEPRESS_CONFIG?: SiteConfig }).VITEPRESS_CONFIG!
    const markdown = await createMarkdownRenderer(site.srcDir, site.markdown, site.site.base)
    return markdown.render(firstProgram)
  },
}
