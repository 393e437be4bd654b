import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const pages = join(dirname(fileURLToPath(import.meta.url)), '..')
const version = process.env.GAVEL_VERSION
const base = process.env.GAVEL_BASE

/** Where the sources are shown, anchors are made of headings like this. */
function slugify(heading) {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\-_ ]/gu, '')
    .replaceAll(' ', '-')
}

function title(page) {
  return /^# (.*)$/m.exec(readFileSync(join(pages, page), 'utf8'))[1].replaceAll('`', '')
}

function item(page) {
  return { text: title(page), link: '/' + page.replace(/\.md$/, '.html') }
}

/** The sections of the index are the readers; each menu has the pages of a section. */
function readers() {
  const sections = readFileSync(join(pages, 'docs/index.md'), 'utf8').split(/^## /m).slice(1)
  return sections.map((section) => {
    const found = [...section.matchAll(/\]\(([^):#]+\.md)\)/g)]
      .map((link) => normalize(join('docs', link[1])))
    return {
      text: section.split('\n')[0],
      collapsed: false,
      items: [...new Set(found)].map(item)
    }
  })
}

function folder(text, path) {
  const files = readdirSync(join(pages, path)).filter((name) => name.endsWith('.md')).sort()
  return { text, collapsed: true, items: files.map((name) => item(join(path, name))) }
}

const libraries = [
  ['gavel-policies-api', 'Problems and allocations'],
  ['gavel-policies-lp', 'Policies'],
  ['gavel-mechanism', 'Rounds, leases, placement'],
  ['gavel-estimator', 'Estimator'],
  ['simulator', 'Simulator'],
  ['baselines', 'Published schedulers']
].filter(([name]) => existsSync(join(pages, 'public/api', name)))

const api = libraries.map(([name, text]) => ({
  text,
  link: `/api/${name}/index.html`,
  target: '_self'
}))

export default {
  title: 'Gavel Policies',
  description: 'Scheduling policies for clusters of heterogeneous accelerators',
  lang: 'en',
  base,
  srcExclude: ['public/**'],
  rewrites: { 'README.md': 'index.md' },
  markdown: {
    anchor: { slugify },
    config(md) {
      const toPage = md.renderer.rules.link_open
      md.renderer.rules.link_open = (tokens, i, options, env, self) => {
        const href = tokens[i].attrGet('href')
        if (/^([a-z]+:|#)/.test(href) || /\.md(#|$)/.test(href)) {
          tokens[i].attrSet('href', href.replace('README.md', 'index.md'))
          return toPage(tokens, i, options, env, self)
        }
        tokens[i].attrSet('target', '_self') // a file that is no page
        return self.renderToken(tokens, i, options)
      }
    }
  },
  // check.mjs follows all links, also those to files that are not pages.
  ignoreDeadLinks: true,
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Documentation', link: '/docs/index.html' },
      { text: 'API', items: api },
      {
        text: version,
        items: [
          { text: 'Changes', link: '/CHANGELOG.html' },
          { text: 'Contributing', link: '/CONTRIBUTING.html' },
          { text: 'Security', link: '/SECURITY.html' }
        ]
      }
    ],
    sidebar: [
      {
        text: 'Tutorials',
        collapsed: false,
        items: folder('', 'docs/tutorial').items
      },
      ...readers(),
      folder('All policies', 'docs/reference/policies'),
      { text: 'API', collapsed: true, items: api }
    ]
  }
}
