// Conditional orders in one account, tick by tick. Cold starts between steps: account/waking.ts.

import { describe, expect } from 'vitest'
import { type ConditionalReceipt, checkConditionalReceipt } from '#domain/conditional/receipt'
import { lots } from '#domain/money/price'
import { NOON, type Stage, TWO_PAIRS, scene, order as spotOrder, story } from '../account/stage'
import { btc, cancel, find, place, receiptOf, settled, stop, submitted, taken, tick, usdt } from './ticks'

async function expectRight(stage: Stage, conditionalNo = 1): Promise<ConditionalReceipt> {
  const receipt = (await receiptOf(stage, conditionalNo)) as ConditionalReceipt
  expect(checkConditionalReceipt(receipt)).toEqual([])
  return receipt
}

const band = (stage: Stage) => stage.registrations.get('BTC-USDT')?.band

/** The Market fills an order completely and reports it. */
async function fillWhole(stage: Stage, orderNo: number, ticks: number, lots = 1_000, fee = '0') {
  stage.clerk.fill(orderNo, { ticks, lots, fee, role: 'taker' })
  stage.clerk.close(orderNo, 'filled')
  await stage.deliver()
}

describe('stops and take-profits', () => {
  story('Alice’s stop is held from the start, and sells at the first tick that reaches it', async (stage) => {
    await place(stage, stop())
    expect(await btc(stage)).toEqual(['99000000', '1000000'])
    expect(band(stage)).toMatchObject({ low: 590_000, high: null, next: NOON + 1 })
    await tick(stage, 1, 590_001)
    expect(band(stage)).toMatchObject({ low: 590_000, next: null })
    expect(await find(stage)).toMatchObject({ state: 'live' })
    await tick(stage, 2, 589_000)
    // The worst price is the edge of the band around the tick: ten percent below it.
    expect(submitted(stage)).toEqual([[1, 'sell', 'market', 530_100, 1_000, null]])
    expect(await find(stage)).toMatchObject({ state: 'sent', cause: 'stop', firedAt: NOON + 2_000, orderNo: 1 })
    await fillWhole(stage, 1, 588_000)
    expect(await find(stage)).toMatchObject({ state: 'triggered', firedSteps: 589_000 })
    expect(band(stage)).toMatchObject({ low: null, high: null, next: null })
    await expectRight(stage)
    return [await btc(stage), await usdt(stage)]
  })

  story(
    'a tick of the moment of its acceptance or before does not count, and the same tick counts once',
    async (stage) => {
      stage.now = NOON + 1_000
      await place(stage, stop())
      await tick(stage, 1, 580_000)
      expect(await find(stage)).toMatchObject({ state: 'live' })
      await tick(stage, 2, 580_000)
      await tick(stage, 2, 580_000)
      await tick(stage, 3, 570_000)
      expect(submitted(stage)).toHaveLength(1)
      return find(stage)
    },
  )

  story('a take-profit in limit form rests in the book at its own price', async (stage) => {
    await place(stage, stop({ kind: 'take_profit', stopSteps: null, profitSteps: 620_000, limitTicks: 621_000 }))
    await tick(stage, 1, 619_999)
    await tick(stage, 2, 620_000)
    await settled()
    expect(submitted(stage)).toEqual([[1, 'sell', 'limit', 621_000, 1_000, null]])
    expect(await find(stage)).toMatchObject({ state: 'triggered', cause: 'take_profit' })
    await expectRight(stage)
    return [await btc(stage), stage.clerk.openOrders]
  })

  story('a stop that buys holds its worst price; what it does not spend is free again', async (stage) => {
    await place(stage, stop({ side: 'buy', stopSteps: 610_000, lots: 1_000 }))
    // 0.01 BTC at ten percent above 61,000.0.
    expect(await usdt(stage)).toEqual(['329000000', '671000000'])
    expect(band(stage)).toMatchObject({ low: null, high: 610_000 })
    await tick(stage, 1, 640_000)
    expect(submitted(stage)).toEqual([[1, 'buy', 'market', 671_000, 1_000, null]])
    await fillWhole(stage, 1, 641_000)
    await expectRight(stage)
    return [await btc(stage), await usdt(stage)]
  })

  story('a stop that buys for an amount spends that amount', async (stage) => {
    await place(stage, stop({ side: 'buy', stopSteps: 610_000, lots: 0, budget: '500000000' }))
    expect(await usdt(stage)).toEqual(['500000000', '500000000'])
    await tick(stage, 1, 610_000)
    expect(submitted(stage)).toEqual([[1, 'buy', 'market', 671_000, 0, '500000000']])
    return find(stage)
  })

  story('several trigger at one tick, each by its own price, in the order of their acceptance', async (stage) => {
    await place(stage, stop({ stopSteps: 590_000 }))
    await place(stage, stop({ stopSteps: 580_000, limitTicks: 575_000 }))
    await place(stage, stop({ stopSteps: 570_000 }))
    await tick(stage, 1, 600_000)
    expect(band(stage)).toMatchObject({ low: 590_000 })
    await tick(stage, 2, 579_000)
    expect(submitted(stage).map(([, , kind, ticks]) => [kind, ticks])).toEqual([
      ['market', 521_100],
      ['limit', 575_000],
    ])
    expect(band(stage)).toMatchObject({ low: 570_000 })
    return btc(stage)
  })
})

