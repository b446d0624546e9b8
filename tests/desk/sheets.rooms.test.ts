// Editing what is listed and what the site says: what a cell takes, two people at once, and what stands in the log.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type SheetName, SHEETS, SHEET_NAMES } from '#domain/desk/sheet'
import { readAuditOf } from '#services/desk/audit'
import { addRow, changeRow, readSheet, readSheetRow } from '#services/desk/sheets'
import { type Hired, NOON, codeOf, commandId, firstAdmin, hire, seed, valueOf } from './office'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let ada: Hired, fiona: Hired

beforeAll(async () => {
  await seed()
  ada = await firstAdmin()
  fiona = await hire(ada.member, 'Fiona', 'finance')
})

const cellsOf = async (name: SheetName, key: string) => {
  const row = await readSheetRow(env, name, key)
  if (!row) throw new Error(`no row ${key}`)
  return row.cells
}

/** Sends the form as it was drawn, with what differs. */
async function change(
  by: Hired,
  [name, key]: readonly [SheetName, string],
  differs: Readonly<Record<string, string>>,
  { id = commandId(), seen }: { id?: string; seen?: Readonly<Record<string, string>> } = {},
) {
  const drawn = seen ?? (await cellsOf(name, key))
  const texts = { ...drawn, ...differs }
  // An unchecked switch sends nothing.
  for (const cell of SHEETS[name].cells) if (cell.is.kind === 'flag' && texts[cell.name] === '0') texts[cell.name] = ''
  return changeRow(env, by.member, { name, key, texts, seen: drawn, commandId: id, at: NOON })
}

const BTC = ['pairs', 'BTC-USDT'] as const

describe('a pair', () => {
  it('has its fee changed by an admin, to the digit, with before and after in the log', async () => {
    expect(codeOf(await change(ada, BTC, { taker_fee: '0.0015' }))).toBe('ok')
    const stored = await env.DB.prepare("select taker_fee from pair where symbol = 'BTC-USDT'").first('taker_fee')
    expect(stored).toBe('150000')
    const lines = await readAuditOf(env, ['pair:BTC-USDT'])
    expect(JSON.parse(lines.at(-1)?.facts ?? '{}')).toEqual({ taker_fee: expect.stringMatching(/ → 0\.0015$/) })
  })

  it('is closed and opened, and its quantities are in whole decimals of the pair', async () => {
    valueOf(await change(ada, BTC, { is_tradable: '0', quantity_min: '0.0002', notional_min: '12.5' }))
    const row = await env.DB.prepare(
      "select is_tradable, quantity_min, notional_min from pair where symbol = 'BTC-USDT'",
    ).first()
    expect(row).toEqual({ is_tradable: 0, quantity_min: 20, notional_min: '12500000' })
    valueOf(await change(ada, BTC, { is_tradable: '1' }))
  })

  it.each([
    [{ taker_fee: '0.06' }, 'cell_out_of_bounds'],
    [{ taker_fee: '-0.01' }, 'cell_malformed'],
    [{ taker_fee: '0.000000001' }, 'cell_malformed'],
    [{ taker_fee: '1e-3' }, 'cell_malformed'],
    [{ quantity_min: '0.000001' }, 'cell_malformed'],
    [{ quantity_min: '0' }, 'row_contradicts'],
    [{ quantity_min: '900' }, 'row_contradicts'],
    [{ house_levels: '51' }, 'cell_out_of_bounds'],
    [{ sort: '' }, 'cell_malformed'],
    [{}, 'nothing_changed'],
  ])('takes no %o: %s', async (differs, code) => {
    expect(codeOf(await change(ada, BTC, differs))).toBe(code)
  })

  it('keeps its grid and its name, whatever a form sends', async () => {
    const before = await env.DB.prepare("select * from pair where symbol = 'BTC-USDT'").first()
    await change(ada, BTC, { symbol: 'X-Y', price_decimals: '9', base_asset_id: '2', id: '99', sort: '7' })
    const after = await env.DB.prepare("select * from pair where symbol = 'BTC-USDT'").first()
    expect(after).toEqual({ ...before, sort: 7 })
  })

  it('is changed by two people at once: what one did is not written over', async () => {
    const seen = await cellsOf(...BTC)
    const both = await Promise.all([
      change(ada, BTC, { sort: '11' }, { seen }),
      change(ada, BTC, { sort: '12' }, { seen }),
    ])
    expect(both.map(codeOf).sort()).toEqual(['ok', 'overtaken'])
    expect(codeOf(await change(ada, BTC, { sort: '13' }, { seen }))).toBe('overtaken')
  })

  it('sent twice is changed once', async () => {
    const [id, seen] = [commandId(), await cellsOf(...BTC)]
    expect(codeOf(await change(ada, BTC, { sort: '21' }, { id, seen }))).toBe('ok')
    expect(codeOf(await change(ada, BTC, { sort: '21' }, { id, seen }))).toBe('ok')
    expect(codeOf(await change(fiona, BTC, { sort: '22' }))).toBe('permission_missing')
  })
})

