// Documents match the repository: links resolve, named files exist, every package is listed.

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const FOLDERS = ['app', 'bench', 'db', 'docs', 'locales', 'party', 'public', 'scripts', 'server', 'tests']
const documents = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ),
].filter((path) => path.endsWith('.md'))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** As GitHub names a heading. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

const anchorsOf = (path: string): string[] =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

describe('documents', () => {
  test('link to files and headings that are there', () => {
    const broken = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].flatMap(([, link = '']) => {
        const [file = '', anchor] = link.split('#')
        const target = file === '' ? path : normalize(join(dirname(path), file))
        if (!existsSync(join(ROOT, target))) return [`${path}: ${link}`]
        return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [`${path}: ${link}`]
      }),
    )
    expect(broken).toEqual([])
  })

  test('name files that are there, in the decisions and in the walk through an order', () => {
    const isPath = /^(?:app|bench|db|docs|locales|party|public|scripts|server|tests)\/[\w$./-]+$/
    const missing = documents
      .filter((path) => path.startsWith('docs/') || !path.includes('/'))
      .flatMap((path) =>
        [...read(path).matchAll(/`([^`\n]+)`/g)].flatMap(([, name = '']) =>
          isPath.test(name) && !existsSync(join(ROOT, name)) ? [`${path}: ${name}`] : [],
        ),
      )
    expect(missing).toEqual([])
  })

  test('have at most forty decisions, each on the index', () => {
    const pages = documents.filter((path) => /^docs\/decisions\/(?!README|packages)[\w-]+\.md$/.test(path))
    const headings = pages.flatMap((path) => [...read(path).matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading))
    const index = read('docs/decisions/README.md')
    expect(headings.length).toBeLessThanOrEqual(40)
    expect(headings.filter((heading) => !index.includes(`- [${heading}](`))).toEqual([])
  })

  test('say of every package what it is for', () => {
    const manifest = JSON.parse(read('package.json')) as Record<'dependencies' | 'devDependencies', object>
    const packages = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    const list = read('docs/decisions/packages.md')
    expect(packages.filter((name) => !list.includes(`\`${name}\``))).toEqual([])
  })
})
