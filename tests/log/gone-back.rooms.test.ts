// Sources whose state was set back: what they number anew is logged, nothing is logged twice, and a leaf says that they went back.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { logMigrations } from '#db/log/migrations'
import { type Leaf, type LoggedRound, readRoundsLeaf } from '#domain/log/leaf'
import { NOTE_KEY } from '#domain/log/note'
import type { ProvenTick } from '#party/protocol/quotes'
import { TransparencyLog } from '#party/log/transparency-log'
import { type Entry, type Sources, collect, placeOfRound } from '#party/log/collect'
import { migrate } from '#party/lib/migrations'
import { openStore } from '#party/lib/store'
import { sha256, signWith, testKey, verifySignature } from './crypto'

const AT = Date.parse('2026-11-21T09:00:00Z')
const KEY = testKey('cm.example/log', NOTE_KEY, 1)
const SIGNER = { key: KEY.key, sign: (message: Uint8Array) => signWith(KEY.seed, message) }

const entry = (no: number, word = ''): Entry => ({ no, text: `${word}${no}` })
const range = <Made>(from: number, to: number, make: (no: number) => Made): Made[] =>
  Array.from({ length: to - from + 1 }, (_, index) => make(from + index))
const round = (no: number, word = 'a'): LoggedRound => ({
  ...{ no, at: AT + no * 1000, lateSymbol: null },
  digest: word.repeat(64),
})

/** Sources in memory; a test sets them back by cutting their lists. */
function site() {
  const held = { receipts: [] as Entry[], desk: [] as Entry[], trees: [] as Entry[], rounds: [] as LoggedRound[] }
  const after = <Row extends { readonly no: number }>(rows: readonly Row[], no: number, limit = Infinity): Row[] =>
    rows.filter((row) => row.no > no).slice(0, limit)
  const sources: Sources = {
    rounds: (no, limit) => Promise.resolve(after(held.rounds, no, limit)),
    receipts: (no, limit) => Promise.resolve(after(held.receipts, no, limit)),
    ticksOf: () => Promise.resolve([]),
    proveTicks: () => Promise.resolve<(ProvenTick | null)[]>([]),
    liabilities: (no) => Promise.resolve(after(held.trees, no)),
    desk: (no) => Promise.resolve(held.desk.filter((row, index) => row.no === no || index === held.desk.length - 1)),
  }
  return { held, sources }
}

async function withLog(name: string, story: (log: TransparencyLog) => Promise<void>): Promise<void> {
  await runInDurableObject(env.Log.get(env.Log.idFromName(name)), async (_, { storage }) => {
    const store = openStore(storage)
    migrate(store, logMigrations)
    await story(new TransparencyLog(store, { sha256, verify: verifySignature }, { now: SIGNER, before: null }))
  })
}

const isAgain = (leaf: Leaf | undefined): boolean | undefined => leaf && readRoundsLeaf(leaf)?.isAgain

async function collectAll(log: TransparencyLog, sources: Sources): Promise<void> {
  while (await collect(log, sources, { sha256, now: AT + 3_600_000 })) continue
}

const bodies = (log: TransparencyLog, source: string): string[] => log.leaves(0, 256, source).map(({ body }) => body)

test.each([
  ['and has written nothing since', 0],
  ['and has fewer receipts than before', 5],
  ['and has as many again', 8],
  ['and has more by now', 30],
])('receipts of a directory that went back, %s: each once', (_, again) =>
  withLog(`receipts ${again}`, async (log) => {
    const { held, sources } = site()
    held.receipts = range(1, 20, (no) => entry(no))
    await collectAll(log, sources)
    // The last eight are gone, and one of them is sent again under another number.
    const repeated = again > 0 ? [{ no: 13, text: '17' }] : []
    held.receipts = [
      ...range(1, 12, (no) => entry(no)),
      ...repeated,
      ...range(14, 12 + again, (no) => entry(no, 'new ')),
    ]
    await collectAll(log, sources)
    const fresh = range(14, 12 + again, (no) => `new ${no}`)
    expect(bodies(log, 'receipt')).toEqual([...range(1, 20, String), ...fresh])
    expect(bodies(log, 'rollback')).toEqual(['receipt 20'])
    held.receipts.push(entry(100))
    await collectAll(log, sources)
    expect(bodies(log, 'receipt')).toEqual([...range(1, 20, String), ...fresh, '100'])
    expect(bodies(log, 'rollback')).toEqual(['receipt 20'])
    for (const text of [...fresh, '17', '100']) expect(log.receipt(text)).not.toBeNull()
  }),
)

test('the desk’s log and trees of liabilities that went back are logged anew, what they repeat is not', () =>
  withLog('desk', async (log) => {
    const { held, sources } = site()
    held.desk = range(1, 5, (no) => entry(no))
    held.trees = range(1, 3, (no) => entry(no))
    await collectAll(log, sources)
    held.desk = [...range(1, 3, (no) => entry(no)), entry(4, 'new ')]
    held.trees = [entry(1), entry(2), entry(3, 'new ')]
    await collectAll(log, sources)
    expect(bodies(log, 'desk')).toEqual(['5', 'new 4'])
    expect(bodies(log, 'liabilities')).toEqual(['1', '2', '3', 'new 3'])
    expect(bodies(log, 'rollback')).toEqual(['desk 5', 'liabilities 3'])
  }))

