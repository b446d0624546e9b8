// Desk tables of catalogue and site: cell rules, concurrent edits, and log entries.

import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { type SheetName, SHEETS, SHEET_NAMES } from '#domain/desk/sheet'
import { loadCatalogue } from '#db/platform/catalogue'
import { readAuditOf } from '#services/desk/audit'
import { claimReview } from '#services/desk/queue'
import { resolveReview } from '#services/desk/resolve'
import { addRow, changeRow, readSheet, readSheetRow } from '#services/desk/sheets'
import {
  type Hired,
  NOON,
  codeOf,
  commandId,
  decide,
  firstAdmin,
  hire,
  reviewOf,
  seed,
  valueOf,
  readFacts,
} from './office'

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

/** Submits the rendered form with some changed fields. */
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
  it('has its fee changed by two, to the digit, with before and after in the log', async () => {
    const id = commandId()
    expect(valueOf(await change(ada, BTC, { taker_fee: '0.0015' }, { id }))).toMatchObject({ kind: 'proposed' })
    const stored = () => env.DB.prepare("select taker_fee from pair where symbol = 'BTC-USDT'").first('taker_fee')
    expect(await stored()).not.toBe('150000')
    expect(await decide(fiona, await reviewOf(id))).toEqual({ kind: 'decided', resolved: { kind: 'done' } })
    expect(await stored()).toBe('150000')
    const lines = await readAuditOf(env, ['pair:BTC-USDT'])
    expect(JSON.parse(lines[0]?.facts ?? '{}')).toMatchObject({ taker_fee: expect.stringMatching(/ → 0\.0015$/) })
  })

  it('is closed and opened, and its quantities are in whole decimals of the pair', async () => {
    valueOf(await change(ada, BTC, { is_tradable: '0', quantity_min: '0.0002', notional_min: '12.5' }))
    const row = await env.DB.prepare(
      "select is_tradable, quantity_min, notional_min from pair where symbol = 'BTC-USDT'",
    ).first()
    expect(row).toEqual({ is_tradable: 0, quantity_min: 20, notional_min: '12500000' })
    const id = commandId()
    // To close takes one, to open takes two.
    expect(valueOf(await change(ada, BTC, { is_tradable: '1' }, { id }))).toMatchObject({ kind: 'proposed' })
    expect(await decide(fiona, await reviewOf(id))).toMatchObject({ resolved: { kind: 'done' } })
    expect(await env.DB.prepare("select is_tradable from pair where symbol = 'BTC-USDT'").first('is_tradable')).toBe(1)
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
    expect(both.map(codeOf).sort()).toEqual(['ok', 'precondition_failed'])
    expect(codeOf(await change(ada, BTC, { sort: '13' }, { seen }))).toBe('precondition_failed')
  })

  it('sent twice is changed once', async () => {
    const [id, seen] = [commandId(), await cellsOf(...BTC)]
    expect(codeOf(await change(ada, BTC, { sort: '21' }, { id, seen }))).toBe('ok')
    expect(codeOf(await change(ada, BTC, { sort: '21' }, { id, seen }))).toBe('ok')
    expect(codeOf(await change(fiona, BTC, { sort: '22' }))).toBe('permission_missing')
    // A used id refuses every other command: neither a new change nor one already made by another person.
    expect(codeOf(await change(ada, BTC, { sort: '23' }, { id }))).toBe('command_id_reused')
    expect(codeOf(await change(ada, BTC, { sort: '24' }))).toBe('ok')
    expect(codeOf(await change(ada, BTC, { sort: '24' }, { id }))).toBe('command_id_reused')
  })
})

