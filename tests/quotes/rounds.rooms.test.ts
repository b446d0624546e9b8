import { createHash } from 'node:crypto'
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { quotesMigrations } from '#db/quotes/migrations'
import { GENESIS_HASH, type Tick, tickText } from '#domain/quotes/chain'
import { DAY_MS } from '#domain/time'
import { migrate } from '#party/lib/migrations'
import { type Store, openStore } from '#party/lib/store'
import { type PricedSymbol, openRounds } from '#party/quotes/rounds'
import { findBrokenTick } from './broken-tick'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const START = Date.parse('2026-11-21T09:00:00Z')

const prices = (second: number): PricedSymbol[] => [
  { symbol: 'BTC-USDT', price: `${61_000 + second}.0`, source: 'simulator' },
  { symbol: 'ETH-USDT', price: `${3000 + second}.00`, source: 'simulator' },
]

let rooms = 0
/** Runs `story` on the storage of a fresh room. */
async function withStore(story: (store: Store) => void): Promise<void> {
  rooms += 1
  const room = env.Quotes.get(env.Quotes.idFromName(`rounds ${rooms}`))
  await runInDurableObject(room, (_, state) => {
    const store = openStore(state.storage)
    migrate(store, quotesMigrations)
    story(store)
  })
}

/** Publishes `count` seconds and answers all ticks of bitcoin. */
function publish(store: Store, count: number, from = 0): Tick[] {
  const rounds = openRounds(store, digest)
  return Array.from({ length: count }, (_, second) =>
    rounds.append(START + (from + second) * 1000, prices(from + second)),
  )
    .flat()
    .filter((tick) => tick.symbol === 'BTC-USDT')
}