describe('trailing stops', () => {
  story('one that trails by an amount follows the best price since its acceptance', async (stage) => {
    await place(stage, stop({ kind: 'trailing', stopSteps: null, trailSteps: 5_000 }))
    expect(band(stage)).toMatchObject({ low: null, high: null, next: NOON + 1 })
    await tick(stage, 1, 600_000)
    expect(band(stage)).toMatchObject({ low: 595_000, high: 600_001, next: null })
    await tick(stage, 2, 612_000)
    expect(band(stage)).toMatchObject({ low: 607_000, high: 612_001 })
    await tick(stage, 3, 607_001)
    expect(await find(stage)).toMatchObject({ state: 'live', bestSteps: 612_000 })
    await tick(stage, 4, 607_000)
    expect(await find(stage)).toMatchObject({ state: 'sent', cause: 'trailing', firedSteps: 607_000 })
    const { ticks } = await expectRight(stage)
    expect(ticks.map(({ price }) => price)).toEqual(['60700.0', '61200.0'])
    return submitted(stage)
  })

  story('one that buys and trails by a percentage follows the lowest price', async (stage) => {
    // One percent.
    await place(stage, stop({ side: 'buy', kind: 'trailing', stopSteps: null, trailRate: '1000000', lots: 500 }))
    await tick(stage, 1, 599_000)
    await tick(stage, 2, 580_005)
    // Fractions of a tick are rounded up: 58,000.5 and 580.1.
    expect(band(stage)).toMatchObject({ low: 580_004, high: 585_806 })
    await tick(stage, 3, 585_806)
    expect(await find(stage)).toMatchObject({ state: 'sent', cause: 'trailing' })
    await expectRight(stage)
    return [submitted(stage), await usdt(stage)]
  })
})

