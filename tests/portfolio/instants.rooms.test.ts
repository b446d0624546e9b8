// Money from and to the outside keeps its instant for nine days, so that it counts at the price of that instant and not at one of its hour.

import { expect, test } from 'vitest'
import { amount } from '#domain/money/amount'
import { seriesOf } from '#domain/portfolio/series'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time'
import { BTC, NOON, type Stage, USDT, withStage } from '../account/stage'

const never = () => false

async function periods(stage: Stage, from: number) {
  const answered = await stage.ask<'portfolio_periods'>({ type: 'portfolio_periods', step: 'hour', from })
  if (!answered.ok) throw new Error(answered.refusal.code)
  return answered.value
}

/** 0.5 BTC at 12:20 and a transfer at 12:30, into an account that began at noon with 1 BTC. */
async function giveHalf(stage: Stage): Promise<void> {
  stage.now = NOON + 20 * MINUTE_MS
  const grants = [{ assetId: BTC.id, amount: '50000000', wallet: 'change' }] as const
  await stage.tell({ type: 'grant_demo', ref: 'second', grants })
  stage.now = NOON + 30 * MINUTE_MS
  const moved = { assetId: USDT.id, amount: '20000000', from: 'change', to: 'micro', prices: [] } as const
  await stage.ask<'transfer'>({ type: 'transfer', commandId: stage.commandId(), ...moved })
}

/** One BTC is 100 until 12:10, 200 until 12:40 and 300 from then on. */
const dollars = (at: number): bigint => (at < NOON + 10 * MINUTE_MS ? 100n : at < NOON + 40 * MINUTE_MS ? 200n : 300n)

async function figures(stage: Stage, ends: readonly number[]) {
  const answered = await periods(stage, NOON)
  const { received, result } = seriesOf({
    ...answered,
    spans: ends.map((end, index) => ({ at: ends[index - 1] ?? NOON, end })),
    scaleOf: (assetId) => (assetId === BTC.id ? 8 : 6),
    priceAt: (assetId, at) => amount((assetId === BTC.id ? dollars(at) : 1n) * 10n ** 8n),
  })
  return [received / 10n ** 8n, result / 10n ** 8n]
}

test('Alice, given a bitcoin at 100 and a half at 200, has won 200 and 50 at 300: while the hour runs and when it is over', () =>
  withStage(never, async (stage) => {
    await giveHalf(stage)
    // 1,000 dollars, 1 at 100 and 0.5 at 200 were given.
    for (const ends of [[NOON + 50 * MINUTE_MS], [NOON + HOUR_MS], [NOON + HOUR_MS, NOON + 2 * HOUR_MS]])
      expect(await figures(stage, ends)).toEqual([1_200n, 250n])
    expect((await periods(stage, NOON)).flows).toEqual([
      {
        at: NOON,
        lines: [
          ['change', USDT.id, 'demo_grant', '1000000000', '0'],
          ['change', BTC.id, 'demo_grant', '100000000', '0'],
        ],
      },
      { at: NOON + 20 * MINUTE_MS, lines: [['change', BTC.id, 'demo_grant', '50000000', '0']] },
    ])
    expect((await periods(stage, NOON + MINUTE_MS)).flows).toHaveLength(1)
  }))

test('an account from before instants were kept counts at the end of the hour', () =>
  withStage(never, async (stage) => {
    await giveHalf(stage)
    await periods(stage, NOON)
    const rows = stage.store.rows<{ lines: string; at: number }>(
      "SELECT * FROM portfolio_period WHERE step = 'instant'",
    )
    stage.store.run("DELETE FROM portfolio_period WHERE step = 'instant'")
    expect(await figures(stage, [NOON + HOUR_MS])).toEqual([1_450n, 0n])
    // What the books are compared with when the story ends.
    for (const { at, lines } of rows)
      stage.store.run("INSERT INTO portfolio_period (step, at, lines) VALUES ('instant', ?, ?)", at, lines)
  }))

test('instants go after nine days, and their hours with them', () =>
  withStage(never, async (stage) => {
    await giveHalf(stage)
    stage.now = NOON + 10 * DAY_MS
    await stage.tell({
      ...{ type: 'grant_demo', ref: 'third' },
      grants: [{ assetId: BTC.id, amount: '1', wallet: 'change' }],
    })
    const { flows, periods: hours } = await periods(stage, 0)
    expect([flows.map(({ at }) => at), hours.map(({ at }) => at)]).toEqual([[stage.now], [stage.now]])
  }))
