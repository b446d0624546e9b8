// Alerts in one account, tick by tick: what reaches each kind, one message each, and their ends. Cold starts between steps:
// account/waking.ts.

import { describe, expect } from 'vitest'
import { ALERTS_ENDED_KEPT, ALERTS_OPEN_MAX } from '#party/protocol/alerts'
import { NOON, type Stage, USDT, order, scene, story } from '../account/stage'
import { settled, tickAt } from '../conditional/ticks'
import { MOVE, PRICE, ask, band, refusalOf, remove, set, states, tick, told } from './stage'

const HOUR = 3_600

describe('at a price', () => {
  story('Alice is told once, with the first price that reaches her target', async (stage) => {
    await set(stage, PRICE)
    expect(band(stage)).toMatchObject({ low: null, high: 610_000, next: NOON + 1 })
    await tick(stage, 1, 609_999)
    expect(band(stage)).toMatchObject({ low: null, high: 610_000, next: null })
    expect(await told(stage)).toEqual([])
    await tick(stage, 2, 625_000)
    await tick(stage, 2, 625_000)
    await tick(stage, 3, 600_000)
    await tick(stage, 4, 630_000)
    expect(await told(stage)).toEqual([
      {
        kind: 'alert_price',
        ref: 'alert:1',
        facts: { pair: 'BTC/USDT', price: '62500.0', threshold: '61000.0' },
      },
    ])
    expect(band(stage)).toMatchObject({ low: null, high: null, next: null })
    return states(stage)
  })

  story('a target below the price waits for a fall, and one at the price for the next price', async (stage) => {
    await set(stage, { ...PRICE, targetSteps: 590_000 })
    await set(stage, { ...PRICE, targetSteps: 600_000 })
    await tick(stage, 1, 600_000)
    expect(await states(stage)).toEqual(['1 open', '2 told'])
    expect(band(stage)).toMatchObject({ low: 590_000, high: null })
    await tick(stage, 2, 590_000)
    return states(stage)
  })

  story('prices of the moment when it was set, and before, do not count', async (stage) => {
    stage.now = NOON + 1_000
    await set(stage, PRICE)
    await tick(stage, 1, 650_000)
    expect(await states(stage)).toEqual(['1 open'])
    await tick(stage, 2, 650_000)
    return states(stage)
  })

  story('several are told by one price, each for itself, and a round without a price tells none', async (stage) => {
    for (const targetSteps of [605_000, 610_000, 620_000]) await set(stage, { ...PRICE, targetSteps })
    const at = NOON + 1_000
    const round = { at, ticks: [tickAt(NOON, 700_000)] }
    await stage.wakeBy({ feature: 'alerts', symbol: 'BTC-USDT', round, beforeAt: null, closedSides: [] })
    expect(await told(stage)).toEqual([])
    await tick(stage, 2, 615_000)
    expect((await told(stage)).map(({ ref }) => ref)).toEqual(['alert:1', 'alert:2'])
    return states(stage)
  })

  story('the same command again sets no second one, though the price has moved', async (stage) => {
    const first = await ask(stage, PRICE, 'once')
    expect(await ask(stage, { ...PRICE, reference: 620_000 }, 'once')).toEqual(first)
    return states(stage)
  })
})

describe('by percent in a span', () => {
  story('both ways, measured from the first price of the span', async (stage) => {
    await set(stage, MOVE)
    await set(stage, MOVE)
    await remove(stage, 2)
    await tick(stage, 1, 600_000)
    expect(band(stage)).toMatchObject({ low: 588_000, high: 612_000, next: NOON + 1_000 + HOUR * 1_000 })
    await tick(stage, 2, 611_999)
    await tick(stage, 3, 588_000)
    expect((await told(stage)).map(({ facts }) => facts)).toEqual([
      { pair: 'BTC/USDT', percent: '2', hours: '1', start: '60000.0', price: '58800.0' },
    ])
    return states(stage)
  })

  story('a span that ends begins anew at its last price, which still counts to it', async (stage) => {
    await set(stage, MOVE)
    await set(stage, { ...MOVE, hours: 4 })
    await tick(stage, 1, 600_000)
    await tick(stage, HOUR, 611_000)
    await tick(stage, HOUR + 1, 611_000)
    // Two percent from 61,100.0, and from 60,000.0 still for the longer span.
    expect(band(stage)).toMatchObject({ low: 598_780, high: 612_000, next: NOON + (2 * HOUR + 1) * 1_000 })
    await tick(stage, HOUR + 2, 612_000)
    expect(await states(stage)).toEqual(['1 open', '2 told'])
    await tick(stage, 2 * HOUR + 1, 623_220)
    return states(stage)
  })
})

