// Futures in one account, tick by tick: opening, triggers, liquidation, their prices and bookings. Cold starts between steps:
// account/waking.ts.

import { expect } from 'vitest'
import type { AccountRequests } from '#party/protocol/account'
import { type FuturesReceipt, checkFuturesReceipt } from '#domain/futures/receipt'
import { decodeAmount, formatTrimmed } from '#domain/money/amount'
import { activityOf } from '../kit/activity-recount'
import { NOON, type Stage, USDT, scene, story } from '../account/stage'
import { type Order, accounts, find, fund, lever, open, order, positions, tick } from './trading'

story(
  'Alice opens a long position at the first tick after she asked, and closes it with what it won',
  async (stage) => {
    await fund(stage)
    const no = await open(stage)
    expect(await lever(stage)).toEqual(['397000000', '603000000'])
    expect(stage.registrations.get('BTC-USDT')?.band).toMatchObject({ next: NOON, low: null, high: null })

    await tick(stage, 600_000)
    expect(await find(stage, no)).toMatchObject({
      state: 'open',
      openSteps: 600_120,
      margin: '600120000',
      fee: '3000600',
    })
    expect(await lever(stage)).toEqual(['396879400', '600120000'])

    void stage.ask({ type: 'close_futures', commandId: 'close', positionNo: no, lots: null })
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(await find(stage, no)).toMatchObject({ state: 'open', closeAskedLots: 100 })
    await tick(stage, 606_000)
    expect(await find(stage, no)).toMatchObject({ state: 'closed', cause: 'user', realised: '57580000', lots: 0 })
    // 1,000 less the fee, plus the profit.
    expect(await lever(stage)).toEqual(['1054579400', '0'])
    expect(stage.registrations.get('BTC-USDT')?.band).toMatchObject({ next: null, low: null, high: null })
    await stage.verify()
    // Opened for 6,001.20 and closed for 57.58 more.
    expect(Object.values(activityOf(stage.store))).toMatchObject([{ 'volume/3': '12059980000', 'fees/3': '3000600' }])
    return accounts(stage)
  },
)

story('an answer waits for the tick, and a repetition gets the same one', async (stage) => {
  await fund(stage)
  const ask = { type: 'place_futures_order', commandId: 'one', ...order() } as const
  const answer = stage.ask(ask)
  await new Promise((resolve) => setTimeout(resolve, 0))
  const placed = (await positions(stage)).length
  await tick(stage, 600_000)
  const again = await stage.ask({ ...ask, reference: 601_000 })
  expect(again).toMatchObject({ ok: true, value: { positionNo: 1, state: 'open' } })
  void answer.catch(() => null)
  return [placed, (await positions(stage)).length]
})

story(
  'a market order that would open at a worse price than its user takes is called off, and all of it is free again',
  async (stage) => {
    await fund(stage)
    const no = await open(stage, { worstSteps: 603_000 })
    await tick(stage, 603_000)
    expect(await find(stage, no)).toMatchObject({ state: 'cancelled', cause: 'price_moved' })
    return lever(stage)
  },
)

story('a limit order waits for its price, and opens at the limit or better', async (stage) => {
  await fund(stage)
  const no = await open(stage, { kind: 'limit', entrySteps: 590_000 })
  await tick(stage, 600_000)
  expect(stage.registrations.get('BTC-USDT')?.band).toMatchObject({ low: 590_000, high: null, next: null })
  await tick(stage, 589_990)
  // With half a spread the price is still above the limit.
  expect(await find(stage, no)).toMatchObject({ state: 'pending' })
  await tick(stage, 589_000)
  const { openReceiptId, ...opened } = await find(stage, no)
  expect(opened).toMatchObject({ state: 'open', openSteps: 589_118 })
  await stage.ring()
  expect(stage.receipts.get(openReceiptId ?? '')).toMatchObject({
    ...{ rule: 'futures-open-1', price: 589_118, margin: opened.margin, fee: opened.fee },
    order: { kind: 'limit', entrySteps: 590_000 },
  })
  return lever(stage)
})

story(
  'take-profit and stop-loss close at the tick that reached them, each with a receipt that can be checked',
  async (stage) => {
    await fund(stage, '2000000000')
    const winner = await open(stage, { takeProfit: 610_000, stopLoss: 595_000 })
    const loser = await open(stage, { direction: 'short', takeProfit: 580_000, stopLoss: 609_000 })
    await tick(stage, 600_000)
    expect(stage.registrations.get('BTC-USDT')?.band).toMatchObject({ low: 595_000, high: 609_000 })
    await tick(stage, 611_000)
    const [won, lost] = [await find(stage, winner), await find(stage, loser)]
    expect(won).toMatchObject({ state: 'closed', cause: 'take_profit', closes: [{ indexSteps: 611_000 }] })
    expect(lost).toMatchObject({ state: 'closed', cause: 'stop_loss', closes: [{ indexSteps: 611_000 }] })
    await stage.ring()
    for (const { closes } of [won, lost]) {
      const receipt = stage.receipts.get(closes[0]?.receiptId ?? '') as FuturesReceipt
      expect(checkFuturesReceipt(receipt)).toEqual([])
      expect(checkFuturesReceipt({ ...receipt, result: '1' })).not.toEqual([])
    }
    return [won.realised, lost.realised, await lever(stage)]
  },
)