describe('content', () => {
  const FAQ = ['texts', 'faq~en'] as const

  it('keeps the small HTML and shows the rest as text', async () => {
    valueOf(await change(ada, FAQ, { content: '<p onclick="x()">Hi <b>you</b><script>alert(1)</script></p>' }))
    const { content } = await cellsOf(...FAQ)
    expect(content).not.toContain('<script')
    expect(content).not.toContain('onclick')
    expect(content).toContain('&lt;script&gt;')
  })

  it('is added in a language where its article is, and nowhere else', async () => {
    const add = (texts: Record<string, string>) =>
      addRow(env, ada.member, { name: 'news-texts', texts, commandId: commandId(), at: NOON })
    const article = { id: '77', category_id: '4', published_at: '2026-11-21T09:00', is_shown: '1', sort: '1' }
    const added = await addRow(env, ada.member, { name: 'news', texts: article, commandId: commandId(), at: NOON })
    expect(valueOf(added)).toEqual({ key: '77' })
    const text = { news_id: '77', language: 'fra', title: 'Bonjour', content: '<p>Bonjour</p>' }
    expect(valueOf(await add(text))).toEqual({ key: '77~fra' })
    expect(codeOf(await add(text))).toBe('row_exists')
    expect(codeOf(await add({ ...text, language: 'xx' }))).toBe('cell_malformed')
    expect(codeOf(await add({ ...text, news_id: '7777' }))).toBe('row_contradicts')
    expect(codeOf(await add({ ...text, language: 'spa', title: '' }))).toBe('cell_missing')
  })
})

describe('every sheet', () => {
  it.each(SHEET_NAMES)('%s lists its rows, and each opens by its key', async (name) => {
    const { rows, total } = await readSheet(env, name, { text: '', page: 1, limit: 5 })
    expect(total).toBeGreaterThan(0)
    for (const { key, cells } of rows) expect(await readSheetRow(env, name, key)).toEqual({ key, cells })
  })

  it('has no cell for a price, an outcome or a balance', () => {
    const names = SHEET_NAMES.flatMap((name) => SHEETS[name].cells.map((cell) => cell.name))
    const suspicious = names.filter((cell) =>
      /price|outcome|odds|win|balance|available|held|amount|quote_?price|robot/.test(cell),
    )
    // How far from the index an order may lie; it moves nothing.
    expect(suspicious).toEqual(['price_band'])
  })

  it('takes no key that is something else', async () => {
    expect(await readSheetRow(env, 'pairs', "BTC-USDT' or '1'='1")).toBeNull()
    expect(await readSheetRow(env, 'texts', 'faq')).toBeNull()
    expect(await readSheetRow(env, 'texts', '%')).toBeNull()
  })
})