describe('what money hangs on', () => {
  const setting = (key: string) =>
    env.DB.prepare('select value from setting where key = ?').bind(key).first<string>('value')
  const settled = async (id: string) => {
    const decided = await decide(fiona, await reviewOf(id))
    return decided.kind === 'decided' ? decided.resolved : null
  }

  it('the bank account that people pay to is another when Ada and Fiona agree, and not before', async () => {
    const id = commandId()
    await change(ada, ['settings', 'deposit_bank_account'], { value: 'DE02 1203 0000 0000 2020 51' }, { id })
    expect(await setting('deposit_bank_account')).toBe('')
    const facts = await readFacts(env, { kind: 'change', subjectId: id, language: 'en' })
    expect(facts?.lines).toEqual([
      { label: 'row', value: 'setting deposit_bank_account' },
      { label: 'cell_value', value: '— → DE02 1203 0000 0000 2020 51' },
    ])
    expect(
      codeOf(await claimReview(env, ada.member, { reviewId: await reviewOf(id), commandId: commandId(), at: NOON })),
    ).toBe('second_person_needed')
    expect(await settled(id)).toEqual({ kind: 'done' })
    expect(await setting('deposit_bank_account')).toBe('DE02 1203 0000 0000 2020 51')
  })

  it('changed by two others meanwhile is not written over', async () => {
    const [first, second] = [commandId(), commandId()]
    await change(ada, ['settings', 'deposit_bank_name'], { value: 'One' }, { id: first })
    await change(ada, ['settings', 'deposit_bank_name'], { value: 'Two' }, { id: second })
    expect(await settled(second)).toEqual({ kind: 'done' })
    expect(await settled(first)).toEqual({ kind: 'refused', code: 'precondition_failed' })
    expect(await setting('deposit_bank_name')).toBe('Two')
  })

  it('asked for and approved twice is done once', async () => {
    const [id, seen] = [commandId(), await cellsOf(...BTC)]
    for (let count = 0; count < 2; count += 1)
      expect(codeOf(await change(ada, BTC, { maker_fee: '0.0009' }, { id, seen }))).toBe('ok')
    const reviewId = await reviewOf(id)
    expect(await settled(id)).toEqual({ kind: 'done' })
    await env.DB.prepare('update review set resolved_at = null where id = ?').bind(reviewId).run()
    expect(await resolveReview(env, reviewId)).toEqual({ kind: 'done' })
    const lines = await env.DB.prepare('select count(*) as n from audit_entry where command_id = ?')
      .bind(`changed:${reviewId}`)
      .first('n')
    expect(lines).toBe(1)
  })

  const NETWORK = {
    asset_id: '1',
    name: 'ERC20',
    confirmations_min: '32',
    deposit_min: '0.0001',
    withdrawal_fee: '0.0002',
    withdrawal_min: '0.001',
    is_deposit_open: '',
    is_withdrawal_open: '',
    sort: '9',
  }
  const PAIR = {
    symbol: 'SOL-BTC',
    id: '77',
    base_asset_id: '5',
    quote_asset_id: '1',
    price_decimals: '6',
    tick_steps: '1',
    quantity_decimals: '2',
    maker_fee: '0.001',
    taker_fee: '0.001',
    quantity_min: '0.01',
    quantity_max: '100000',
    notional_min: '0.0001',
    price_band: '0.1',
    open_orders_max: '200',
    is_house_on: '',
    house_levels: '5',
    house_spread: '0.001',
    house_level_step: '0.0005',
    house_size: '10',
    house_inventory_at_full_skew: '100',
    house_inventory_max: '1000',
    breaker_move: '0.15',
    is_tradable: '1',
    sort: '99',
  }
  const add = (name: SheetName, texts: Readonly<Record<string, string>>, id = commandId()) =>
    addRow(env, ada.member, { name, texts, commandId: id, at: NOON })

  it('a network and a pair are listed by two, their amounts on the scales of their assets', async () => {
    const [network, pair] = [commandId(), commandId()]
    expect(valueOf(await add('networks', NETWORK, network))).toEqual({ kind: 'proposed', key: '1~ERC20' })
    expect(valueOf(await add('pairs', PAIR, pair))).toEqual({ kind: 'proposed', key: 'SOL-BTC' })
    expect(await settled(network)).toEqual({ kind: 'done' })
    expect(await settled(pair)).toEqual({ kind: 'done' })
    const { assets, pairs } = await loadCatalogue(env.DB)
    const btc = assets.find(({ code }) => code === 'BTC')
    expect(btc?.networks.find(({ name }) => name === 'ERC20')).toMatchObject({
      withdrawalFee: 20_000n,
      isDepositOpen: false,
    })
    expect(pairs.find(({ symbol }) => symbol === 'SOL-BTC')).toMatchObject({
      id: 77,
      quoteScale: 8,
      filters: { quantityMin: 1, quantityMax: 10_000_000, notionalMin: 10_000n },
    })
  })

  it.each([
    [{ symbol: 'SOL-ETH' }, 'row_contradicts'],
    [{ price_decimals: '7' }, 'row_contradicts'],
    [{ quote_asset_id: '999' }, 'cell_malformed'],
    [{ quantity_min: '0' }, 'row_contradicts'],
    [{ symbol: 'sol-btc' }, 'cell_malformed'],
  ])('no pair with %o: %s', async (differs, code) => {
    expect(codeOf(await add('pairs', { ...PAIR, ...differs }))).toBe(code)
  })

  it('a fiat comes with a rate, so two list it, and one sent twice with another rate is another', async () => {
    const XYZ = { code: 'XYZ', rate: '0.5', scale: '2', sort: '99' }
    const id = commandId()
    expect(valueOf(await add('fiats', XYZ, id))).toEqual({ kind: 'proposed', key: 'XYZ' })
    expect(await readSheetRow(env, 'fiats', 'XYZ')).toBeNull()
    expect(codeOf(await add('fiats', XYZ, id))).toBe('ok')
    expect(codeOf(await add('fiats', { ...XYZ, rate: '50' }, id))).toBe('command_id_reused')
    expect(await settled(id)).toEqual({ kind: 'done' })
    expect((await cellsOf('fiats', 'XYZ'))['rate']).toBe('0.5')
  })

  it('no network that nobody knows, and none twice', async () => {
    expect(codeOf(await add('networks', { ...NETWORK, name: 'MYNET' }))).toBe('cell_malformed')
    const again = commandId()
    valueOf(await add('networks', NETWORK, again))
    expect(await settled(again)).toEqual({ kind: 'refused', code: 'row_exists' })
  })
})