story(
  'an isolated position is liquidated alone, at the tick at which its equity says so, and its fee goes to the fund',
  async (stage) => {
    await fund(stage)
    const no = await open(stage, { leverage: 50 })
    await tick(stage, 600_000)
    const { low } = stage.registrations.get('BTC-USDT')?.band ?? { low: null }
    expect(low).toBeGreaterThan(590_000)
    await tick(stage, (low ?? 0) + 1)
    expect(await find(stage, no)).toMatchObject({ state: 'open' })
    await tick(stage, low ?? 0)
    const ended = await find(stage, no)
    expect(ended).toMatchObject({ state: 'closed', cause: 'liquidation' })
    await stage.ring()
    expect(checkFuturesReceipt(stage.receipts.get(ended.closes[0]?.receiptId ?? '') as FuturesReceipt)).toEqual([])
    // The insurance fund's ledger has it with that receipt.
    expect(stage.insured.get(ended.closes[0]?.receiptId ?? '')).toBe(`${USDT.id}:${ended.closes[0]?.liquidationFee}`)
    return [ended.closes[0]?.liquidationFee, await accounts(stage), await lever(stage)]
  },
)

story(
  'two equal positions that one tick liquidates have two receipts, and the fund has the fee of each',
  async (stage) => {
    await fund(stage)
    const numbers = [await open(stage, { leverage: 50 }), await open(stage, { leverage: 50 })]
    await tick(stage, 600_000)
    await tick(stage, stage.registrations.get('BTC-USDT')?.band.low ?? 0)
    const closes = []
    for (const no of numbers) closes.push((await find(stage, no)).closes[0])
    await stage.ring()
    expect(new Set(closes.map((close) => close?.receiptId)).size).toBe(2)
    const insured = closes.map((close) => stage.insured.get(close?.receiptId ?? ''))
    expect(insured).toEqual(closes.map((close) => `${USDT.id}:${close?.liquidationFee}`))
    return [insured, await accounts(stage)]
  },
)

story(
  'a cross position whose loss is more than its margin pays its fee out of the balance that is left',
  async (stage) => {
    await fund(stage)
    const no = await open(stage, { leverage: 100, mode: 'cross' })
    await tick(stage, 600_000)
    for (let price = 520_000; price > 480_000 && (await find(stage, no)).state === 'open'; price -= 100)
      await tick(stage, price)
    const { cause, closes, marginAtOpen } = await find(stage, no)
    expect(cause).toBe('liquidation')
    const [close] = closes
    // The index price of the liquidation, 100 lots of 0.001 BTC, 0.05 %, rounded up.
    const full = (BigInt(close?.indexSteps ?? 0) * 100n * 100n * 5n + 9_999n) / 10_000n
    expect(BigInt(close?.result ?? 0)).toBeLessThan(-BigInt(marginAtOpen))
    expect(close).toMatchObject({ liquidationFee: String(full), insured: '0' })
    return [close, await accounts(stage), await lever(stage)]
  },
)

story('a gap beyond the margin costs its user the margin and nothing more: the fund pays the rest', async (stage) => {
  await fund(stage)
  const no = await open(stage, { leverage: 50, stopLoss: 595_000 })
  await tick(stage, 600_000)
  const before = await lever(stage)
  await tick(stage, 560_000)
  const ended = await find(stage, no)
  expect(ended).toMatchObject({ state: 'closed', cause: 'liquidation' })
  expect(BigInt(ended.closes[0]?.insured ?? '0')).toBeGreaterThan(0n)
  await stage.ring()
  const paid = [...stage.insured.values()].find((taken) => taken !== '0')
  expect(paid).toBe(`${USDT.id}:${(await accounts(stage))['@insurance']}`)
  // The earlier available balance is available again.
  expect(await lever(stage)).toEqual([before?.[0], '0'])
  return accounts(stage)
})

story('a gap through the stop-loss of a position that still has equity closes it as a stop-loss', async (stage) => {
  await fund(stage)
  const no = await open(stage, { leverage: 2, lots: 20, stopLoss: 595_000 })
  await tick(stage, 600_000)
  await tick(stage, 560_000)
  const ended = await find(stage, no)
  expect(ended).toMatchObject({ state: 'closed', cause: 'stop_loss', closes: [{ indexSteps: 560_000, insured: '0' }] })
  return ended.realised
})

