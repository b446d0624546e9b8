// Random orders over random prices: ties, gaps, silent feeds, late or missed wakes, unreachable Quotes, and clock skew of the account. At
// the end a slow model computes each order's result from all published prices.

import { expect, test } from 'vitest'
import { type OptionsReceipt, checkOptionsReceipt } from '#domain/options/receipt'
import type { OptionRow } from '#party/protocol/options'
import type { PriceRound } from '#party/protocol/watch'
import { NOON, type Stage, USDT, withStage } from '../account/stage'
import { never } from '../account/waking'
import { type Random, seededRandom } from '../crash/random'

const SECONDS = 240
const SYMBOL = 'BTC-USDT'
const RATIO = 85_000_000n

interface Market {
  readonly rounds: PriceRound[]
  steps: number
  /** Seconds without a price. */
  silentFor: number
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

function publish(market: Market, random: Random, at: number): void {
  if (market.silentFor > 0) {
    market.silentFor -= 1
    return
  }
  if (random() < 0.03) market.silentFor = 1 + Math.floor(random() * (random() < 0.4 ? 20 : 6))
  // Often the same again.
  if (random() < 0.6) market.steps += Math.floor(random() * 7) - 3
  const price = `${Math.floor(market.steps / 10)}.${market.steps % 10}`
  const tick = { symbol: SYMBOL, seq: at / 1000, at, price, source: 'test', previousHash: '', hash: '' }
  market.rounds.push({ at, ticks: [tick] })
}

async function place(stage: Stage, random: Random): Promise<void> {
  void stage
    .ask({
      type: 'place_option',
      commandId: stage.commandId(),
      symbol: SYMBOL,
      direction: random() < 0.5 ? 'rise' : 'fall',
      seconds: 5 + Math.floor(random() * 30),
      stake: String(5_000_000 + Math.floor(random() * 1_000) * 10_000),
      assetId: USDT.id,
      userMax: '100000000000',
      terms: { version: 'v1', priceDecimals: 1, ratio: String(RATIO), fee: random() < 0.5 ? '0' : '1000000' },
    })
    .catch(() => null)
  await settled()
}

/** The Watch: the first round from the instant that is waited for wakes the account, now or some seconds late. */
async function wake(stage: Stage, { rounds }: Market): Promise<void> {
  for (;;) {
    const band = stage.registrations.get(SYMBOL)?.band
    const next = band?.next
    if (!band || next == null) return
    const index = rounds.findIndex(({ at }) => at >= next && at > band.after)
    const round = rounds[index]
    if (!round) return
    const beforeAt = rounds[index - 1]?.at ?? NOON - 1_000
    await stage.wakeBy({ feature: 'options', symbol: SYMBOL, round, beforeAt, closedSides: [] })
    await settled()
    if (stage.registrations.get(SYMBOL)?.band.next === next) return
  }
}

async function rowsOf(stage: Stage): Promise<readonly OptionRow[]> {
  const live = await stage.ask({ type: 'options_live' })
  const ended = await stage.ask({ type: 'options_ended', symbol: null, isSettledOnly: false, page: 1, limit: 1_000 })
  if (!live.ok || !ended.ok) throw new Error('they are listed')
  return [...live.value, ...ended.value.rows]
}

/** Expected result of an order, from all published prices. */
function expected({ rounds }: Market, row: OptionRow) {
  const priceOf = (round: PriceRound) => parseInt((round.ticks[0]?.price ?? '').replace('.', ''), 10)
  const entry = rounds.find(({ at }) => at > row.acceptedAt)
  if (!entry || entry.at > row.acceptedAt + 3_000) return { state: 'called_off', paid: null }
  const back = String(BigInt(row.stake) + BigInt(row.fee))
  const due = entry.at + row.seconds * 1_000
  const exit = rounds.find(({ at }) => at >= due)
  const begun = { entryAt: entry.at, entrySteps: priceOf(entry) }
  if (!exit || exit.at > due + 10_000) return { ...begun, state: 'void', exitSteps: null, paid: back }
  const moved = Math.sign(priceOf(exit) - priceOf(entry)) * (row.direction === 'rise' ? 1 : -1)
  const won = String(BigInt(row.stake) + (BigInt(row.stake) * RATIO) / 100_000_000n)
  return {
    ...begun,
    state: 'settled',
    exitAt: exit.at,
    exitSteps: priceOf(exit),
    ...(moved > 0 && { outcome: 'won', paid: won }),
    ...(moved < 0 && { outcome: 'lost', paid: '0' }),
    ...(moved === 0 && { outcome: 'even', paid: back }),
  }
}

test.each([
  { seed: 1, skew: 0 },
  { seed: 2, skew: 400 },
  { seed: 3, skew: -900 },
])('each order comes to what the published prices say (seed $seed, clock off by $skew ms)', async ({ seed, skew }) => {
  await withStage(never, async (stage) => {
    const random = seededRandom(seed)
    const market: Market = { rounds: [], steps: 600_000, silentFor: 0 }
    stage.roundsAfter = (at, limit) =>
      random() < 0.2
        ? Promise.reject(new Error('quotes is away'))
        : Promise.resolve(market.rounds.filter((round) => round.at > at).slice(0, limit))
    const grants = [{ assetId: USDT.id, amount: '40000000000', wallet: 'micro' }] as const
    await stage.tell({ type: 'grant_demo', ref: 'micro', grants })
    let isWatchAway = false
    for (let second = 1; second <= SECONDS; second += 1) {
      const at = NOON + second * 1_000
      stage.now = at + skew + Math.floor(random() * 50)
      // Longer than an order waits for its end.
      if (second === 70 || second === 150) market.silentFor = 18
      publish(market, random, at)
      if (second < SECONDS - 40 && random() < 0.4) await place(stage, random)
      if (random() < 0.1) isWatchAway = !isWatchAway
      if (!isWatchAway) await wake(stage, market)
      if (random() < 0.05) stage.die()
      if (stage.alarmAt !== null && stage.alarmAt <= stage.now) await stage.ring()
    }
    for (let turn = 0; turn < 200 && (await rowsOf(stage)).some(({ state }) => isLive(state)); turn += 1) {
      stage.now += 5_000
      await stage.ring()
      await settled()
    }
    const rows = await rowsOf(stage)
    for (const row of rows) expect(row, `order ${row.orderNo}`).toMatchObject(expected(market, row))
    for (let turn = 0; turn < 10; turn += 1) await stage.ring()
    for (const { receiptId } of rows)
      if (receiptId !== null) expect(checkOptionsReceipt(stage.receipts.get(receiptId) as OptionsReceipt)).toEqual([])
    // Guards against an empty run: every outcome has occurred.
    const seen = new Set(rows.map(({ state, outcome }) => outcome ?? state))
    expect([...seen].sort()).toEqual(['called_off', 'even', 'lost', 'void', 'won'])
  })
})

const isLive = (state: OptionRow['state']): boolean => state === 'pending' || state === 'open'