describe('of a fill', () => {
  story('Alice is told of the first part, once', async (stage) => {
    await stage.place(order())
    await set(stage, { kind: 'fill', orderNo: 1 })
    await stage.deliver()
    expect(await states(stage)).toEqual(['1 open'])
    stage.clerk.fill(1, { ticks: 600_000, lots: 400, fee: '0', role: 'maker' })
    await stage.deliver()
    stage.clerk.fill(1, { ticks: 600_000, lots: 600, fee: '0', role: 'maker' })
    stage.clerk.close(1, 'filled')
    await stage.deliver()
    await settled()
    expect(await told(stage)).toEqual([
      {
        kind: 'alert_fill',
        ref: 'alert:1',
        facts: { pair: 'BTC/USDT', order: '1', amount: '0.004', asset: 'BTC' },
      },
    ])
    return states(stage)
  })

  story('one that is set between two parts waits for the second; a cancelled order voids it', async (stage) => {
    await stage.place(order())
    stage.clerk.fill(1, { ticks: 600_000, lots: 400, fee: '0', role: 'maker' })
    await stage.deliver()
    await set(stage, { kind: 'fill', orderNo: 1 })
    stage.clerk.close(1, 'cancelled')
    await stage.deliver()
    await settled()
    expect(await told(stage)).toEqual([])
    expect(await refusalOf(stage, { kind: 'fill', orderNo: 1 })).toBe('alert_order_ended')
    expect(await refusalOf(stage, { kind: 'fill', orderNo: 7 })).toBe('alert_order_ended')
    return states(stage)
  })
})

const TERMS = {
  version: 'v1',
  priceDecimals: 1,
  stepValue: '100',
  spread: '0',
  fee: '0',
  overnight: '0',
  liquidationFee: '0',
}

/** 100 lots of 0.001 BTC with ten times the margin, opened at 60,000.0 in the second after noon. */
async function openLong(stage: Stage, mode: 'isolated' | 'cross' = 'isolated', funds = '1000000000'): Promise<void> {
  await stage.tell({
    type: 'grant_demo',
    ref: 'lever',
    grants: [{ assetId: USDT.id, amount: funds, wallet: 'lever' }],
  })
  void stage.ask({
    type: 'place_futures_order',
    commandId: stage.commandId(),
    symbol: 'BTC-USDT',
    direction: 'long',
    kind: 'market',
    mode,
    leverage: 10,
    lots: 100,
    entrySteps: null,
    worstSteps: null,
    takeProfit: null,
    stopLoss: null,
    assetId: USDT.id,
    maintenanceRate: '500000',
    reference: 600_000,
    terms: TERMS,
  })
  await settled()
  await futuresTick(stage, 1, 600_000)
}

async function futuresTick(stage: Stage, second: number, steps: number): Promise<void> {
  const at = NOON + second * 1_000
  stage.now = Math.max(stage.now, at + 5)
  const round = { at, ticks: [tickAt(at, steps)] }
  await stage.wakeBy({ feature: 'futures', symbol: 'BTC-USDT', round, beforeAt: null, closedSides: [] })
  await settled()
}

/** Lower edges of the alerts' band, as the Watch is told them from now on. */
function edgesTold(stage: Stage): number[] {
  const edges: number[] = []
  stage.askWatch = (_symbol, { feature, revision, band: { low } }) => {
    if (feature === 'alerts') edges.push(low ?? 0)
    return Promise.resolve({ revision, closedSides: [] })
  }
  return edges
}

const NEAR = { kind: 'liquidation', positionNo: 1, rate: '5000000' } as const