describe('one cancels the other', () => {
  const oco = stop({ kind: 'oco', legTicks: 620_000 })

  story('the limit is filled: the stop is gone in the same turn, and nothing is sold twice', async (stage) => {
    await place(stage, oco)
    expect(await btc(stage)).toEqual(['99000000', '1000000'])
    expect(submitted(stage)).toEqual([[1, 'sell', 'limit', 620_000, 1_000, null]])
    await fillWhole(stage, 1, 620_000)
    expect(await find(stage)).toMatchObject({ state: 'cancelled', end: 'leg_filled' })
    expect(band(stage)).toMatchObject({ low: null, next: null })
    await tick(stage, 2, 500_000)
    expect(submitted(stage)).toHaveLength(1)
    return [await btc(stage), await usdt(stage)]
  })

  story('the stop is reached: what the limit has left is taken back and sold at the market', async (stage) => {
    await place(stage, oco)
    stage.clerk.fill(1, { ticks: 620_000, lots: 400, fee: '0' })
    await stage.deliver()
    expect(await find(stage)).toMatchObject({ state: 'live' })
    await tick(stage, 1, 589_999)
    await settled()
    expect(taken(stage)).toEqual([1])
    expect(submitted(stage).at(-1)).toEqual([2, 'sell', 'market', 531_000, 600, null])
    await fillWhole(stage, 2, 589_000, 600)
    expect(await find(stage)).toMatchObject({ state: 'triggered', orderNo: 2, lots: 600 })
    await expectRight(stage)
    return [await btc(stage), await usdt(stage)]
  })

  scene('the limit is filled while the stop takes it back: the fill counts, and nothing is sent', async (stage) => {
    await place(stage, oco)
    stage.clerk.fill(1, { ticks: 620_000, lots: 1_000, fee: '0' })
    stage.clerk.close(1, 'filled')
    await tick(stage, 1, 580_000)
    await settled()
    expect(await find(stage)).toMatchObject({ state: 'cancelled', end: 'leg_filled', cause: 'stop' })
    expect(submitted(stage)).toHaveLength(1)
    expect(await btc(stage)).toEqual(['99000000', '0'])
  })

  story('to buy, as much is held as the dearer of the two needs', async (stage) => {
    const asked = { side: 'buy', legTicks: 590_000, stopSteps: 610_000, limitTicks: 612_000 } as const
    await place(stage, { ...oco, ...asked })
    expect(await usdt(stage)).toEqual(['388000000', '612000000'])
    await tick(stage, 1, 610_000)
    await settled()
    expect(submitted(stage).at(-1)).toEqual([2, 'buy', 'limit', 612_000, 1_000, null])
    expect(await usdt(stage)).toEqual(['388000000', '612000000'])
    return find(stage)
  })

  story('cancelled as one, whichever of them is cancelled; the limit cannot be amended', async (stage) => {
    await place(stage, oco)
    const amend = { type: 'amend_spot_order', order: { orderNo: 1 }, ticks: 630_000, lots: null } as const
    expect(await stage.ask({ ...amend, commandId: stage.commandId() })).toMatchObject({
      refusal: { code: 'conditional_leg_fixed' },
    })
    expect(await cancel(stage, 1)).toMatchObject({
      value: { conditional: { state: 'cancelled', end: 'user' }, order: { state: 'cancelled' } },
    })
    expect(await btc(stage)).toEqual(['100000000', '0'])
    await place(stage, oco)
    await stage.ask({ type: 'cancel_spot_order', commandId: stage.commandId(), order: { orderNo: 2 } })
    expect(await find(stage, 2)).toMatchObject({ state: 'cancelled', end: 'leg_cancelled' })
    return btc(stage)
  })

  story('a limit that the Market refuses refuses both, and holds nothing', async (stage) => {
    stage.clerk.refusal = 'price_out_of_band'
    expect(await place(stage, oco)).toMatchObject({ refusal: { code: 'price_out_of_band' } })
    expect(await find(stage)).toMatchObject({ state: 'refused', refusal: 'price_out_of_band' })
    return btc(stage)
  })
})