story('cross positions are liquidated with the largest maintenance first, until the rest is safe', async (stage) => {
  await fund(stage, '500000000')
  const small = await open(stage, { mode: 'cross', leverage: 100, lots: 50 })
  const large = await open(stage, { mode: 'cross', leverage: 100, lots: 300 })
  await tick(stage, 600_000)
  const { low } = stage.registrations.get('BTC-USDT')?.band ?? { low: null }
  await tick(stage, (low ?? 0) - 60)
  expect(await find(stage, large)).toMatchObject({ state: 'closed', cause: 'liquidation' })
  expect(await find(stage, small)).toMatchObject({ state: 'open' })
  return [await lever(stage), await accounts(stage)]
})

story(
  'a cross loss that the balance does not cover closes what is in profit, and the fund pays nothing',
  async (stage) => {
    await fund(stage, '200000000')
    const winner = await open(stage, { mode: 'cross', leverage: 100, direction: 'short' })
    const loser = await open(stage, { mode: 'cross', leverage: 100 })
    await tick(stage, 600_000)
    void stage.ask({ type: 'close_futures', commandId: 'close', positionNo: loser, lots: null })
    await new Promise((resolve) => setTimeout(resolve, 0))
    await tick(stage, 550_000)
    expect(await find(stage, loser)).toMatchObject({
      state: 'closed',
      realised: '-502300000',
      closes: [{ insured: '0' }],
    })
    expect(await find(stage, winner)).toMatchObject({ state: 'closed', cause: 'cover' })
    expect((await accounts(stage))['@insurance']).toBeUndefined()
    return lever(stage)
  },
)

story('part of a position is closed, and the rest keeps its part of the margin', async (stage) => {
  await fund(stage)
  const no = await open(stage)
  await tick(stage, 600_000)
  void stage.ask({ type: 'close_futures', commandId: 'part', positionNo: no, lots: 30 })
  await new Promise((resolve) => setTimeout(resolve, 0))
  await tick(stage, 606_000)
  expect(await find(stage, no)).toMatchObject({ state: 'open', lots: 70, margin: '420084000', closeAskedLots: null })
  const past = (differs: object) =>
    stage.ask({ type: 'futures_ended', symbol: null, only: null, page: 1, limit: 20, ...differs })
  expect(await past({ hasParts: true })).toMatchObject({
    value: { total: 1, rows: [{ positionNo: no, realised: '17274000', closes: [{ lots: 30, result: '17274000' }] }] },
  })
  expect(await past({})).toMatchObject({ value: { total: 0 } })
  for (const lots of [71, 0, -1])
    expect(await stage.ask({ type: 'close_futures', commandId: `lots-${lots}`, positionNo: no, lots })).toMatchObject({
      refusal: { code: 'futures_lots_out_of_bounds', facts: { min: '1', max: '70' } },
    })
  return lever(stage)
})

story('margin is added to and taken from an isolated position, never below what its leverage needs', async (stage) => {
  await fund(stage)
  const no = await open(stage)
  await tick(stage, 600_000)
  const change = (amount: string) =>
    stage.ask({
      type: 'change_futures_margin',
      commandId: stage.commandId(),
      positionNo: no,
      amount,
      reference: 600_000,
      prices: [],
      seen: [],
    })
  expect(await change('100000000')).toMatchObject({ ok: true, value: { margin: '700120000' } })
  expect(await change('-100000001')).toMatchObject({ refusal: { code: 'futures_margin_needed' } })
  expect(await change('-100000000')).toMatchObject({ ok: true, value: { margin: '600120000' } })
  expect(await change('999000000')).toMatchObject({ refusal: { code: 'insufficient_available' } })
  return lever(stage)
})

story('money leaves the lever wallet only as far as the cross positions stay above 150 percent', async (stage) => {
  await fund(stage)
  await open(stage, { mode: 'cross' })
  await tick(stage, 600_000)
  const move = (amount: string, priceSteps: number) =>
    stage.ask({
      type: 'transfer',
      commandId: stage.commandId(),
      assetId: USDT.id,
      amount,
      from: 'lever',
      to: 'change',
      prices: [{ symbol: 'BTC-USDT', priceSteps }],
    })
  expect(await move('396000000', 600_000)).toMatchObject({ refusal: { code: 'futures_margin_needed' } })
  expect(await move('90000000', 600_000)).toMatchObject({ ok: true })
  expect(await move('10000000', 594_000)).toMatchObject({ refusal: { code: 'futures_margin_needed' } })
  return lever(stage)
})

