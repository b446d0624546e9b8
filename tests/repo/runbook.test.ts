// The runbook and the manual of operating name what is there: commands, pages, tables of the desk, columns, and parts of the doctor's report.

import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judgeSettings } from '#domain/operating/setup'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const runbook = read('docs/runbook.md')
const manual = read('docs/operate.md')
const found = (pattern: RegExp): string[] => [
  ...new Set([...`${runbook}\n${manual}`.matchAll(pattern)].map(([, name = '']) => name)),
]

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

  test('have every step of the first hour checked by a part of the doctor', () => {
    const parts = read('server/services/operating/doctor.ts')
    const hour = manual.slice(manual.indexOf('## The first hour'), manual.indexOf('\nSecrets.'))
    const rows = [...hour.matchAll(/^\| \d.*\| ([^|]*) \|$/gm)].map(([, checked = '']) => checked)
    expect(rows.length).toBeGreaterThan(7)
    const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, part = '']) => part))
    expect(rows.every((row) => row.includes('`'))).toBe(true)
    const [, list = ''] = /export const SITE_PARTS = \{([^}]*)\}/.exec(parts) ?? []
    expect([...new Set(named)].toSorted()).toEqual(
      [...list.matchAll(/\w+/g), ['secrets']].map(([part]) => part).toSorted(),
    )
  })

  test('put every secret that the doctor cannot do without', () => {
    const lacking = judgeSettings({ values: {}, secrets: new Set() }).filter(({ state }) => state === 'bad')
    const needed = lacking.flatMap(({ says }) => /^Not set: (\w+)/.exec(says)?.[1] ?? [])
    expect(needed).toEqual(['SESSION_SECRET', 'BACKUP_TOKEN', 'LOG_KEY', 'MAIL_TOKEN'])
    expect(needed.filter((name) => !manual.includes(`wrangler secret put ${name} --env production`))).toEqual([])
  })
})