test('rounds that are numbered anew are logged and proven; those of before stay in the log', () =>
  withLog('rounds', async (log) => {
    const { held, sources } = site()
    held.rounds = range(1, 150, (no) => round(no))
    await collectAll(log, sources)
    const before = await placeOfRound(log, sources, { sha256, no: 100 })
    held.rounds = [...range(1, 90, (no) => round(no)), ...range(91, 200, (no) => round(no, 'b'))]
    await collectAll(log, sources)
    expect(bodies(log, 'rollback')).toEqual(['rounds 150'])
    const after = await placeOfRound(log, sources, { sha256, no: 100 })
    expect([before?.round.digest[0], after?.round.digest[0]]).toEqual(['a', 'b'])
    for (const no of [1, 60, 90, 91, 150, 151, 200])
      expect((await placeOfRound(log, sources, { sha256, no }))?.round).toEqual(held.rounds[no - 1])
    // Leaves over numbers of before say so, and end where those end; what is as before has its leaf of before.
    const said = log.leaves(0, 256, 'rounds').map((leaf) => [readRoundsLeaf(leaf)?.first, leaf.number, isAgain(leaf)])
    expect(said).toEqual([
      [1, 60, false],
      [61, 120, false],
      [121, 150, false],
      [61, 120, true],
      [121, 150, true],
      [151, 200, false],
    ])
    const again = await Promise.all([60, 61, 150, 151].map((no) => placeOfRound(log, sources, { sha256, no })))
    expect(again.map((place) => place && isAgain(log.leaves(place.leaf, 1)[0]))).toEqual([false, true, true, false])
    // Two days later the oldest are gone: that is no going back.
    held.rounds = range(201, 300, (no) => round(no))
    await collectAll(log, sources)
    expect(bodies(log, 'rollback')).toHaveLength(1)
  }))

test('rounds that Quotes dropped before they were logged are said to be gone', () =>
  withLog('dropped', async (log) => {
    const { held, sources } = site()
    held.rounds = range(1, 150, (no) => round(no))
    await collectAll(log, sources)
    held.rounds = range(300, 400, (no) => round(no))
    await collectAll(log, sources)
    expect(bodies(log, 'rollback')).toEqual(['rounds 150'])
    const said = log.leaves(0, 256, 'rounds').map((leaf) => [readRoundsLeaf(leaf)?.first, leaf.number, isAgain(leaf)])
    expect(said.slice(3)).toEqual([
      [300, 359, false],
      [360, 400, false],
    ])
  }))

test('a receipt that was decided by a round of before is proven by the leaf of before', () =>
  withLog('same rounds', async (log) => {
    const { held, sources } = site()
    held.rounds = range(1, 61, (no) => round(no))
    await collectAll(log, sources)
    held.rounds = range(1, 130, (no) => round(no))
    await collectAll(log, sources)
    const before = await placeOfRound(log, sources, { sha256, no: 100 })
    // Logged again in leaves of other lengths.
    held.rounds = range(1, 129, (no) => round(no))
    await collectAll(log, sources)
    expect(bodies(log, 'rollback')).toEqual(['rounds 130'])
    expect(await placeOfRound(log, sources, { sha256, no: 100 })).toEqual(before)
  }))

test('killed between the leaf and the reading, and between any two leaves after it, the log ends as it would have', () =>
  withLog('killed', async (log) => {
    const { held, sources } = site()
    held.rounds = range(1, 150, (no) => round(no))
    held.receipts = range(1, 700, (no) => entry(no))
    await collectAll(log, sources)
    held.rounds = range(1, 700, (no) => round(no, no > 90 ? 'b' : 'a'))
    held.receipts = [...range(1, 500, (no) => entry(no)), ...range(501, 1_200, (no) => entry(no, 'new '))]
    // Every pass is the last of its process: what it read is read again by the next one.
    let passes = 0
    for (let hasMore = true; hasMore; passes += 1) {
      const failing = { ...sources, rounds: () => Promise.reject(new Error('killed')) }
      await expect(collect(log, failing, { sha256, now: AT })).rejects.toThrow('killed')
      hasMore = await collect(log, sources, { sha256, now: AT + 3_600_000 })
    }
    expect(passes).toBeGreaterThan(3)
    expect(bodies(log, 'rollback')).toEqual(['receipt 700', 'rounds 150'])
    for (const { text } of held.receipts) expect(log.receipt(text)).not.toBeNull()
    for (const no of [1, 90, 91, 150, 151, 700])
      expect((await placeOfRound(log, sources, { sha256, no }))?.round).toEqual(held.rounds[no - 1])
    expect(new Set(log.leaves(0, 256).map(({ source, number, body }) => `${source} ${number} ${body}`)).size).toBe(256)
  }))