const MIDNIGHT = Date.UTC(2026, 10, 22)

/** A price round some seconds after the following midnight. */
async function tickAt(stage: Stage, second: number, ...prices: [btc: number, eur?: number, symbol?: string]) {
  stage.now = MIDNIGHT + second * 1_000 - 1_000
  await tick(stage, ...prices)
}

story(
  'each midnight is paid for once, by the first tick from it on, also those at which nothing ran',
  async (stage) => {
    await fund(stage)
    const no = await open(stage)
    await tick(stage, 600_000)
    expect(stage.registrations.get('BTC-USDT')?.band).toMatchObject({ next: MIDNIGHT })
    await tickAt(stage, 1, 600_000)
    await tickAt(stage, 60, 650_000)
    // 0.02% of 6,000, then twice of 6,100: the room slept for two days.
    expect(await find(stage, no)).toMatchObject({ overnightPaid: '1200000' })
    await tickAt(stage, 2 * 86_400 + 60, 610_000)
    expect(await find(stage, no)).toMatchObject({ overnightPaid: String(1_200_000 + 2 * 1_220_000) })
    expect(stage.registrations.get('BTC-USDT')?.band).toMatchObject({ next: MIDNIGHT + 3 * 86_400_000 })
    // Each charge on the statement leads to its receipt.
    await stage.ring()
    const filter = { wallet: 'lever', assetId: null, reason: 'futures_overnight', from: null, until: null } as const
    const charged = await stage.ask({ type: 'bills', ...filter, isWhole: false, page: 1, limit: 10 })
    const named = charged.ok ? charged.value.rows.map(({ receiptId }) => stage.receipts.get(receiptId ?? '')) : []
    expect(named).toMatchObject([
      { rule: 'futures-overnight-1', midnight: MIDNIGHT + 2 * 86_400_000, due: '1220000', paid: '1220000' },
      { rule: 'futures-overnight-1', midnight: MIDNIGHT + 86_400_000, due: '1220000' },
      { rule: 'futures-overnight-1', midnight: MIDNIGHT, due: '1200000', by: 'midnight' },
    ])
    return [await lever(stage), await accounts(stage)]
  },
)

story('who closes a second after midnight has paid for it, and who was closed before it has not', async (stage) => {
  await fund(stage)
  const kept = await open(stage, { lots: 50 })
  const stopped = await open(stage, { lots: 50, stopLoss: 590_000 })
  await tick(stage, 600_000)
  stage.now = MIDNIGHT - 500
  void stage.ask({ type: 'close_futures', commandId: 'close', positionNo: kept, lots: null })
  await new Promise((resolve) => setTimeout(resolve, 0))
  // The wake of the last second of the day comes late.
  await tickAt(stage, -1, 589_000)
  expect(await find(stage, stopped)).toMatchObject({ state: 'closed', cause: 'stop_loss', overnightPaid: '0' })
  await tickAt(stage, 0, 600_000)
  expect(await find(stage, kept)).toMatchObject({ state: 'closed', cause: 'user', overnightPaid: '600000' })
  await tickAt(stage, 1, 600_000)
  return [await lever(stage), await accounts(stage)]
})

story('what is liquidated by another symbol after midnight has paid for it too', async (stage) => {
  await fund(stage, '1300000000')
  const btc = await open(stage, { mode: 'cross' })
  const eur = await open(stage, { mode: 'cross', symbol: 'EUR-USDT', reference: 600_000 })
  await tick(stage, 600_000, 600_000)
  await tick(stage, 600_000, 600_000, 'EUR-USDT')
  await tickAt(stage, 5, 500_000, 540_000)
  const [one, other] = [await find(stage, btc), await find(stage, eur)]
  expect([one, other]).toMatchObject([{ state: 'closed' }, { state: 'closed' }])
  expect([one.overnightPaid, other.overnightPaid]).toEqual(['1000000', '1080000'])
  for (const { closes } of [one, other]) expect(closes).toHaveLength(1)
  return [await lever(stage), await accounts(stage)]
})

