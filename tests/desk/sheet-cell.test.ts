// Cells of the desk's tables as forms have them and as they are stored, and the keys of rows.

import { describe, expect, it } from 'vitest'
import {
  type Cell,
  type CellKind,
  type Sheet,
  type StoredRow,
  cellText,
  decodeKey,
  encodeKey,
  rate,
  readCell,
} from '#domain/desk/sheet-cell'

describe('a cell of at most 10 characters', () => {
  it.each<Cell>([
    { name: 'title', is: { kind: 'text', lengthMax: 10 } },
    { name: 'content', is: { kind: 'html', lengthMax: 10 } },
  ])('takes ten, spaces around them not counted, and no eleventh: $name', (cell) => {
    expect(readCell(cell, '  0123456789 ', {})).toEqual({ ok: true, value: '0123456789' })
    const facts = { cell: cell.name, bound: '10' }
    expect(readCell(cell, '0123456789a', {})).toEqual({ ok: false, refusal: { code: 'cell_too_long', facts } })
  })
})

const accepted = (value: string | number) => ({ ok: true, value })
const refused = (code: string, facts: Readonly<Record<string, string>>) => ({ ok: false, refusal: { code, facts } })
const malformed = refused('cell_malformed', { cell: 'x' })
const missing = refused('cell_missing', { cell: 'x' })
const outside = (min: string, max: string) => refused('cell_out_of_bounds', { cell: 'x', min, max })
const read = (is: CellKind, text: string, row: StoredRow = {}) => readCell({ name: 'x', is }, text, row)

describe('a fraction of a price or an amount, from 0 to 0.5', () => {
  it.each([
    // Eight decimals: 0.001 is 100,000 units of 10⁻⁸.
    ['0.001', accepted('100000')],
    [' 0.001 ', accepted('100000')],
    ['0', accepted('0')],
    ['0.5', accepted('50000000')],
    ['0.50000000', accepted('50000000')],
    ['0.50000001', outside('0', '0.5')],
    ['1', outside('0', '0.5')],
    ['0.000000001', malformed],
    ['', malformed],
    ['-0.1', malformed],
    ['.5', malformed],
    ['0.', malformed],
    ['0,1', malformed],
    ['1e-3', malformed],
    ['0.1%', malformed],
  ])('is read from “%s”', (text, outcome) => {
    expect(read(rate('0', '0.5'), text)).toEqual(outcome)
  })

  it('has a least value that is still allowed', () => {
    expect(read(rate('0.1', '0.5'), '0.1')).toEqual(accepted('10000000'))
    expect(read(rate('0.1', '0.5'), '0.09999999')).toEqual(outside('0.1', '0.5'))
  })
})

describe('a decimal with the decimals of another column', () => {
  const lots = {
    kind: 'decimal',
    scale: 'quantity_decimals',
    stored: 'integer',
    min: '0',
    max: '9007199254740991',
  } as const

  it('is stored as a whole number of the smallest step', () => {
    expect(read(lots, '1.5', { quantity_decimals: 2 })).toEqual(accepted(150))
    expect(read(lots, '1.505', { quantity_decimals: 2 })).toEqual(malformed)
    expect(read(lots, '15', { quantity_decimals: 0 })).toEqual(accepted(15))
    // A row without the column has no decimals.
    expect(read(lots, '15')).toEqual(accepted(15))
    expect(read(lots, '1.5')).toEqual(malformed)
  })

  it('is at most the largest whole number that is stored exactly', () => {
    expect(read(lots, '9007199254740991')).toEqual(accepted(9007199254740991))
    expect(read(lots, '9007199254740992')).toEqual(outside('0', '9007199254740991'))
    expect(read(lots, '90071992547409.92', { quantity_decimals: 2 })).toEqual(outside('0', '9007199254740991'))
  })

  it('is shown without zeros at its end', () => {
    const cell = { name: 'x', is: lots }
    expect(cellText(cell, { x: 150, quantity_decimals: 2 })).toBe('1.5')
    expect(cellText(cell, { x: 150 })).toBe('150')
    expect(cellText(cell, { quantity_decimals: 2 })).toBe('0')
    expect(cellText(cell, { x: null })).toBe('0')
    expect(cellText({ name: 'x', is: rate('0', '1') }, { x: '100000' })).toBe('0.001')
  })
})