describe('published ticks', () => {
  test('are numbered from one and chained by SHA-256, symbol by symbol', () =>
    withStore((store) => {
      const ticks = publish(store, 3)
      expect(ticks.map((tick) => tick.seq)).toEqual([1, 2, 3])
      expect(ticks[0]?.previousHash).toBe(GENESIS_HASH)
      expect(ticks[1]?.previousHash).toBe(ticks[0]?.hash)
      expect(ticks[0]?.hash).toBe(digest(`BTC-USDT|1|${START}|61000.0|simulator|${GENESIS_HASH}`))
      expect(findBrokenTick(ticks, digest)).toBeNull()
    }))

  test('of one symbol are read from an instant on, also of one that began later', () =>
    withStore((store) => {
      publish(store, 70)
      const rounds = openRounds(store, digest)
      rounds.append(START + 70_000, [...prices(70), { symbol: 'LTC-USDT', price: '91.50', source: 'other' }])
      rounds.appendLate(START + 68_500, { symbol: 'BTC-USDT', price: '1.0', source: 'simulator' })
      expect(rounds.prices('BTC-USDT', START + 68_000)).toEqual([
        { at: START + 68_000, priceSteps: 610_680 },
        { at: START + 69_000, priceSteps: 610_690 },
        { at: START + 70_000, priceSteps: 610_700 },
      ])
      expect(rounds.prices('LTC-USDT', START)).toEqual([{ at: START + 70_000, priceSteps: 9_150 }])
      expect(rounds.prices('NO-SUCH', START)).toEqual([])
    }))

  test('of a symbol that was quiet for long are found before an instant', () =>
    withStore((store) => {
      const rounds = openRounds(store, digest)
      const [, quiet] = rounds.append(START, prices(0))
      for (let second = 1; second < 1_200; second += 1)
        rounds.append(START + second * 1_000, prices(second).slice(0, 1))
      rounds.append(START + 1_200_000, prices(1_200))
      expect(rounds.lastBefore('ETH-USDT', START + 1_200_000)).toEqual(quiet)
      expect(rounds.tickAt('ETH-USDT', START + 1_199_000)).toBeNull()
      expect(rounds.lastBefore('ETH-USDT', START)).toBeNull()
      expect(rounds.lastBefore('NO-SUCH', START + 1_200_000)).toBeNull()
    }))

  test('go on after a restart where they were', () =>
    withStore((store) => {
      const before = publish(store, 130)
      const after = publish(store, 5, 130)
      expect(after[0]?.seq).toBe(131)
      expect(findBrokenTick([...before, ...after], digest)).toBeNull()
      expect(openRounds(store, digest).verify(1000)).toEqual({
        roundsChecked: 135,
        ticksChecked: 270,
        brokenRound: null,
      })
    }))

  test('are found by time, hash and all', () =>
    withStore((store) => {
      const ticks = publish(store, 100)
      const rounds = openRounds(store, digest)
      expect(rounds.tickAt('BTC-USDT', START + 77_000)).toEqual(ticks[77])
      expect(rounds.tickAt('BTC-USDT', START + 77_999)).toEqual(ticks[77])
      expect(rounds.tickAt('BTC-USDT', START - 1)).toBeNull()
      expect(rounds.tickAt('XRP-USDT', START + 77_000)).toBeNull()
    }))

  test('of a symbol that comes later start at one, and a symbol without a price skips a round', () =>
    withStore((store) => {
      publish(store, 2)
      const rounds = openRounds(store, digest)
      const doge = { symbol: 'DOGE-USDT', price: '0.12000', source: 'kraken' }
      const [bitcoin, dogecoin] = rounds.append(START + 2000, [...prices(2).slice(0, 1), doge])
      expect([bitcoin?.seq, dogecoin?.seq]).toEqual([3, 1])
      const [, ether] = rounds.append(START + 3000, prices(3))
      expect(ether?.seq).toBe(3)
      expect(rounds.tickAt('ETH-USDT', START + 2000)).toBeNull()
      expect(rounds.tickAt('DOGE-USDT', START + 2000)).toEqual(dogecoin)
      expect(rounds.verify(10).brokenRound).toBeNull()
    }))

  test('of a second at rest are published once, after the fact and in the same chain', () =>
    withStore((store) => {
      publish(store, 2)
      const rounds = openRounds(store, digest)
      const late = { symbol: 'BTC-USDT', price: '60999.9', source: 'simulator' }
      const tick = rounds.appendLate(START - 60_000, late)
      expect(tick.seq).toBe(3)
      expect(rounds.appendLate(START - 60_000, late)).toEqual(tick)
      const [next] = rounds.append(START + 2000, prices(2))
      expect(next?.previousHash).toBe(tick.hash)
      expect(openRounds(store, digest).appendLate(START - 60_000, late)).toEqual(tick)
      expect(rounds.tickAt('BTC-USDT', START)?.price).toBe('61000.0')
      expect(rounds.verify(10)).toEqual({ roundsChecked: 4, ticksChecked: 7, brokenRound: null })
    }))
})

describe('live rounds', () => {
  const quiet = (second: number): PricedSymbol[] => prices(second).slice(0, 1)

  test('are told page by page, each with the ticks in force, none older than ten seconds', () =>
    withStore((store) => {
      const rounds = openRounds(store, digest)
      const [, ether] = rounds.append(START, prices(0))
      for (let second = 1; second <= 130; second += 1) {
        rounds.append(START + second * 1000, second === 100 ? prices(second) : quiet(second))
        if (second === 60) rounds.appendLate(START - 60_000, { symbol: 'ETH-USDT', price: '1.00', source: 'simulator' })
      }
      const first = rounds.after(START, 12)
      expect(first.map(({ at }) => at)).toEqual(Array.from({ length: 12 }, (_, index) => START + (index + 1) * 1000))
      expect(first[0]?.ticks.map(({ symbol }) => symbol)).toEqual(['BTC-USDT', 'ETH-USDT'])
      expect(first[9]?.ticks[1]).toEqual(ether)
      expect(first[10]?.ticks.map(({ symbol }) => symbol)).toEqual(['BTC-USDT'])
      const all = [...first, ...rounds.after(START + 12_000, 600)]
      expect(all).toHaveLength(130)
      const bitcoin = all.flatMap(({ at, ticks }) =>
        ticks.filter((tick) => tick.symbol === 'BTC-USDT' && tick.at === at),
      )
      expect(findBrokenTick(bitcoin, digest)).toBeNull()
      expect(all.at(-1)).toEqual({ at: START + 130_000, ticks: rounds.inForce() })
      expect(rounds.after(START + 130_000, 600)).toEqual([])
    }))

  test('after a restart know what is in force, and publish no second twice', () =>
    withStore((store) => {
      const before = openRounds(store, digest)
      before.append(START, prices(0))
      const ticks = before.append(START + 1000, quiet(1))
      const rounds = openRounds(store, digest)
      expect(rounds.newestAt()).toBe(START + 1000)
      expect(rounds.inForce()).toEqual(before.inForce())
      expect(rounds.inForce()).toHaveLength(2)
      expect(rounds.append(START + 1000, [{ symbol: 'BTC-USDT', price: '1.0', source: 'kraken' }])).toEqual(ticks)
      expect(rounds.append(START + 2000, quiet(2))[0]?.previousHash).toBe(ticks[0]?.hash)
    }))
})