story(
  'what is malformed, on the wrong side, closed or not there is refused by name and holds nothing',
  async (stage) => {
    await fund(stage)
    const place = async (differs: Partial<Order>) => {
      const answer = await stage.ask({ type: 'place_futures_order', commandId: stage.commandId(), ...order(differs) })
      return answer.ok ? 'placed' : answer.refusal.code
    }
    const codes = [
      await place({ lots: 0 }),
      await place({ lots: 1_000 }),
      await place({ kind: 'limit', entrySteps: 610_000 }),
      await place({ kind: 'stop', entrySteps: 590_000 }),
      await place({ takeProfit: 590_000 }),
      await place({ stopLoss: 610_000 }),
      await place({ kind: 'limit', entrySteps: 590_000, stopLoss: 595_000 }),
    ]
    expect(codes).toEqual([
      'request_malformed',
      'insufficient_available',
      'futures_limit_wrong_side',
      'futures_stop_wrong_side',
      'futures_take_profit_too_low',
      'futures_stop_loss_too_high',
      'futures_stop_loss_too_high',
    ])
    const cancel = (positionNo: number) =>
      stage.ask({ type: 'cancel_futures_order', commandId: stage.commandId(), positionNo, seen: [] })
    expect(await cancel(7)).toMatchObject({ refusal: { code: 'futures_position_not_found' } })
    const no = await open(stage, { kind: 'limit', entrySteps: 590_000 })
    expect(await cancel(no)).toMatchObject({ ok: true, value: { state: 'cancelled', cause: 'cancelled' } })
    expect(await cancel(no)).toMatchObject({ refusal: { code: 'futures_position_not_open' } })
    return lever(stage)
  },
)

scene('a market order that cannot open says why in its answer', async (stage) => {
  await fund(stage)
  const place = (differs: Partial<Order>) =>
    stage.ask({ type: 'place_futures_order', commandId: stage.commandId(), ...order(differs) })
  const moved = place({ worstSteps: 600_100 })
  await new Promise((resolve) => setTimeout(resolve, 0))
  await tick(stage, 600_000)
  expect(await moved).toMatchObject({ refusal: { code: 'futures_price_moved' } })

  const short = place({ lots: 160, leverage: 10 })
  await new Promise((resolve) => setTimeout(resolve, 0))
  await tick(stage, 640_000)
  expect(await short).toMatchObject({ refusal: { code: 'futures_margin_short' } })

  const full = place({})
  await new Promise((resolve) => setTimeout(resolve, 0))
  stage.now += 1_000
  const at = stage.now
  const only = { symbol: 'BTC-USDT', seq: 1, at, price: '60000.0', source: 't', previousHash: '', hash: '' }
  await stage.wakeBy({
    feature: 'futures',
    symbol: 'BTC-USDT',
    round: { at, ticks: [only] },
    beforeAt: null,
    closedSides: ['long'],
  })
  expect(await full).toMatchObject({ refusal: { code: 'futures_exposure_full' } })
  expect(await lever(stage)).toEqual(['1000000000', '0'])
})

scene(
  'closing twice, margin of a cross position, and more orders than one account may have are refused',
  async (stage) => {
    await fund(stage, '10000000000')
    const no = await open(stage, { mode: 'cross' })
    await tick(stage, 600_000)
    const commandId = () => stage.commandId()
    expect(
      await stage.ask({
        type: 'change_futures_margin',
        commandId: commandId(),
        positionNo: no,
        amount: '1',
        reference: 600_000,
        prices: [],
        seen: [],
      }),
    ).toMatchObject({ refusal: { code: 'futures_not_isolated' } })
    void stage.ask({ type: 'close_futures', commandId: commandId(), positionNo: no, lots: null })
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(await stage.ask({ type: 'close_futures', commandId: commandId(), positionNo: no, lots: 1 })).toMatchObject({
      refusal: { code: 'futures_closing' },
    })
    for (let count = 1; count < 200; count += 1) await open(stage, { kind: 'limit', entrySteps: 500_000, lots: 1 })
    const more = {
      type: 'place_futures_order',
      commandId: commandId(),
      ...order({ kind: 'limit', entrySteps: 500_000 }),
    } as const
    expect(await stage.ask(more)).toMatchObject({
      refusal: { code: 'futures_orders_above_max', facts: { bound: '200' } },
    })
  },
)

story(
  'a wake that comes late decides by its own tick, although another symbol has brought a newer price',
  async (stage) => {
    await fund(stage, '5000000000')
    const btc = await open(stage)
    const eur = await open(stage, { symbol: 'EUR-USDT', reference: 450_000, stopLoss: 445_000 })
    await tick(stage, 600_000, 450_000)
    await tick(stage, 600_000, 450_000, 'EUR-USDT')
    const at = stage.now + 1_000
    await tick(stage, 600_000, 444_000)
    // The bitcoin's Watch is faster: in its round the euro has recovered.
    await tick(stage, 650_000, 452_000)
    const late = { symbol: 'EUR-USDT', seq: 1, at, price: '44400.0', source: 'test', previousHash: '', hash: '' }
    await stage.wakeBy({
      feature: 'futures',
      symbol: 'EUR-USDT',
      round: { at, ticks: [late] },
      beforeAt: null,
      closedSides: [],
    })
    expect(await find(stage, eur)).toMatchObject({
      state: 'closed',
      cause: 'stop_loss',
      closes: [{ indexSteps: 444_000 }],
    })
    expect(await find(stage, btc)).toMatchObject({ state: 'open' })
    return lever(stage)
  },
)