describe('of the distance to liquidation', () => {
  story('Alice is told when five percent are left', async (stage) => {
    await openLong(stage)
    await set(stage, NEAR)
    await tick(stage, 2, 600_000)
    const low = band(stage)?.low ?? 0
    await tick(stage, 3, low + 1)
    expect(await states(stage)).toEqual(['1 open'])
    await tick(stage, 4, low)
    expect(await told(stage)).toMatchObject([
      { kind: 'alert_liquidation', facts: { pair: 'BTC/USDT', order: '1', percent: '5' } },
    ])
    return [low, await states(stage)]
  })

  story('more margin moves the price at which she is told, without a price', async (stage) => {
    await openLong(stage)
    await set(stage, NEAR)
    await tick(stage, 2, 600_000)
    const before = band(stage)?.low ?? 0
    const edges = edgesTold(stage)
    const more = { positionNo: 1, amount: '100000000', reference: 600_000, prices: [], seen: [] }
    const changed = await stage.ask({ type: 'change_futures_margin', commandId: 'more', ...more })
    expect(changed).toMatchObject({ ok: true })
    await settled()
    expect(edges.at(-1)).toBeLessThan(before)
    return [before, edges.at(-1)]
  })

  story('a cross position: money that leaves the wallet brings it nearer, without a price', async (stage) => {
    await openLong(stage, 'cross', '2000000000')
    await set(stage, NEAR)
    await tick(stage, 2, 600_000)
    const before = band(stage)?.low ?? 0
    const edges = edgesTold(stage)
    const out = { assetId: USDT.id, from: 'lever', to: 'change', amount: '500000000' } as const
    const prices = [{ symbol: 'BTC-USDT', priceSteps: 600_000 }]
    expect(await stage.ask({ type: 'transfer', commandId: 'out', ...out, prices })).toMatchObject({ ok: true })
    await settled()
    expect(edges.at(-1)).toBeGreaterThan(before)
    return [before, edges.at(-1)]
  })

  story('a price that jumps through it tells her too, though the liquidation came first', async (stage) => {
    await openLong(stage)
    await set(stage, NEAR)
    await futuresTick(stage, 2, 400_000)
    await tick(stage, 2, 400_000)
    expect(await told(stage)).toMatchObject([{ kind: 'alert_liquidation', facts: { price: '40000.0' } }])
    return states(stage)
  })

  story('a position that she closes voids it', async (stage) => {
    await openLong(stage)
    await set(stage, NEAR)
    void stage.ask({ type: 'close_futures', commandId: 'close', positionNo: 1, lots: null })
    await settled()
    await futuresTick(stage, 2, 600_000)
    expect(await told(stage)).toEqual([])
    expect(await refusalOf(stage, NEAR)).toBe('alert_position_ended')
    return states(stage)
  })
})

describe('refusals', () => {
  story('have their names', async (stage) => {
    expect(await refusalOf(stage, { ...PRICE, symbol: 'NO-USDT' })).toBe('pair_not_found')
    expect(await refusalOf(stage, { ...PRICE, reference: 0 })).toBe('no_reference_price')
    expect(await refusalOf(stage, { ...MOVE, rate: '99999' })).toBe('alert_rate_out_of_bounds')
    expect(await refusalOf(stage, { ...NEAR, rate: '50000001' })).toBe('alert_rate_out_of_bounds')
    expect(await refusalOf(stage, NEAR)).toBe('alert_position_ended')
    expect(await remove(stage, 1)).toMatchObject({ refusal: { code: 'alert_not_found' } })
    await set(stage, PRICE)
    expect(await remove(stage, 1)).toMatchObject({ ok: true, value: { state: 'removed' } })
    expect(await remove(stage, 1)).toMatchObject({ refusal: { code: 'alert_not_open' } })
    return states(stage)
  })

  scene('so has one alert too many; a removed one makes room, and of the ended ones the newest stay', async (stage) => {
    for (let count = 0; count < ALERTS_OPEN_MAX; count += 1) await set(stage, PRICE)
    const bound = String(ALERTS_OPEN_MAX)
    expect(await ask(stage, PRICE)).toEqual({ ok: false, refusal: { code: 'alerts_above_max', facts: { bound } } })
    let removed = 0
    while (removed < ALERTS_ENDED_KEPT + 30) {
      removed += 1
      await remove(stage, removed)
      await set(stage, PRICE)
    }
    stage.now = NOON + 2 * 24 * HOUR * 1_000
    await stage.ring()
    const ended = await stage.ask({ type: 'alerts_ended', page: 1, limit: 500 })
    if (!ended.ok) throw new Error(ended.refusal.code)
    expect(ended.value.total).toBe(ALERTS_ENDED_KEPT)
    expect(ended.value.rows[0]?.alertNo).toBe(removed)
    expect((await states(stage)).filter((text) => text.endsWith('open'))).toHaveLength(ALERTS_OPEN_MAX)
  })
})