describe('attached to an entry', () => {
  const bracket = stop({
    kind: 'attached',
    stopSteps: 580_000,
    profitSteps: 630_000,
    lots: 0,
    entry: spotOrder(),
  })
  const past = (exit: 'stop_loss' | 'take_profit', price: string) => ({
    code: `conditional_entry_past_${exit}`,
    facts: { price },
  })

  story('the way out counts from the first fill, and for what was filled after the fee', async (stage) => {
    expect(await place(stage, bracket)).toMatchObject({
      value: { conditional: { state: 'waiting' }, order: { orderNo: 1 } },
    })
    expect(band(stage)?.next ?? null).toBeNull()
    await tick(stage, 1, 500_000)
    expect(await find(stage)).toMatchObject({ state: 'waiting', held: '0' })
    // 0.004 BTC less a fee: whole lots of it are held, the rest is free.
    stage.clerk.fill(1, { ticks: 600_000, lots: 400, fee: '1500' })
    await stage.deliver()
    expect(await find(stage)).toMatchObject({ state: 'live', lots: 398, held: '398000' })
    stage.clerk.fill(1, { ticks: 600_000, lots: 200, fee: '500' })
    await stage.deliver()
    expect(await find(stage)).toMatchObject({ lots: 598, held: '598000' })
    await tick(stage, 3, 630_000)
    await settled()
    // The unfilled remainder is cancelled before the exit order is sent.
    expect(taken(stage)).toEqual([1])
    expect(submitted(stage).at(-1)).toEqual([2, 'sell', 'market', 567_000, 598, null])
    await fillWhole(stage, 2, 630_000, 598)
    expect(await find(stage)).toMatchObject({ state: 'triggered', cause: 'take_profit' })
    await expectRight(stage)
    return [await btc(stage), await usdt(stage)]
  })

  story('of a sale it buys back for what the sale has brought', async (stage) => {
    await place(stage, {
      ...bracket,
      side: 'buy',
      stopSteps: 620_000,
      profitSteps: 570_000,
      entry: spotOrder({ side: 'sell' }),
    })
    await fillWhole(stage, 1, 600_000, 1_000, '600000')
    expect(await find(stage)).toMatchObject({ state: 'live', budget: '599400000', held: '599400000' })
    await tick(stage, 2, 621_000)
    expect(submitted(stage).at(-1)).toEqual([2, 'buy', 'market', 683_100, 0, '599400000'])
    return [await find(stage), await usdt(stage)]
  })

  story('an entry that ends unfilled, or that the Market refuses, leaves nothing behind', async (stage) => {
    await place(stage, bracket)
    await stage.ask({ type: 'cancel_spot_order', commandId: stage.commandId(), order: { orderNo: 1 } })
    expect(await find(stage)).toMatchObject({ state: 'cancelled', end: 'entry_ended' })
    stage.clerk.refusal = 'market_closed'
    expect(await place(stage, bracket)).toMatchObject({ refusal: { code: 'market_closed' } })
    return [await find(stage, 2), await usdt(stage)]
  })

  story('its entry is not amended to a price beyond its way out, before and after its first fill', async (stage) => {
    await place(stage, bracket)
    const amend = (ticks: number | null, lots: number | null = null) =>
      stage.ask({ type: 'amend_spot_order', commandId: stage.commandId(), order: { orderNo: 1 }, ticks, lots })
    const expectBounds = async () => {
      for (const ticks of [580_000, 570_000])
        expect(await amend(ticks)).toMatchObject({ refusal: past('stop_loss', '58000.0') })
      for (const ticks of [630_000, 640_000])
        expect(await amend(ticks)).toMatchObject({ refusal: past('take_profit', '63000.0') })
    }
    await expectBounds()
    stage.clerk.fill(1, { ticks: 600_000, lots: 400, fee: '0' })
    await stage.deliver()
    await expectBounds()
    expect(await amend(580_001)).toMatchObject({ ok: true })
    expect(await amend(null, 900)).toMatchObject({ ok: true })
    return [await btc(stage), await usdt(stage)]
  })

  story('cancelled, it frees what it holds and leaves the entry', async (stage) => {
    await place(stage, bracket)
    stage.clerk.fill(1, { ticks: 600_000, lots: 400, fee: '0' })
    await stage.deliver()
    await cancel(stage, 1)
    expect(await btc(stage)).toEqual(['100400000', '0'])
    return stage.clerk.openOrders
  })
})