describe('a cell', () => {
  it.each<[CellKind, string, unknown]>([
    [{ kind: 'integer', min: 2, max: 10 }, '2', accepted(2)],
    [{ kind: 'integer', min: 2, max: 10 }, '10', accepted(10)],
    [{ kind: 'integer', min: 2, max: 10 }, '1', outside('2', '10')],
    [{ kind: 'integer', min: 2, max: 10 }, '11', outside('2', '10')],
    [{ kind: 'integer', min: 2, max: 10 }, '2.5', malformed],
    [{ kind: 'integer', min: 2, max: 10 }, 'a5', malformed],
    [{ kind: 'integer', min: 2, max: 10 }, '5a', malformed],
    [{ kind: 'integer', min: 0, max: 10 }, '', malformed],
    [{ kind: 'integer', min: 0, max: 999_999_999_999_999 }, '999999999999999', accepted(999_999_999_999_999)],
    [{ kind: 'integer', min: 0, max: 999_999_999_999_999 }, '1000000000000000', malformed],
    [{ kind: 'flag' }, 'on', accepted(1)],
    [{ kind: 'flag' }, ' ', accepted(0)],
    [{ kind: 'choice', choices: ['crypto', '12'] }, 'crypto', accepted('crypto')],
    [{ kind: 'choice', choices: ['crypto', '12'] }, '12', accepted(12)],
    [{ kind: 'choice', choices: ['crypto', '12', 'a1', '1a'] }, 'a1', accepted('a1')],
    [{ kind: 'choice', choices: ['crypto', '12', 'a1', '1a'] }, '1a', accepted('1a')],
    [{ kind: 'choice', choices: ['crypto', '12'] }, '1', malformed],
    [{ kind: 'wallets' }, 'lever, change', accepted('change,lever')],
    [{ kind: 'wallets' }, 'change,other', malformed],
    [{ kind: 'instant' }, '1970-01-02T00:01', accepted(86_460_000)],
    [{ kind: 'instant' }, '2026-02-30T00:00', malformed],
    [{ kind: 'text', lengthMax: 5 }, ' ', missing],
    [{ kind: 'text', lengthMax: 5, isOptional: true }, ' ', accepted('')],
    [{ kind: 'text', lengthMax: 5, pattern: /^[a-z]+$/ }, 'abc', accepted('abc')],
    [{ kind: 'text', lengthMax: 5, pattern: /^[a-z]+$/ }, 'ab1', malformed],
    [{ kind: 'html', lengthMax: 5 }, ' ', missing],
  ])('of %j reads “%s”', (is, text, outcome) => {
    expect(read(is, text)).toEqual(outcome)
  })

  it('shows a moment as forms have it, and nothing where there is none', () => {
    const cell: Cell = { name: 'x', is: { kind: 'instant' } }
    expect(cellText(cell, { x: 86_460_000 })).toBe('1970-01-02T00:01')
    expect(cellText(cell, { x: null })).toBe('')
    expect(cellText({ name: 'x', is: { kind: 'flag' } }, { x: 1 })).toBe('1')
    expect(cellText({ name: 'x', is: { kind: 'flag' } }, {})).toBe('')
  })
})

describe('the key of a row in addresses', () => {
  const sheet: Sheet = {
    title: 'sheet_texts',
    ...{
      table: 'texts',
      from: 'texts',
      place: 'content',
      keys: ['name', 'language'],
      cells: [],
      mayAdd: true,
      guard: {},
    },
  }

  it('has its parts in their order, each encoded', () => {
    expect(encodeKey(sheet, { language: 'en', name: 'a/b c' })).toBe('a%2Fb%20c~en')
    expect(encodeKey(sheet, { name: 7 })).toBe('7~')
  })

  it('is decoded to as many parts as the table has', () => {
    expect(decodeKey(sheet, 'a%2Fb~en')).toEqual(['a/b', 'en'])
    expect(decodeKey(sheet, 'a')).toBeNull()
    expect(decodeKey(sheet, 'a~b~c')).toBeNull()
    expect(decodeKey(sheet, '%~en')).toEqual(['%', 'en'])
  })
})