scene('what a Watch is answered it is not told besides, unless something was still on its way to it', async (stage) => {
  const told: number[] = []
  const { askWatch } = stage
  stage.askWatch = (symbol, registration) => {
    told.push(registration.revision)
    return askWatch(symbol, registration)
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0))
  await fund(stage)
  await open(stage)
  await settle()
  const before = told.length
  await tick(stage, 600_000)
  await settle()
  expect(told.slice(before)).toEqual([])
  expect(stage.registrations.get('BTC-USDT')?.band.low).toEqual(expect.any(Number))

  stage.askWatch = () => Promise.reject(new Error('away'))
  await open(stage, { lots: 1 })
  await settle()
  stage.askWatch = (symbol, registration) => {
    told.push(registration.revision)
    return askWatch(symbol, registration)
  }
  await tick(stage, 600_000)
  await settle()
  expect(told.slice(before)).toEqual([stage.registrations.get('BTC-USDT')?.revision])
})

story('nothing leaves the wallet while a cross position has no fresh price', async (stage) => {
  await fund(stage)
  await open(stage, { mode: 'cross', lots: 1 })
  await tick(stage, 600_000)
  const moved = await stage.ask({
    type: 'transfer',
    commandId: stage.commandId(),
    assetId: USDT.id,
    amount: '1',
    from: 'lever',
    to: 'change',
    prices: [],
  })
  expect(moved).toMatchObject({ refusal: { code: 'futures_margin_needed', facts: { available: '0' } } })
  return lever(stage)
})

story(
  'a stop that is not named stays as it is, its lots too, and one that is taken away takes them along',
  async (stage) => {
    await fund(stage)
    const no = await open(stage)
    await tick(stage, 600_000)
    type Stops = Omit<AccountRequests['set_futures_stops'], 'type' | 'commandId' | 'positionNo' | 'reference' | 'seen'>
    const set = (stops: Stops) =>
      stage.ask({
        ...{ type: 'set_futures_stops', commandId: stage.commandId(), positionNo: no, reference: 600_000, seen: [] },
        ...stops,
      } as const)
    const stopsOf = async () => {
      const { takeProfit, takeProfitLots, stopLoss, stopLossLots } = await find(stage, no)
      return [takeProfit, takeProfitLots, stopLoss, stopLossLots]
    }
    await set({ takeProfit: 610_000, takeProfitLots: 25, stopLoss: 590_000, stopLossLots: 75 })
    await set({ stopLoss: 591_000 })
    expect(await stopsOf()).toEqual([610_000, 25, 591_000, 75])
    await set({ takeProfitLots: 50 })
    expect(await stopsOf()).toEqual([610_000, 50, 591_000, 75])
    await set({ stopLoss: null })
    expect(await stopsOf()).toEqual([610_000, 50, null, null])
    expect(await set({ stopLossLots: 5 })).toMatchObject({
      refusal: { code: 'field_not_taken', facts: { field: 'stop_loss_lots' } },
    })
    await set({ takeProfitLots: null, stopLoss: 580_000 })
    expect(await stopsOf()).toEqual([610_000, null, 580_000, null])
    return stopsOf()
  },
)

story('after a part is closed a stop closes at most what is left, and can be written back as it is', async (stage) => {
  await fund(stage)
  const no = await open(stage)
  await tick(stage, 600_000)
  const named = { type: 'set_futures_stops', positionNo: no, reference: 600_000, seen: [] } as const
  const stops = { takeProfit: 620_000, takeProfitLots: 75, stopLoss: 590_000, stopLossLots: 30 }
  await stage.ask({ ...named, commandId: 'stops', ...stops })
  void stage.ask({ type: 'close_futures', commandId: 'half', positionNo: no, lots: 50 })
  await new Promise((resolve) => setTimeout(resolve, 0))
  await tick(stage, 600_000)
  const { takeProfit, takeProfitLots, stopLoss, stopLossLots } = await find(stage, no)
  expect([takeProfitLots, stopLossLots]).toEqual([50, 30])
  const back = { takeProfit, takeProfitLots, stopLoss, stopLossLots }
  expect(await stage.ask({ ...named, commandId: 'back', ...back })).toMatchObject({ ok: true })
  return find(stage, no)
})

story('the receipt of a cross position that its owner closes tells nothing of the wallet', async (stage) => {
  await fund(stage)
  const no = await open(stage, { mode: 'cross', lots: 10 })
  await tick(stage, 600_000)
  void stage.ask({ type: 'close_futures', commandId: 'close', positionNo: no, lots: null })
  await new Promise((resolve) => setTimeout(resolve, 0))
  await tick(stage, 601_000)
  await stage.ring()
  const { closes } = await find(stage, no)
  expect(stage.receipts.get(closes[0]?.receiptId ?? '')).toMatchObject({ available: null, others: [] })
  return closes
})

