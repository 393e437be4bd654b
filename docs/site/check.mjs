// Follows every link of a built site: check.mjs FOLDER BASE
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const [folder, base] = process.argv.slice(2)
const origin = 'http://site'
const lost = []
let links = 0

const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html'))
const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]))

function names(page) {
  return new Set([...texts.get(page).matchAll(/\s(?:id|name)="([^"]*)"/g)].map((m) => m[1]))
}
const anchors = new Map()

for (const [page, text] of texts) {
  // Javadoc has pages of its own kind; its build checks them.
  if (page.startsWith('api/') || page === '404.html') continue
  for (const [, link] of text.matchAll(/\s(?:href|src)="([^"]+)"/g)) {
    const url = new URL(link.replaceAll('&amp;', '&'), `${origin}${base}${page}`)
    if (url.origin !== origin) continue
    links++
    let file = decodeURIComponent(url.pathname.slice(base.length))
    if (file === '' || file.endsWith('/')) file += 'index.html'
    const path = join(folder, file)
    if (!url.pathname.startsWith(base) || !existsSync(path) || !statSync(path).isFile()) {
      lost.push(`${page}: ${link}`)
    } else if (url.hash && texts.has(file)) {
      if (!anchors.has(file)) anchors.set(file, names(file))
      if (!anchors.get(file).has(decodeURIComponent(url.hash.slice(1)))) {
        lost.push(`${page}: ${link} (no such section)`)
      }
    }
  }
}
console.log(`${links} links of ${texts.size} pages, ${lost.length} lost`)
lost.forEach((line) => console.log(line))
process.exit(links > 0 && lost.length === 0 ? 0 : 1)
