import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDirectory } from '#db/platform/directory'
import { liabilityRun } from '#db/platform/liability-schema'
import { keepReceipts } from '#db/platform/receipt'
import { fromHex, toHex, utf8 } from '#domain/log/bytes'
import { openCheckpoint } from '#domain/log/checkpoint'
import { type LoggedRound, digestOfTicks, hashOfRound, readRoundsLeaf } from '#domain/log/leaf'
import { readPublicKey } from '#domain/log/note'
import { type ReceiptProof, type RoundProof, checkRoundProof } from '#domain/log/proof'
import { isConsistent, leafHash, rootFromInclusion } from '#domain/log/tree'
import { type Tick, tickText } from '#domain/quotes/chain'
import { join, ok, refused, seed, send } from '../api/client'
import { HASHING } from '../kit/hashing'
import { sha256, verifySignature } from './crypto'

const log = () => env.Log.get(env.Log.idFromName('main'))
const quotes = () => env.Quotes.get(env.Quotes.idFromName('main'))

/** Wakes the log as its sources do, and lets it work at once. */
async function pass(): Promise<void> {
  await log().wake()
  expect(await runDurableObjectAlarm(log())).toBe(true)
}

interface Head {
  readonly key: string
  readonly size: number
  readonly checkpoint: string
}

async function opened(query = '') {
  const head = await ok<Head>('GET', `/v1/log/checkpoint${query}`)
  const key = readPublicKey(sha256, head.key)
  const checkpoint = key && openCheckpoint(verifySignature, head.checkpoint, key)
  if (!checkpoint) throw new Error('the checkpoint is not signed')
  return checkpoint
}

const bytes = (path: readonly string[]): Uint8Array[] => path.map((hex) => fromHex(hex) ?? new Uint8Array())

async function tickOf(symbol: string): Promise<Tick> {
  const second = Math.floor(Date.now() / 1000) * 1000 - 60_000
  await quotes().priceAt(symbol, second - 1_000)
  const tick = await quotes().priceAt(symbol, second)
  if (!tick) throw new Error(`no tick of ${symbol}`)
  return tick
}

async function keep(ticks: readonly Tick[]): Promise<string> {
  const body = JSON.stringify({ rule: 'of a test', ticks, salt: crypto.randomUUID() })
  const id = HASHING.sha256(body)
  await keepReceipts(env.DB, [{ id, body, at: Date.now(), insurance: '0' }])
  return id
}

beforeAll(async () => {
  await seed()
})

describe('a receipt', () => {
  let id = ''
  let tick: Tick

  beforeAll(async () => {
    tick = await tickOf('BTC-USDT')
    id = await keep([tick])
    expect(await refused('GET', `/v1/log/receipt?receipt_id=${id}`)).toBe('The log has no such entry.')
    await pass()
  })

  test('is in the log that the newest checkpoint signs', async () => {
    const checkpoint = await opened()
    const { inclusion } = await ok<ReceiptProof>('GET', `/v1/log/receipt?receipt_id=${id}`)
    expect(inclusion.text.split('\n').at(-1)).toBe(id)
    const leaf = leafHash(sha256, utf8(inclusion.text))
    const { leaf: index, size, path } = inclusion
    expect(rootFromInclusion(sha256, { leaf, index, size, path: bytes(path) })).toEqual(checkpoint.root)
  })

  test('proves its tick: in a round of a leaf, after the tick before', async () => {
    const { ticks, rounds } = await ok<ReceiptProof>('GET', `/v1/log/receipt?receipt_id=${id}`)
    const [proof] = ticks
    if (!proof?.before) throw new Error('the tick is not proven')
    expect(proof.hashes).toContain(tick.hash)
    expect(HASHING.sha256(tickText(proof.before))).toBe(tick.previousHash)
    const [held] = rounds
    const [source = '', number = '', body = ''] = held?.text.split('\n') ?? []
    const leaf = readRoundsLeaf({ source, number: parseInt(number, 10), body })
    const { no, at } = proof.round
    // The wire says late_symbol.
    const round = { no, at, lateSymbol: 'BTC-USDT', digest: digestOfTicks(HASHING.sha256, proof.hashes) }
    const root = rootFromInclusion(sha256, {
      leaf: hashOfRound(sha256, round),
      index: no - (leaf?.first ?? 0),
      size: parseInt(number, 10) - (leaf?.first ?? 0) + 1,
      path: bytes(proof.path),
    })
    expect(root && toHex(root)).toBe(leaf && toHex(leaf.root))
  })

  test('of a tick that another has shares its proof: its round, the round before and the tick are stored once', async () => {
    const { ticks } = await ok<ReceiptProof>('GET', `/v1/log/receipt?receipt_id=${id}`)
    const others = await Promise.all([keep([tick]), keep([tick])])
    await pass()
    for (const other of others)
      expect((await ok<ReceiptProof>('GET', `/v1/log/receipt?receipt_id=${other}`)).ticks).toEqual(ticks)
    const counts = await runInDurableObject(env.Log.get(env.Log.idFromName('main')), (_room, { storage: { sql } }) =>
      sql
        .exec('SELECT (SELECT count(*) FROM proven_round) AS rounds, (SELECT count(*) FROM proven_tick) AS ticks')
        .one(),
    )
    expect(counts).toEqual({ rounds: 2, ticks: 1 })
  })

  test('whose tick was invented is in the log without a proof of it', async () => {
    const invented = { ...tick, price: '1.0' }
    const other = await keep([{ ...invented, hash: HASHING.sha256(tickText(invented)) }])
    await pass()
    const { ticks } = await ok<ReceiptProof>('GET', `/v1/log/receipt?receipt_id=${other}`)
    expect(ticks).toEqual([null])
  })

  test('that came later leaves every earlier checkpoint a beginning of the newest', async () => {
    const before = await opened()
    await keep([])
    await pass()
    const after = await opened()
    expect(after.size).toBeGreaterThan(before.size)
    expect((await opened(`?size=${before.size}`)).root).toEqual(before.root)
    const { path } = await ok<{ path: string[] }>('GET', `/v1/log/consistency?from=${before.size}&to=${after.size}`)
    expect(isConsistent(sha256, before, after, bytes(path))).toBe(true)
  })
})

