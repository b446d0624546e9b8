// Nobody at the desk decides who wins or what somebody owns: no field, no column, no statement of the desk sets a price, an outcome or a
// balance. A correction is an entry that two people agree on; how far a quote lies from the index is not a price.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROLES, ROLE_PERMISSIONS } from '#domain/desk/role'
import { SHEETS, SHEET_NAMES } from '#domain/desk/sheet'
import { APPROVALS_NEEDED } from '#domain/desk/review'

const FORBIDDEN = /price|outcome|odds|winner|win_rate|balance|profit|robot|risk_mode|result/i
const filesOf = (folder: string, matches: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => matches.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))

describe('no field of the desk', () => {
  test('in a form is named after a price, an outcome or a balance', () => {
    const sources = [...filesOf('app/routes', /^admin[^/]*\/.*\.tsx?$/), ...filesOf('app/admin', /\.tsx?$/)]
    expect(sources.length).toBeGreaterThan(25)
    const fields = sources.flatMap((text) => [
      ...[...text.matchAll(/\bname="([^"]+)"/g)].map(([, name = '']) => name),
      ...[...text.matchAll(/fieldOf\(form, '([^']+)'\)/g)].map(([, name = '']) => name),
    ])
    expect(fields).toContain('amount')
    expect(fields.filter((name) => FORBIDDEN.test(name))).toEqual([])
  })

  test('in a sheet, nor any table of money among them', () => {
    const cells = SHEET_NAMES.flatMap((name) => SHEETS[name].cells.map((cell) => cell.name))
    expect(cells.filter((name) => FORBIDDEN.test(name) && name !== 'price_band')).toEqual([])
    expect(SHEET_NAMES.map((name) => SHEETS[name].table).sort()).toEqual([
      'asset',
      'asset_network',
      'fiat',
      'menu_item',
      'news',
      'news_text',
      'pair',
      'setting',
      'site_text',
    ])
  })

  test('in its own tables', () => {
    const columns = ['db/platform/desk-schema.ts', 'db/platform/review-schema.ts'].flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\w+\(\s*'([a-z_]+)'/g)].map(([, name = '']) => name),
    )
    expect(columns).toContain('audit_entry')
    expect(columns.filter((name) => FORBIDDEN.test(name))).toEqual([])
  })

  test('in what the desk may ask of an Account: nothing sets what a wallet holds', () => {
    const asked = filesOf('server/services/desk', /\.ts$/).flatMap((text) =>
      [...text.matchAll(/type: '([a-z_]+)'/g)].map(([, type = '']) => type),
    )
    expect([...new Set(asked)].sort()).toEqual(['correct', 'freeze', 'inspect', 'verify'])
  })
})

describe('nobody moves money alone', () => {
  test('withdrawals and corrections need two, and no role has fewer people for it', () => {
    expect(APPROVALS_NEEDED.withdrawal).toBe(2)
    expect(APPROVALS_NEEDED.correction).toBe(2)
  })

  test('an auditor reads everything and changes nothing; support decides nothing', () => {
    expect(ROLE_PERMISSIONS.auditor.filter((permission) => !permission.endsWith(':read'))).toEqual([])
    expect(ROLE_PERMISSIONS.support.filter((permission) => !permission.endsWith(':read'))).toEqual([])
    for (const role of ROLES) expect(new Set(ROLE_PERMISSIONS[role]).size).toBe(ROLE_PERMISSIONS[role].length)
  })
})