describe('what was accepted is sent, whatever is left of it', () => {
  const smallEntry = { kind: 'attached', lots: 0, stopSteps: 520_000, profitSteps: null } as const

  story('a bought minimum less its fee is sold at its stop, below the smallest order', async (stage) => {
    // 0.00017 BTC for 10.20 USDT; after the fee 0.00016 are left, worth 8.32 USDT at the stop.
    await place(stage, stop({ ...smallEntry, entry: spotOrder({ lots: 17 }) }))
    await fillWhole(stage, 1, 600_000, 17, '17')
    await tick(stage, 1, 520_000)
    expect(submitted(stage).at(-1)).toEqual([2, 'sell', 'market', 468_000, 16, null])
    await fillWhole(stage, 2, 520_000, 16)
    expect(await find(stage)).toMatchObject({ state: 'triggered', refusal: null })
    return [await btc(stage), await usdt(stage)]
  })

  story('one lot of an entry that was filled is sold as well', async (stage) => {
    await place(stage, stop({ ...smallEntry, entry: spotOrder({ lots: 1_000 }) }))
    stage.clerk.fill(1, { ticks: 600_000, lots: 1, fee: '0' })
    await stage.deliver()
    await tick(stage, 1, 520_000)
    await settled()
    expect(submitted(stage).at(-1)).toEqual([2, 'sell', 'market', 468_000, 1, null])
    return [await btc(stage), await usdt(stage)]
  })

  story('a sold minimum is bought back for what it brought', async (stage) => {
    const entry = spotOrder({ side: 'sell', lots: 17 })
    await place(stage, stop({ ...smallEntry, side: 'buy', stopSteps: 620_000, entry }))
    // 10.20 USDT less the fee, and below 10 USDT.
    await fillWhole(stage, 1, 600_000, 17, '300000')
    await tick(stage, 1, 620_000)
    expect(submitted(stage).at(-1)).toEqual([2, 'buy', 'market', 682_000, 0, '9900000'])
    return [await btc(stage), await usdt(stage)]
  })

  story('what the limit of an OCO has left is sold by its stop', async (stage) => {
    await place(stage, stop({ kind: 'oco', legTicks: 620_000 }))
    stage.clerk.fill(1, { ticks: 620_000, lots: 999, fee: '0' })
    await stage.deliver()
    await tick(stage, 1, 590_000)
    await settled()
    expect(submitted(stage).at(-1)).toEqual([2, 'sell', 'market', 531_000, 1, null])
    return [await btc(stage), await usdt(stage)]
  })

  story('a purchase of lots that a falling price has made cheaper than the smallest order is sent', async (stage) => {
    await place(stage, stop({ side: 'buy', kind: 'take_profit', stopSteps: null, profitSteps: 590_000, lots: 16 }))
    await tick(stage, 1, 500_000)
    expect(submitted(stage)).toEqual([[1, 'buy', 'market', 550_000, 16, null]])
    return [await btc(stage), await usdt(stage)]
  })

  story('as many open orders as the pair allows keep no stop back', async (stage) => {
    await place(stage, stop())
    for (let count = 0; count < 5; count += 1) await stage.place(spotOrder({ ticks: 550_000, lots: 100 }))
    expect(await stage.place(spotOrder({ ticks: 550_000, lots: 100 }))).toMatchObject({
      value: [{ refusal: { code: 'open_orders_above_max' } }],
    })
    await tick(stage, 1, 590_000)
    expect(submitted(stage).at(-1)).toEqual([6, 'sell', 'market', 531_000, 1_000, null])
    return [await btc(stage), await usdt(stage)]
  })

  story('filters that the desk has changed since do not reach it', async (stage) => {
    await place(stage, stop())
    const [pair, ...others] = stage.catalogue.pairs
    const filters = pair && { ...pair.filters, quantityMin: lots(2_000), quantityMax: lots(3_000) }
    if (pair && filters) stage.catalogue = { ...stage.catalogue, pairs: [{ ...pair, filters }, ...others] }
    await tick(stage, 1, 590_000)
    expect(submitted(stage)).toHaveLength(1)
    return btc(stage)
  })
})

