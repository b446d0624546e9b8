// The desk can't decide winners or balances: no field, column or statement of the desk sets a price, an outcome or a balance. A correction
// is an entry approved by two people; a quote's distance from the index isn't a price.

import { basename } from 'node:path'
import { is } from 'drizzle-orm'
import { SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core'
import { describe, expect, test } from 'vitest'
import { isChangeGuarded } from '#domain/desk/guard'
import { ROLES, ROLE_PERMISSIONS, mayDo } from '#domain/desk/role'
import { SHEETS, SHEET_NAMES, type SheetName } from '#domain/desk/sheet'
import type { Sheet } from '#domain/desk/sheet-cell'
import { DESK_REQUESTS } from '#services/desk/account'
import { approverRoles } from '#services/desk/review-kind'
import { REVIEW_KINDS } from '#services/desk/review-kinds'
import { correctionReview } from '#services/desk/kinds/correction'
import { recoveryReview } from '#services/desk/kinds/recovery'
import { staffReview } from '#services/desk/kinds/staff'
import { flagReview } from '#services/desk/kinds/flag'
import { changeReview } from '#services/desk/kinds/change'
import { isForbidden } from './paths'

/** Tables of personal data and permissions. */
const CLOSED = ['desk', 'funds', 'identity', 'outbox', 'promotion', 'review', 'security', 'upload', 'verification']
/** Columns that make a row of another table personal, or hold money. */
const PERSONAL = ['user_id', 'staff_id', 'amount', 'account', 'proposed_by']

const SCHEMAS = import.meta.glob<Record<string, unknown>>('../../db/platform/*-schema.ts', { eager: true })
/** The directory's tables by the file that declares them, as Drizzle knows them. */
const TABLES = Object.entries(SCHEMAS).flatMap(([path, schema]) =>
  Object.values(schema)
    .filter((each) => is(each, SQLiteTable))
    .map(getTableConfig)
    .map(({ name, columns }) => ({
      file: basename(path, '-schema.ts'),
      name,
      columns: columns.map((column) => column.name),
    })),
)
const isSomebodys = ({ columns }: { readonly columns: readonly string[] }) =>
  columns.some((column) => PERSONAL.includes(column))
/** Tables whose rows are terms and texts: the same for everybody. */
const OPEN_TABLES = TABLES.filter((table) => !CLOSED.includes(table.file) && !isSomebodys(table)).map(
  ({ name }) => name,
)

describe('no field of the desk', () => {
  test('in a sheet: a cell named after one, or a table of what somebody owns, asked for or may do', () => {
    const cells = SHEET_NAMES.flatMap((name) => SHEETS[name].cells.map((cell) => cell.name))
    expect(cells.filter(isForbidden)).toEqual([])
    expect(OPEN_TABLES).toContain('asset')
    expect(SHEET_NAMES.filter((name) => !OPEN_TABLES.includes(SHEETS[name].table))).toEqual([])
  })

  test('in a sheet of a table that is somebody’s, wherever it is', () => {
    const personal = TABLES.filter((table) => !CLOSED.includes(table.file) && isSomebodys(table))
    expect(personal.map(({ name }) => name)).toContain('buy_order')
    expect(personal.filter(({ name }) => SHEET_NAMES.some((sheet) => SHEETS[sheet].table === name))).toEqual([])
  })

  test('in its own tables', () => {
    const own = TABLES.filter(({ file }) => file === 'desk' || file === 'review')
    const names = own.flatMap(({ name, columns }) => [name, ...columns])
    expect(names).toContain('audit_entry')
    expect(names.filter(isForbidden)).toEqual([])
  })

  test('in what the desk may ask of an Account: nothing sets what a wallet holds', () => {
    // That it asks by this list alone is a rule of .dependency-cruiser.mjs.
    expect(DESK_REQUESTS.filter((name) => !/^(?:inspect|read)(?:_|$)/.test(name))).toEqual([
      'correct',
      'freeze',
      'verify',
    ])
  })
})

describe('nobody moves money alone', () => {
  test('whatever moves money, or says who may or where it goes, needs two', () => {
    const alone = REVIEW_KINDS.filter(({ approvalsNeeded }) => approvalsNeeded < 2)
    expect(alone.map(({ name }) => name)).toEqual(['identity'])
  })

  test('whoever may ask for a thing may be the first of the two, so that the first counts', () => {
    for (const role of ROLES) {
      if (mayDo(role, 'correction:propose')) expect(correctionReview.roles.decide).toContain(role)
      if (mayDo(role, 'recovery:propose')) expect(approverRoles(recoveryReview)).toContain(role)
      if (mayDo(role, 'standing:propose')) expect(flagReview.roles.decide).toContain(role)
      if (mayDo(role, 'staff:write')) expect(staffReview.roles.decide).toContain(role)
      for (const place of ['catalogue', 'content', 'site', 'coupons'] as const)
        if (mayDo(role, `${place}:write`)) expect(changeReview.roles.decide).toContain(role)
    }
  })

  test('a cell that is guarded is a cell that there is', () => {
    for (const name of SHEET_NAMES) {
      const { cells, guard }: Sheet = SHEETS[name]
      const names = cells.map((cell) => cell.name)
      for (const cell of [...(guard.cells ?? []), ...(guard.switches ?? [])]) expect(names).toContain(cell)
    }
  })

  test('a fee, what the house quotes and where deposits are paid to are guarded; to close is not', () => {
    const guarded = (name: SheetName, key: string, changed: string, value: string | number) =>
      isChangeGuarded(name, { key: [key], before: {}, after: { [changed]: value }, changed: [changed] })
    expect(guarded('pairs', 'BTC-USDT', 'taker_fee', '0')).toBe(true)
    expect(guarded('pairs', 'BTC-USDT', 'house_size', 9)).toBe(true)
    expect(guarded('pairs', 'BTC-USDT', 'is_tradable', 1)).toBe(true)
    expect(guarded('pairs', 'BTC-USDT', 'is_tradable', 0)).toBe(false)
    expect(guarded('networks', 'BTC', 'confirmations_min', 1)).toBe(true)
    expect(guarded('settings', 'deposit_bank_account', 'value', 'DE00')).toBe(true)
    expect(guarded('settings', 'telegram_url', 'value', 'https://x.example')).toBe(true)
    expect(guarded('settings', 'support_mail', 'value', 'me@x.example')).toBe(true)
    expect(guarded('settings', 'yzm_radio', 'value', '0')).toBe(true)
    expect(guarded('settings', 'site_name', 'value', 'CM')).toBe(true)
  })

  test('an auditor reads everything and changes nothing; support decides nothing', () => {
    expect(ROLE_PERMISSIONS.auditor.filter((permission) => !permission.endsWith(':read'))).toEqual([])
    // Support answers customers, writes notes and proposes to remove a lost app; other roles decide.
    const beyondReading = ROLE_PERMISSIONS.support.filter((permission) => !permission.endsWith(':read'))
    expect(beyondReading).toEqual(['recovery:propose', 'reviews:note', 'support:answer'])
    expect(REVIEW_KINDS.filter(({ roles }) => roles.decide.includes('support'))).toEqual([])
    expect(
      REVIEW_KINDS.filter(({ roles }) => !roles.read.includes('auditor') || roles.decide.includes('auditor')),
    ).toEqual([])
    expect(recoveryReview.roles.decide).toEqual(['reviewer', 'admin'])
    for (const role of ROLES) expect(new Set(ROLE_PERMISSIONS[role]).size).toBe(ROLE_PERMISSIONS[role].length)
  })
})