describe('content', () => {
  const FAQ = ['texts', 'faq~en'] as const

  it('keeps the small HTML and shows the rest as text', async () => {
    const id = commandId()
    const written = '<p onclick="x()">Hi <b>you</b><script>alert(1)</script></p>'
    expect(valueOf(await change(ada, FAQ, { content: written }, { id })).kind).toBe('proposed')
    expect(await decide(fiona, await reviewOf(id))).toMatchObject({ resolved: { kind: 'done' } })
    const { content } = await cellsOf(...FAQ)
    expect(content).not.toContain('<script')
    expect(content).not.toContain('onclick')
    expect(content).toContain('&lt;script&gt;')
  })

  it('has a slip mended by one, and no logo from elsewhere', async () => {
    const { content = '' } = await cellsOf(...FAQ)
    expect(valueOf(await change(ada, FAQ, { content: content.replace('Hi', 'Hello') })).kind).toBe('done')
    expect(codeOf(await change(ada, ['settings', 'site_logo'], { value: '//evil.example/a.png' }))).toBe(
      'cell_malformed',
    )
  })

  it('that says more is proposed, and not shown before another agrees', async () => {
    const before = await cellsOf(...FAQ)
    const lured = valueOf(await change(ada, FAQ, { content: '<p>Pay to DE02 1203 0000 0000 2020 51.</p>' }))
    expect(lured.kind).toBe('proposed')
    expect(await cellsOf(...FAQ)).toEqual(before)
    const text = { news_id: '1', language: 'en', title: 'Pay at https://evil.example', content: '<p>Now</p>' }
    await env.DB.prepare("delete from news_text where news_id = 1 and language = 'en'").run()
    const added = await addRow(env, ada.member, { name: 'news-texts', texts: text, commandId: commandId(), at: NOON })
    expect(valueOf(added).kind).toBe('proposed')
  })

  it('is added in a language where its article is, and nowhere else', async () => {
    const add = (texts: Record<string, string>, id = commandId()) =>
      addRow(env, ada.member, { name: 'news-texts', texts, commandId: id, at: NOON })
    /** Outcome after Fiona's approval. */
    const agreed = async (texts: Record<string, string>) => {
      const id = commandId()
      expect(valueOf(await add(texts, id)).kind).toBe('proposed')
      const decided = await decide(fiona, await reviewOf(id))
      return decided.kind === 'decided' ? decided.resolved : null
    }
    const article = { id: '77', category_id: '4', published_at: '2026-11-21T09:00', is_shown: '1', sort: '1' }
    const added = await addRow(env, ada.member, { name: 'news', texts: article, commandId: commandId(), at: NOON })
    expect(valueOf(added)).toEqual({ kind: 'done', key: '77' })
    const text = { news_id: '77', language: 'fra', title: 'Bonjour', content: '<p>Bonjour</p>' }
    expect(await agreed(text)).toEqual({ kind: 'done' })
    expect(await agreed(text)).toEqual({ kind: 'refused', code: 'row_exists' })
    expect(codeOf(await add({ ...text, language: 'xx' }))).toBe('cell_malformed')
    expect(await agreed({ ...text, news_id: '7777' })).toEqual({ kind: 'refused', code: 'row_contradicts' })
    expect(codeOf(await add({ ...text, language: 'spa', title: '' }))).toBe('cell_missing')
  })
})