test('an accepted order’s answer names the newest round, which the log proves later; a refused one and a reading name none', async () => {
  const { token } = await join('Rosa')
  const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes?symbol=BTC-USDT')
  const order = { symbol: 'BTC-USDT', side: 'buy', price: (Number(quote?.price) * 0.95).toFixed(1), quantity: '0.001' }
  // A late round is newer by its number, and says nothing of prices now.
  await quotes().priceAt('ETH-USDT', Math.floor(Date.now() / 1000) * 1000 - 90_000)
  const from = Math.floor(Date.now() / 1000) * 1000
  const answer = await send('POST', '/v1/order', { form: order, token })
  expect(await answer.json()).toMatchObject({ type: 'ok' })
  const text = answer.headers.get('CM-Round') ?? ''
  expect(text).toMatch(/^[1-9]\d*\|\d{13}\|\|[0-9a-f]{64}$/)
  expect(Number(text.split('|')[1])).toBeGreaterThanOrEqual(from)
  for (const [method, path, form] of [
    ['POST', '/v1/order', { ...order, price: '0' }],
    ['GET', '/v1/orders', null],
  ] as const)
    expect((await send(method, path, form ? { form, token } : { token })).headers.get('CM-Round')).toBeNull()

  await keep([])
  await pass()
  const { key } = await ok<Head>('GET', '/v1/log/checkpoint')
  type Wire = Omit<RoundProof, 'round'> & { round: Omit<LoggedRound, 'lateSymbol'> & { late_symbol: string | null } }
  const { round, ...rest } = await ok<Wire>('GET', `/v1/log/round?round=${parseInt(text, 10)}`)
  const { late_symbol: lateSymbol, ...named } = round
  const known = readPublicKey(sha256, key)
  if (!known) throw new Error('there is a key')
  const checks = { sha256, digest: HASHING.sha256, verify: verifySignature, key: known }
  const { problems, proven } = checkRoundProof(checks, { ...rest, round: { ...named, lateSymbol } })
  expect([problems, proven]).toEqual([[], [expect.stringMatching(/^checkpoint \d+ covers the round /)]])
  expect(proven[0]).toContain(text)
})

test('the root of a day of liabilities is a leaf, once it is published', async () => {
  const run = {
    step: 1,
    revision: 1,
    secret: '',
    userId: 0,
    assetId: 0,
    lastHash: '',
    totals: '[]',
    users: 0,
    counted: 0,
  }
  const at = Date.now()
  const trees = [
    { ...run, day: '2026-11-01', phase: 'done', startedAt: at, endedAt: at, root: 'one' },
    { ...run, day: '2026-11-02', phase: 'sealing', startedAt: at, root: null },
  ] as const
  await openDirectory(env.DB)
    .insert(liabilityRun)
    .values([...trees])
  await pass()
  await pass()
  const leaves = await ok<{ source: string; body: string }[]>('GET', '/v1/log/leaves?from=0')
  expect(leaves.flatMap(({ source, body }) => (source === 'liabilities' ? [body] : []))).toEqual(['2026-11-01 one'])
})

test('leaves are read in order, and nothing is logged twice', async () => {
  await pass()
  await pass()
  const leaves = await ok<{ no: number; source: string; number: number }[]>('GET', '/v1/log/leaves?from=0')
  expect(leaves.map(({ no }) => no)).toEqual(leaves.map((_, index) => index))
  expect(leaves[0]).toMatchObject({ source: 'key', number: 1 })
  const names = leaves.map(({ source, number }) => `${source} ${number}`)
  expect(new Set(names).size).toBe(names.length)
})

test('what is not there is not found', async () => {
  for (const path of ['checkpoint?size=999999', 'inclusion?leaf=999999', 'consistency?from=999998&to=999999'])
    expect(await refused('GET', `/v1/log/${path}`)).toBe('The log has no such entry.')
})

test('receipts that a directory numbers anew, as it was set back, are logged; a leaf says that it was', async () => {
  await keep([])
  const { no } = (await env.DB.prepare('SELECT max(no) AS no FROM receipt').first<{ no: number }>()) ?? { no: 0 }
  const gone = await Promise.all([keep([]), keep([])])
  await pass()
  await env.DB.prepare('DELETE FROM receipt WHERE no > ?').bind(no).run()
  const anew = ['a', 'b', 'c'].map((letter) => letter.repeat(64))
  for (const [index, id] of anew.entries())
    await env.DB.prepare("INSERT INTO receipt (no, id, rule, body, at) VALUES (?, ?, 'of a test', '{}', 0)")
      .bind(no + 1 + index, id)
      .run()
  await pass()
  await pass()
  for (const id of [...gone, ...anew])
    expect((await ok<ReceiptProof>('GET', `/v1/log/receipt?receipt_id=${id}`)).inclusion.text).toContain(id)
  const backs = await ok<{ body: string }[]>('GET', '/v1/log/leaves?from=0&source=rollback')
  expect(backs.map(({ body }) => body)).toEqual([`receipt ${no + 2}`])
})