story(
  'what a message, the list and the wallet say of a position that its stop-loss closed is one figure',
  async (stage) => {
    await fund(stage)
    const [before] = (await lever(stage)) ?? []
    const no = await open(stage, { stopLoss: 594_000 })
    await tick(stage, 600_000)
    await tick(stage, 593_000)
    const ended = await find(stage, no)
    expect(ended).toMatchObject({ state: 'closed', cause: 'stop_loss' })
    const [after] = (await lever(stage)) ?? []
    expect(BigInt(ended.net)).toBe(BigInt(after ?? '') - BigInt(before ?? ''))
    expect(BigInt(ended.net)).toBe(BigInt(ended.realised) - BigInt(ended.fee))
    const listed = await stage.ask<'messages'>({ type: 'messages', kinds: null, page: 1, limit: 20 })
    const message = listed.ok ? listed.value.rows.find(({ kind }) => kind === 'futures_stop_loss') : undefined
    expect(message?.facts['amount']).toBe(formatTrimmed(USDT, decodeAmount(ended.net)))
    return [ended.net, await lever(stage)]
  },
)

story('a reversal closes first, so that its margin pays for the other direction', async (stage) => {
  await fund(stage, '700000000')
  const no = await open(stage)
  await tick(stage, 600_000)
  const ask = { type: 'reverse_futures', commandId: 'turn', positionNo: no } as const
  const turn = { ...ask, order: order({ direction: 'short' }) }
  void stage.ask(turn)
  await new Promise((resolve) => setTimeout(resolve, 0))
  await tick(stage, 606_000)
  const answer = await stage.ask({ ...turn, order: order({ direction: 'short', reference: 610_000 }) })
  expect(answer).toMatchObject({
    ok: true,
    value: { closed: { state: 'closed', cause: 'user' }, opened: { state: 'open', direction: 'short', lots: 100 } },
  })
  expect(await positions(stage)).toMatchObject([{ direction: 'short', leverage: 10, mode: 'isolated' }])
  return lever(stage)
})

story(
  'a reversal that the first tick cannot pay closes, and says why the other direction did not open',
  async (stage) => {
    await fund(stage, '620000000')
    const no = await open(stage)
    await tick(stage, 600_000)
    void stage.ask({
      type: 'reverse_futures',
      commandId: 'turn',
      positionNo: no,
      order: order({ direction: 'short', reference: 600_000 }),
    })
    await new Promise((resolve) => setTimeout(resolve, 0))
    await tick(stage, 590_000)
    expect(await find(stage, no)).toMatchObject({ state: 'closed', cause: 'user' })
    expect(await find(stage, no + 1)).toMatchObject({ state: 'cancelled', cause: 'margin_short' })
    expect((await lever(stage))?.[1]).toBe('0')
    return lever(stage)
  },
)

story('a reversal that the balance cannot pay now is refused, and the position stays', async (stage) => {
  await fund(stage, '605000000')
  const no = await open(stage)
  await tick(stage, 600_000)
  const poor = order({ direction: 'short', reference: 580_000 })
  const refused = await stage.ask({ type: 'reverse_futures', commandId: 'turn', positionNo: no, order: poor })
  expect(refused).toMatchObject({ refusal: { code: 'insufficient_available' } })
  expect(await find(stage, no)).toMatchObject({ state: 'open', closeAskedLots: null })
  return lever(stage)
})

story('closing only shorts of a symbol leaves the longs, and answers for each', async (stage) => {
  await fund(stage)
  const long = await open(stage, { lots: 10 })
  const short = await open(stage, { lots: 10, direction: 'short' })
  await tick(stage, 600_000)
  const ask = { type: 'close_many_futures', commandId: 'shorts', symbol: 'BTC-USDT', direction: 'short' } as const
  void stage.ask(ask)
  await new Promise((resolve) => setTimeout(resolve, 0))
  await tick(stage, 600_000)
  expect(await stage.ask(ask)).toMatchObject({
    ok: true,
    value: { closed: [{ positionNo: short, state: 'closed' }], refused: [] },
  })
  expect(await positions(stage)).toMatchObject([{ positionNo: long }])
  return lever(stage)
})