describe('what goes wrong', () => {
  story('the Market refuses what was sent: the hold is free, with that reason', async (stage) => {
    await place(stage, stop())
    stage.clerk.refusal = 'market_closed'
    await tick(stage, 1, 580_000)
    await settled()
    expect(await find(stage)).toMatchObject({ state: 'refused', refusal: 'market_closed', orderNo: 1 })
    expect(await btc(stage)).toEqual(['100000000', '0'])
    const inbox = await stage.ask({ type: 'messages', kinds: null, page: 1, limit: 10 })
    expect(inbox).toMatchObject({
      value: { rows: [{ kind: 'conditional_refused' }, { kind: 'conditional_triggered' }] },
    })
    await expectRight(stage)
    return find(stage)
  })

  story('a market order that finds nobody says so', async (stage) => {
    await place(stage, stop())
    await tick(stage, 1, 580_000)
    stage.clerk.close(1, 'not_filled', 1_000)
    await stage.deliver()
    expect(await find(stage)).toMatchObject({ state: 'refused', refusal: 'conditional_not_filled' })
    return btc(stage)
  })

  story('a pair that was halted meanwhile: nothing is sent, the hold is free', async (stage) => {
    await place(stage, stop())
    const [pair, ...others] = stage.catalogue.pairs
    if (pair) stage.catalogue = { ...stage.catalogue, pairs: [{ ...pair, isTradable: false }, ...others] }
    await tick(stage, 1, 580_000)
    expect(submitted(stage)).toEqual([])
    expect(await find(stage)).toMatchObject({ state: 'refused', refusal: 'market_closed' })
    return btc(stage)
  })

  story(
    'what was accepted before trading was frozen stands, and can be cancelled; nothing new is accepted',
    async (stage) => {
      await place(stage, stop())
      await place(stage, stop({ stopSteps: 570_000 }))
      await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
      expect(await place(stage, stop())).toMatchObject({ refusal: { code: 'trading_frozen' } })
      await tick(stage, 1, 590_000)
      expect(submitted(stage)).toHaveLength(1)
      await cancel(stage, 2)
      expect(await cancel(stage, 2)).toMatchObject({ refusal: { code: 'conditional_not_live' } })
      return btc(stage)
    },
  )

  scene('killed between the trigger and the Market: sent once, by the room that wakes', async (stage) => {
    await place(stage, stop())
    stage.clerk.failBefore = 100
    await tick(stage, 1, 580_000)
    expect(stage.clerk.commands).toEqual([])
    stage.die()
    stage.clerk.failBefore = 0
    stage.clerk.failAfter = 1
    await stage.wake()
    stage.die()
    await stage.wake()
    // The Watch lost the answer and repeats the wake-up.
    await tick(stage, 1, 580_000)
    expect(submitted(stage)).toHaveLength(1)
    await fillWhole(stage, 1, 580_000)
    expect(await find(stage)).toMatchObject({ state: 'triggered' })
  })

  scene('killed while the stop takes the limit back: the rest is sold once', async (stage) => {
    await place(stage, stop({ kind: 'oco', legTicks: 620_000 }))
    stage.clerk.failAfter = 1
    await tick(stage, 1, 580_000)
    stage.die()
    await stage.wake()
    stage.die()
    await stage.wake()
    expect(taken(stage)).toEqual([1])
    expect(submitted(stage).map(([orderNo, , kind]) => [orderNo, kind])).toEqual([
      [1, 'limit'],
      [2, 'market'],
    ])
  })

  scene('a message that leads to an order is saved before the Market hears of it', async (stage) => {
    stage.catalogue = TWO_PAIRS
    await place(stage, stop({ kind: 'oco', legTicks: 620_000 }))
    // Another Market holds the lease: after a restart the room recovers from that one, and has only saved turns of this one.
    await stage.place(spotOrder({ symbol: 'EUR-USDT', lots: 100 }))
    // Blocks every other save of the account meanwhile.
    stage.askWatch = () => new Promise(() => undefined)
    stage.clerk.tamper = (answer) => {
      // The Market stored the order of the cancelled limit leg; the room dies before the answer.
      if (submitted(stage).length === 2) stage.die()
      return answer
    }
    await tick(stage, 1, 580_000)
    stage.clerk.tamper = (answer) => answer
    await stage.place(spotOrder({ lots: 100 }))
    expect(await find(stage)).toMatchObject({ state: 'sent', orderNo: 3 })
    expect(submitted(stage).map(([orderNo, side]) => [orderNo, side])).toEqual([
      [1, 'sell'],
      [3, 'sell'],
      [4, 'buy'],
    ])
  })

  scene('a Watch is told only what is saved, also while the order is on its way to the Market', async (stage) => {
    const oco = stop({ kind: 'oco', legTicks: 620_000, lots: 100 })
    await place(stage, oco)
    // This turn never reaches the Market.
    stage.clerk.gate = new Promise(() => undefined)
    const told: (number | null)[] = []
    stage.askWatch = (_symbol, registration) => {
      told.push(registration.band.low)
      return new Promise(() => undefined)
    }
    void place(stage, { ...oco, stopSteps: 595_000 }).catch(() => null)
    await settled()
    expect(told).toEqual([595_000])
    stage.die()
    stage.clerk.gate = Promise.resolve()
    await stage.wake()
    expect(await find(stage, 2)).toMatchObject({ state: 'live', stopSteps: 595_000 })
  })

  scene('what cannot be is refused by name and holds nothing', async (stage) => {
    const refusal = async (differs: Parameters<typeof stop>[0]) => {
      const answered = await place(stage, stop(differs))
      return answered.ok ? null : [answered.refusal.code, answered.refusal.facts]
    }
    const sell = { kind: 'take_profit', stopSteps: null } as const
    const oco = { kind: 'oco', legTicks: 620_000 } as const
    const trail = { kind: 'trailing', stopSteps: null } as const
    const entry = spotOrder()
    const attached = { kind: 'attached', lots: 0, entry } as const
    const cases = [
      [{ stopSteps: 600_000 }, 'conditional_below_price', { price: '60000.0' }],
      [{ side: 'buy', stopSteps: 599_999 }, 'conditional_above_price', { price: '60000.0' }],
      [{ ...sell, profitSteps: 600_000 }, 'conditional_above_price', { price: '60000.0' }],
      [{ ...sell, side: 'buy', profitSteps: 600_000 }, 'conditional_below_price', { price: '60000.0' }],
      [{ ...oco, legTicks: 590_000 }, 'conditional_above_price', { price: '60000.0' }],
      [{ ...oco, stopSteps: 610_000 }, 'conditional_below_price', { price: '60000.0' }],
      // The way out of a limit entry lies around the entry's own price.
      [
        { ...attached, entry: spotOrder({ ticks: 580_000 }), stopSteps: 585_000 },
        'conditional_below_price',
        { price: '58000.0' },
      ],
      [{ ...attached, stopSteps: null, profitSteps: 590_000 }, 'conditional_above_price', { price: '60000.0' }],
      [{ ...trail, trailSteps: 300_001 }, 'conditional_trail_out_of_bounds', { min: '0.1', max: '30000.0' }],
      [{ ...trail, trailRate: '99999' }, 'conditional_trail_out_of_bounds', { min: '0.1%', max: '50%' }],
      [{ limitTicks: 700_000 }, 'price_out_of_band', { bound: '64900', nearest: '64900', asset: 'USDT' }],
      [{ lots: 9 }, 'quantity_below_min', { bound: '0.0001', nearest: '0.0001', asset: 'BTC' }],
      [{ lots: 100_000, side: 'buy', stopSteps: 610_000 }, 'insufficient_available'],
      [{ side: 'buy', stopSteps: 610_000, lots: 0, budget: '9999999' }, 'notional_below_min'],
      [{ symbol: 'NO-USDT' }, 'pair_not_found', { pair: 'NO-USDT' }],
      [{ symbol: 'ACME-USDT' }, 'market_closed', { pair: 'ACME-USDT' }],
      [{ reference: 0 }, 'no_reference_price', {}],
      [
        { ...attached, entry: spotOrder({ kind: 'market', ticks: 0, timeInForce: 'ioc' }), stopSteps: 590_000 },
        'no_reference_price',
        {},
      ],
      // Parts that do not go together.
      [{ profitSteps: 610_000 }, 'request_malformed', { field: 'stop' }],
      [{ budget: '1', lots: 0 }, 'request_malformed', { field: 'stop' }],
      [{ ...trail, trailSteps: 100, trailRate: '1000000' }, 'request_malformed', { field: 'trailing' }],
      [{ ...attached, entry: null, stopSteps: 590_000 }, 'request_malformed', { field: 'attached' }],
      [
        { ...attached, entry: spotOrder({ side: 'sell' }), stopSteps: 590_000 },
        'request_malformed',
        { field: 'attached' },
      ],
    ] as const
    for (const [differs, code, facts] of cases) {
      const refused = await refusal(differs)
      expect([differs, refused]).toEqual([differs, [code, facts ?? refused?.[1]]])
    }
    expect(await stage.balances()).toEqual({ 'change:1': ['100000000', '0'], 'change:3': ['1000000000', '0'] })
    for (let count = 0; count < 50; count += 1) await place(stage, stop({ lots: 100 }))
    expect(await refusal({})).toEqual(['conditional_orders_above_max', { bound: '50' }])
    const all = await stage.ask({ type: 'cancel_conditionals', commandId: stage.commandId(), symbol: null })
    expect(all).toMatchObject({ ok: true })
    expect(await btc(stage)).toEqual(['100000000', '0'])
    expect(await stage.ask({ type: 'conditional_order', conditionalNo: 999 })).toMatchObject({
      refusal: { code: 'conditional_not_found' },
    })
  })
})