describe('a changed history is found out', () => {
  test.each([
    ['a price is changed', "UPDATE round SET prices = replace(prices, '61003.0', '61003.1') WHERE no = 4", 4],
    ['a time is moved', 'UPDATE round SET at = at + 1 WHERE no = 70', 70],
    ['a second is taken out', 'DELETE FROM round WHERE no = 30', 31],
    ['a source is renamed', "UPDATE round SET source = 'kraken' WHERE no = 90", 90],
    ['two prices change places', "UPDATE round SET prices = '3001.00 61001.0' WHERE no = 2", 2],
    [
      'an anchor is rewritten',
      "UPDATE anchor SET heads = replace(heads, 'BTC-USDT\",60', 'BTC-USDT\",61') WHERE round_no = 61",
      61,
    ],
  ])('%s', (_, forgery, brokenRound) =>
    withStore((store) => {
      publish(store, 130)
      store.run(forgery)
      expect(openRounds(store, digest).verify(1000).brokenRound).toBe(brokenRound)
    }),
  )

  test('even when the forger makes the row’s own digest fit', () =>
    withStore((store) => {
      const [, second] = publish(store, 130)
      const forged = { ...second, price: '61001.9' }
      // The digest covers both tick hashes of the round, so a forger needs the other hash too.
      const other = openRounds(store, digest).tickAt('ETH-USDT', START + 1000)
      const hash = second && digest(tickText({ ...second, price: forged.price }))
      store.run("UPDATE round SET prices = '61001.9 3001.00', digest = ? WHERE no = 2", digest(`${hash}${other?.hash}`))
      expect(openRounds(store, digest).verify(1000).brokenRound).toBe(3)
    }))
})

describe('retention', () => {
  test('keeps two days of ticks and one anchor an hour of what was before', () =>
    withStore((store) => {
      const old = openRounds(store, digest)
      for (let minute = 0; minute < 180; minute += 1) {
        for (let second = 0; second < 60; second += 20)
          old.append(START + minute * 60_000 + second * 1000, prices(minute))
      }
      const now = START + 3 * DAY_MS
      old.append(now - 1000, prices(1))
      old.append(now, prices(2))
      old.sweep(now)
      const [anchors] = store.rows<{ count: number }>('SELECT count(*) AS count FROM anchor')
      const [kept] = store.rows<{ count: number }>('SELECT count(*) AS count FROM round')
      expect(anchors?.count).toBeLessThan(6)
      expect(kept?.count).toBeLessThan(70)
      const rounds = openRounds(store, digest)
      expect(rounds.verify(1000).brokenRound).toBeNull()
      expect(rounds.tickAt('BTC-USDT', now)?.seq).toBe(542)
      expect(rounds.append(now + 1000, prices(3))[0]?.seq).toBe(543)
    }))
})