story('a request by a clock behind the last tick is dated after it, and takes the next', async (stage) => {
  await fund(stage)
  const first = await open(stage, { lots: 10 })
  await tick(stage, 600_000)
  const acted = stage.now
  stage.now = acted - 800
  const second = await open(stage, { lots: 10 })
  expect((await find(stage, second)).acceptedAt).toBe(acted + 1)
  void stage.ask({ type: 'close_futures', commandId: stage.commandId(), positionNo: first, lots: null })
  stage.now = acted
  await tick(stage, 601_000)
  expect(await find(stage, second)).toMatchObject({ state: 'open', openedAt: acted + 1_000 })
  expect(await find(stage, first)).toMatchObject({ state: 'closed', endedAt: acted + 1_000 })
})

story(
  'a wake-up that was decided before an order was known opens it by no later tick than its first',
  async (stage) => {
    await fund(stage)
    const no = await open(stage, { lots: 10 })
    const [first, second] = [stage.now + 1_000, stage.now + 2_000]
    const wake = (at: number, price: string, more: { readonly beforeAt: number; readonly revision?: number }) => {
      const tick = { symbol: 'BTC-USDT', seq: at / 1000, at, price, source: 'test', previousHash: '', hash: '' }
      const round = { at, ticks: [tick] }
      return stage.wakeBy({ feature: 'futures', symbol: 'BTC-USDT', round, closedSides: [], ...more })
    }
    stage.now = second
    const answer = await wake(second, '60100.0', { beforeAt: first, revision: 0 })
    expect(await find(stage, no)).toMatchObject({ state: 'pending' })
    expect(answer.band.next).toBeLessThanOrEqual(first)
    await wake(first, '60000.0', { beforeAt: first - 1_000 })
    expect(await find(stage, no)).toMatchObject({ state: 'open', openedAt: first })
  },
)

const cancelSeeing = (
  stage: Stage,
  positionNo: number,
  seen: readonly { readonly at: number; readonly priceSteps: number }[],
) => stage.ask({ type: 'cancel_futures_order', commandId: stage.commandId(), positionNo, seen })

story(
  'a late wake: an order that a public price has decided is not cancelled by who knows later prices',
  async (stage) => {
    await fund(stage)
    const market = await open(stage, { lots: 10 })
    const limit = await open(stage, { kind: 'limit', entrySteps: 590_000, lots: 10 })
    const at = stage.now + 1_000
    stage.now += 5_000
    const [before, later] = [
      { at: at - 2_000, priceSteps: 590_000 },
      { at: at + 3_000, priceSteps: 650_000 },
    ]
    const deciding = { refusal: { code: 'futures_deciding' } }
    expect(await cancelSeeing(stage, market, [before, { at, priceSteps: 600_000 }, later])).toMatchObject(deciding)
    expect(await cancelSeeing(stage, limit, [{ at, priceSteps: 589_000 }, later])).toMatchObject(deciding)
    expect(await cancelSeeing(stage, limit, [before, { at, priceSteps: 600_000 }, later])).toMatchObject({ ok: true })
    stage.now = at - 1_000
    await tick(stage, 600_000)
    expect(await find(stage, market)).toMatchObject({ state: 'open', openedAt: at })
    return lever(stage)
  },
)

story('a late wake: a stop that a public price has reached is not moved, nor is margin added', async (stage) => {
  await fund(stage)
  const no = await open(stage, { stopLoss: 590_000, takeProfit: 620_000 })
  await tick(stage, 600_000)
  const acted = stage.now
  stage.now += 5_000
  const ask = (seen: readonly { readonly at: number; readonly priceSteps: number }[]) =>
    stage.ask({
      ...{ type: 'set_futures_stops', commandId: stage.commandId(), positionNo: no, reference: 600_000 },
      ...{ stopLoss: null, takeProfit: null, seen },
    })
  const add = (priceSteps: number) =>
    stage.ask({
      ...{ type: 'change_futures_margin', commandId: stage.commandId(), positionNo: no, amount: '1000000' },
      ...{ reference: 600_000, prices: [], seen: [{ symbol: 'BTC-USDT', at: acted + 1_000, priceSteps }] },
    })
  const deciding = { refusal: { code: 'futures_deciding' } }
  for (const priceSteps of [590_000, 620_000])
    expect(await ask([{ at: acted + 1_000, priceSteps }])).toMatchObject(deciding)
  expect(await add(590_000)).toMatchObject(deciding)
  // The account has acted on earlier prices, and the later one reaches nothing.
  const harmless = [
    { at: acted, priceSteps: 580_000 },
    { at: acted + 1_000, priceSteps: 600_000 },
  ]
  expect(await ask(harmless)).toMatchObject({ ok: true })
  expect(await add(500_000)).toMatchObject(deciding)
  expect(await add(600_000)).toMatchObject({ ok: true })
  // A price from before the change of margin found another margin.
  expect(await add(500_000)).toMatchObject({ ok: true })
  return lever(stage)
})
