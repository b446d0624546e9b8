// The runbook names what is there: commands, pages, tables of the desk and columns.

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const runbook = read('docs/runbook.md')
const found = (pattern: RegExp): string[] => [...new Set([...runbook.matchAll(pattern)].map(([, name = '']) => name))]

describe('the runbook', () => {
  test('runs commands that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = found(/npm run ([\w:]+)/g)
    expect(commands.length).toBeGreaterThan(2)
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
    expect(found(/node (scripts\/[\w.-]+)/g).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  test('names pages and tables of the desk that are there', () => {
    const routes = readdirSync(join(ROOT, 'app/routes'))
    const pages = found(/`\/admin\/(\w+)[`/]/g)
    expect(pages.length).toBeGreaterThan(4)
    expect(pages.filter((page) => !routes.some((route) => route.startsWith(`admin.${page}`)))).toEqual([])
    const folder = join(ROOT, 'server/domain/desk')
    const sheets = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n')
    const tables = found(/\/admin\/sheets\/([\w-]+)/g)
    expect(tables.length).toBeGreaterThan(3)
    expect(tables.filter((name) => !new RegExp(`^  '?${name}'?: \\{`, 'm').test(sheets))).toEqual([])
    expect(found(/\*(\w+_\w+)\*/g).filter((cell) => !sheets.includes(`'${cell}'`))).toEqual([])
  })

  test('changes columns that are there', () => {
    const tables = read('db/platform/migrations/0000_baseline.sql')
    const changes = [...runbook.matchAll(/UPDATE (\w+) SET (\w+)/g)]
    expect(changes.length).toBeGreaterThan(3)
    for (const [, table = '', column = ''] of changes)
      expect(tables).toMatch(new RegExp('CREATE TABLE `' + table + '` \\([^;]*`' + column + '`'))
  })

  test('names variables that are bound', () => {
    const env = read('env.d.ts')
    const named = found(/`([A-Z]+_[A-Z_]+)`/g).filter((name) => name !== 'BACKUP_KEY')
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !env.includes(`readonly ${name}?`) && !env.includes(`readonly ${name}:`))).toEqual([])
  })
})