it('an answer to a quiz event is one of its options, however many other events have', async () => {
  await env.DB.prepare(
    `INSERT INTO quiz_event (id, asset, option_count, fee, stake_min, stake_max, opens_at, closes_at, is_published, sort)
      VALUES (70, 'USDT', 2, '0', '1000000', '2000000', 1, 2, 1, 1)`,
  ).run()
  const add = (texts: Readonly<Record<string, string>>) =>
    addRow(env, ada.member, { name: 'quiz-answers', texts, commandId: commandId(), at: NOON })
  expect(codeOf(await add({ event_id: '70', answer: '3', evidence: 'seen' }))).toBe('row_contradicts')
  expect(codeOf(await add({ event_id: '71', answer: '1', evidence: 'seen' }))).toBe('row_contradicts')
  // Its bets are not committed to, or the log does not hold that yet.
  const right = { event_id: '70', answer: '2', evidence: 'seen' }
  const commitAt = (at: number) =>
    env.DB.prepare('UPDATE quiz_event SET bets_committed_at = ? WHERE id = 70').bind(at).run()
  expect(codeOf(await add(right))).toBe('row_contradicts')
  await commitAt(Date.now())
  expect(codeOf(await add(right))).toBe('row_contradicts')
  await commitAt(Date.now() - 62_000)
  expect(valueOf(await add(right))).toMatchObject({ kind: 'proposed' })
  await env.DB.prepare("INSERT INTO quiz_answer (event_id, answer, evidence) VALUES (70, 2, 'seen')").run()
  expect(codeOf(await change(ada, ['quiz-answers', '70'], { answer: '3' }))).toBe('row_contradicts')
  expect(valueOf(await change(ada, ['quiz-answers', '70'], { answer: '0' }))).toMatchObject({ kind: 'proposed' })
})

describe('every sheet', () => {
  it.each(SHEET_NAMES)('%s lists its rows, and each opens by its key', async (name) => {
    const { rows, total } = await readSheet(env, name, { text: '', page: 1, limit: 5 })
    // Tables of unoffered products are empty.
    const stored = await env.DB.prepare(`SELECT count(*) AS rows FROM ${SHEETS[name].table}`).first<number>('rows')
    expect([total, rows.length]).toEqual([stored, Math.min(stored ?? 0, 5)])
    for (const row of rows) expect(await readSheetRow(env, name, row.key)).toEqual(row)
  })

  it('has no cell for a price, an outcome or a balance', () => {
    const names = SHEET_NAMES.flatMap((name) => SHEETS[name].cells.map((cell) => cell.name))
    const suspicious = names.filter((cell) =>
      /price|outcome|odds|win|balance|available|held|amount|quote_?price|robot/.test(cell),
    )
    // How many digits a price has, and how far from the index an order may lie: they move nothing.
    expect(suspicious).toEqual(['price_decimals', 'price_band'])
  })

  it('takes no key that is something else', async () => {
    expect(await readSheetRow(env, 'pairs', "BTC-USDT' or '1'='1")).toBeNull()
    expect(await readSheetRow(env, 'texts', 'faq')).toBeNull()
    expect(await readSheetRow(env, 'texts', '%')).toBeNull()
  })
})
