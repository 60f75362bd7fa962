import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { api, copyApi } from './api'
import { checkLinks } from './check'
import { home } from './home'
import { address, repository, sidebar, slug } from './links'
import { writeLlms } from './llms'
import { copyPage, pageLink } from './page'
import { words } from './words'

const icon = readFileSync(new URL('../../service/uid-server/src/main/resources/static/page/icon.svg', import.meta.url), 'utf8')
const iconAddress = `data:image/svg+xml,${encodeURIComponent(icon)}`

/** The menu's entry for the page of the id service. */
const tools = (text: string) => ({ text, link: pageLink, target: '_self', noIcon: true })

export default defineConfig({
  title: 'UID Generator',
  description: '64-bit time-ordered unique ids for the JVM',
  srcDir: '../docs',
  cleanUrls: true,
  rewrites: {
    'README.md': 'index.md',
    ':folder(.*)/README.md': ':folder/index.md',
  },
  head: [
    ['meta', { name: 'theme-color', content: '#2a6fb0' }],
    ['link', { rel: 'icon', type: 'image/svg+xml', href: iconAddress }],
  ],
  vite: {
    // The pages lie outside of this folder, where Node looks for no modules of it.
    resolve: { alias: { vue: fileURLToPath(new URL('../node_modules/vue', import.meta.url)) } },
  },
  markdown: {
    anchor: { slugify: slug },
    // Java text such as List<String> outside of code, and {{ }}, are text and not Vue.
    html: false,
    config(md) {
      md.core.ruler.push('addresses', state => {
        for (const block of state.tokens) {
          for (const token of block.children ?? []) {
            if (token.type === 'link_open') {
              token.attrSet('href', address(token.attrGet('href')!, state.env.realPath ?? state.env.path))
            }
          }
        }
      })
    },
  },
  transformPageData(page) {
    if (page.relativePath === 'index.md') {
      Object.assign(page.frontmatter, home.en)
    } else if (page.relativePath === 'zh/index.md') {
      Object.assign(page.frontmatter, home.zh)
    }
  },
  buildEnd({ outDir, site }) {
    copyApi(outDir)
    copyPage(outDir)
    writeLlms(outDir)
    checkLinks(outDir, site.base)
  },
  themeConfig: {
    logo: iconAddress,
    nav: [tools('Parse and plan ids'), ...api],
    // The pages below internals are in English only, so the menu leads to the home page of the other language; pages in both link to each other.
    i18nRouting: false,
    socialLinks: [{ icon: 'github', link: repository }],
    editLink: { pattern: `${repository}/edit/main/docs/:path` },
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        miniSearch: { options: { tokenize: words } },
        locales: {
          zh: {
            translations: {
              button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
              modal: {
                noResultsText: '没有结果',
                resetButtonTitle: '清除',
                footer: { selectText: '打开', navigateText: '移动', closeText: '关闭' },
              },
            },
          },
        },
      },
    },
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: { sidebar: sidebar('README.md', ['Documentation', 'What it rests on']) },
    },
    zh: {
      label: '中文',
      lang: 'zh-CN',
      description: 'JVM 上按时间有序的 64 位唯一 ID',
      themeConfig: {
        nav: [tools('解析与规划 ID'), ...api],
        sidebar: { '/zh/': sidebar('zh/README.md', ['文档', '设计与验证']) },
        outline: { level: [2, 3], label: '本页内容' },
        docFooter: { prev: '上一页', next: '下一页' },
        editLink: { pattern: `${repository}/edit/main/docs/:path`, text: '在 GitHub 上编辑此页' },
        darkModeSwitchLabel: '外观',
        lightModeSwitchTitle: '切换到浅色',
        darkModeSwitchTitle: '切换到深色',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '回到顶部',
        langMenuLabel: '语言',
      },
    },
  },
})
