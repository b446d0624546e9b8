// Copy trading between a trader, the trader's room and followers: copied and missed trades, prices, ends and payments. Cold starts between
// steps: account/waking.ts.

import { expect } from 'vitest'
import { NOON, USDT } from '../account/stage'
import { marketOf } from './market'
import { type Street, TRADER, close, copies, follow, following, open, positions, story } from './street'

const ALICE = 10_002
const BOB = 10_003
const WEEK = 7 * 86_400_000

story(
  'Alice copies at the first tick after she was told, beside the price of the trader, and closes with him',
  [ALICE],
  async (street) => {
    const alice = street.stage(ALICE)
    expect(await follow(street, ALICE, { number: 200 })).toMatchObject({ ok: true, value: { state: 'active' } })
    await street.settle()
    expect(await street.report()).toMatchObject({ followers: 1, behind: 0 })

    const no = await open(street)
    await street.tick(600_000)
    expect(await copies(alice)).toMatchObject([
      { state: 'live', traderLots: 1_000, traderSteps: 600_120, steps: null, openedAt: null },
    ])
    await street.tick(600_500)
    const [copy] = await copies(alice)
    expect(copy).toMatchObject({ state: 'live', lots: 2_000, steps: 600_621, isSelfHeld: false })
    expect(await positions(alice)).toMatchObject([{ mode: 'isolated', leverage: 10, lots: 20, holder: 'copy' }])

    await close(street, no)
    await street.tick(606_000)
    await street.tick(606_000)
    const [closed] = await copies(alice)
    // Half the spread below the tick that she closed at.
    expect(closed).toMatchObject({ state: 'closed', closes: [{ lots: 2_000, steps: 605_878 }] })
    const own = await following(alice)
    expect(own.net).toBe(closed?.net)
    expect(BigInt(own.net)).toBeGreaterThan(0n)
    expect((await street.report()).copies).toEqual({ copies: 1, copiesWon: 1, copiesNet: own.net })
    return [closed, own.net]
  },
)

story(
  'fixed lots are copied whatever the trader trades, and a part of a trade is closed in the same part',
  [ALICE],
  async (street) => {
    const alice = street.stage(ALICE)
    await follow(street, ALICE, { kind: 'lots', number: 500 })
    await street.settle()
    const no = await open(street, { lots: 40 })
    await street.tick()
    await street.tick()
    await close(street, no, 10)
    await street.tick()
    await street.tick()
    // A quarter of five lots, down to whole ones.
    expect(await copies(alice)).toMatchObject([{ state: 'live', lotsOpened: 500, lots: 400 }])
    await close(street, no)
    await street.tick()
    await street.tick()
    expect(await copies(alice)).toMatchObject([{ state: 'closed', closes: [{ lots: 100 }, { lots: 400 }] }])
    return (await following(alice)).net
  },
)

story('take-profit and stop-loss follow the trader, and close the copy by its own tick', [ALICE], async (street) => {
  const alice = street.stage(ALICE)
  await follow(street, ALICE)
  await street.settle()
  const no = await open(street)
  await street.tick()
  await street.tick()
  const stops = { takeProfit: 610_000, stopLoss: 590_000, takeProfitLots: null, stopLossLots: null }
  const set = {
    type: 'set_futures_stops',
    commandId: 'stops',
    positionNo: no,
    reference: 600_000,
    seen: [],
    ...stops,
  } as const
  expect(await street.trader.ask(set)).toMatchObject({ ok: true })
  await street.settle()
  expect(await positions(alice)).toMatchObject([{ takeProfit: 610_000, stopLoss: 590_000 }])
  await street.tick(611_000)
  await street.tick(611_000)
  expect(await copies(alice)).toMatchObject([{ state: 'closed' }])
  return (await following(alice)).net
})

const stopAt = (street: Street, no: number, stops: object) =>
  street.trader.ask({
    ...{
      type: 'set_futures_stops',
      commandId: street.trader.commandId(),
      positionNo: no,
      reference: 600_000,
      seen: [],
    },
    ...{ takeProfit: null, stopLoss: null, takeProfitLots: null, stopLossLots: null, ...stops },
  })

story(
  'a stop that closes a part of trade and copy closes it once, whichever of the two hears of the price first',
  [ALICE, BOB],
  async (street) => {
    const [alice, bob] = [street.stage(ALICE), street.stage(BOB)]
    await follow(street, ALICE)
    await follow(street, BOB, { number: 30 })
    await street.settle()
    const no = await open(street, { lots: 10 })
    await street.tick()
    await street.tick()
    const lots = async () =>
      Promise.all([street.trader, alice, bob].map(async (stage) => (await positions(stage)).map((row) => row.lots)))
    await stopAt(street, no, { takeProfit: 610_000, takeProfitLots: 4, stopLoss: 590_000, stopLossLots: 5 })
    await street.settle()
    // All three close by their own stops, before the trader's close arrives.
    await street.tick(611_000)
    await street.tick(605_000)
    await street.tick(605_000)
    expect(await lots()).toEqual([[6], [6], [2]])

    // The trader gets this price first; his news reaches the copiers before the price does.
    await street.trader.wakeBy({
      feature: 'futures',
      symbol: 'BTC-USDT',
      round: { at: street.now + 1_000, ticks: [{ ...tickAt(street.now + 1_000), price: '58900.0' }] },
      beforeAt: null,
      closedSides: [],
    })
    street.now += 1_000
    await street.settle()
    await street.tick(589_000)
    await street.tick(600_000)
    await street.tick(600_000)
    // Three tenths of one lot round up to one lot: less would be no copy.
    expect(await lots()).toEqual([[1], [1], [1]])
    await close(street, no)
    await street.tick()
    await street.tick()
    expect(await lots()).toEqual([[], [], []])
    return [await following(alice), await following(bob)].map(({ net }) => net)
  },
)

story('a part that is closed before the copy has opened is never opened', [ALICE], async (street) => {
  const alice = street.stage(ALICE)
  await follow(street, ALICE)
  await street.settle()
  const no = await open(street, { lots: 10 })
  await street.tick()
  await close(street, no, 4)
  await street.trader.wakeBy({
    feature: 'futures',
    symbol: 'BTC-USDT',
    round: { at: street.now + 500, ticks: [tickAt(street.now + 500)] },
    beforeAt: null,
    closedSides: [],
  })
  street.now += 500
  await street.settle()
  await street.tick()
  await street.tick()
  const [row] = await positions(alice)
  expect(row).toMatchObject({ state: 'open', lots: 6 })
  return row?.margin
})

story(
  'winners that Alice takes over are shared at the price of then, also when she stops following with them',
  [ALICE, BOB],
  async (street) => {
    for (const account of [ALICE, BOB]) await follow(street, account)
    await street.settle()
    const no = await open(street)
    await street.tick()
    await street.tick()
    await street.tick(612_000)
    const [alice, bob] = [street.stage(ALICE), street.stage(BOB)]
    const [position] = await positions(alice)
    await alice.ask({ type: 'hold_copy', commandId: 'hold', positionNo: position?.positionNo ?? 0 })
    await bob.ask({ type: 'cancel_following', commandId: 'stop', traderId: TRADER, copies: 'keep' })
    await street.tick(612_000)
    await close(street, no)
    await street.tick(500_000)
    await street.pass(WEEK)
    await street.settle()
    const won =
      BigInt(612_000 - 123 - 600_120) * 10n * BigInt(position?.terms.stepValue ?? 0) - BigInt(position?.fee ?? 0)
    for (const stage of [alice, bob])
      expect(await following(stage)).toMatchObject({ net: String(won), sharePaid: String(won / 10n), shareOwed: '0' })
    expect(await following(bob)).toMatchObject({ state: 'ended' })
    return won.toString()
  },
)

story(
  'a copied position refuses its owner until it is self-held, and then the trader closes it no more',
  [ALICE],
  async (street) => {
    const alice = street.stage(ALICE)
    await follow(street, ALICE)
    await street.settle()
    const no = await open(street)
    await street.tick()
    await street.tick()
    const [position] = await positions(alice)
    const positionNo = position?.positionNo ?? 0
    const ask = (commandId: string) => alice.ask({ type: 'close_futures', commandId, positionNo, lots: null })
    expect(await ask('one')).toMatchObject({ refusal: { code: 'futures_position_copied' } })
    const stops = {
      takeProfit: null,
      stopLoss: null,
      takeProfitLots: null,
      stopLossLots: null,
      reference: 600_000,
      seen: [],
    }
    expect(await alice.ask({ type: 'set_futures_stops', commandId: 'two', positionNo, ...stops })).toMatchObject({
      refusal: { code: 'futures_position_copied' },
    })
    const all = { type: 'close_many_futures', commandId: 'three', symbol: null, direction: null } as const
    expect(await alice.ask(all)).toMatchObject({
      ok: true,
      value: { closed: [], refused: [{ row: { positionNo }, code: 'futures_position_copied' }] },
    })

    street.now += 500
    expect(await alice.ask({ type: 'hold_copy', commandId: 'four', positionNo })).toMatchObject({ ok: true })
    expect(await alice.ask({ type: 'hold_copy', commandId: 'five', positionNo })).toMatchObject({
      refusal: { code: 'copy_not_bound' },
    })
    // The profit is counted only at the next tick, at any price.
    const paid = BigInt((await following(alice)).net)
    await close(street, no)
    await street.tick(610_000)
    // Half of the spread is deducted, as in a close.
    const [row] = await positions(alice)
    const moved = BigInt(610_000 - 122 - (row?.openSteps ?? 0))
    const { net } = await following(alice)
    expect(BigInt(net) - paid).toBe(moved * BigInt(row?.lots ?? 0) * BigInt(row?.terms.stepValue ?? 0))
    await street.tick(620_000)
    expect(await copies(alice)).toMatchObject([{ state: 'live', isSelfHeld: true }])
    await close(street, positionNo, null, ALICE)
    await street.tick(620_000)
    expect(await copies(alice)).toMatchObject([{ state: 'closed', isSelfHeld: true }])
    // Profit after the take-over doesn't count to the following.
    expect((await following(alice)).net).toBe(net)
    return net
  },
)

story('cancelling closes all copies or keeps all of them, as was asked', [ALICE, BOB], async (street) => {
  await follow(street, ALICE)
  await follow(street, BOB)
  await street.settle()
  await open(street)
  await street.tick()
  await street.tick()
  for (const [account, kept] of [
    [ALICE, 'close'],
    [BOB, 'keep'],
  ] as const) {
    const cancel = { type: 'cancel_following', traderId: TRADER, copies: kept } as const
    expect(await street.stage(account).ask({ ...cancel, commandId: 'cancel' })).toMatchObject({ ok: true })
    expect(await street.stage(account).ask({ ...cancel, commandId: 'again' })).toMatchObject({
      refusal: { code: 'copy_not_following' },
    })
  }
  await street.settle()
  expect((await street.report()).followers).toBe(0)
  await street.tick(601_000)
  expect(await copies(street.stage(ALICE))).toMatchObject([{ state: 'closed', isSelfHeld: false }])
  expect(await copies(street.stage(BOB))).toMatchObject([{ state: 'live', isSelfHeld: true }])
  // The trader's later trades aren't copied.
  await open(street)
  await street.tick()
  await street.tick()
  return [await copies(street.stage(ALICE)), (await copies(street.stage(BOB))).length]
})

story('what is not copied says why, and holds nothing', [ALICE], async (street) => {
  const alice = street.stage(ALICE)
  const reasons: (string | null)[] = []
  const missed = async (differs: Parameters<typeof follow>[2], order: Parameters<typeof open>[1] = {}) => {
    await follow(street, ALICE, differs)
    await street.settle()
    const no = await open(street, order)
    await street.tick()
    await street.tick()
    const last = (await copies(alice)).at(-1)
    reasons.push(last?.state === 'missed' ? last.reason : `made: ${last?.state}`)
    expect(await positions(alice)).toEqual([])
    await close(street, no)
    await street.tick()
    await street.tick()
  }
  await missed({ orderMax: '1000000' })
  await missed({ orderMax: null, number: 500 }, { lots: 160, leverage: 2 })
  street.market = () => Promise.resolve(marketOf({ isOpen: false }))
  await missed({})
  street.market = () => Promise.resolve(marketOf({}))
  await alice.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: false })
  const no = await open(street)
  await street.tick()
  await street.tick()
  reasons.push((await copies(alice)).at(-1)?.reason ?? null)
  await alice.tell({ type: 'freeze', revision: 2, trading: false, withdrawals: false })
  await close(street, no)
  await street.tick()
  expect(reasons).toEqual(['copy_order_above_max', 'insufficient_available', 'futures_halted', 'trading_frozen'])
  return reasons
})

story('a copy whose price ran away, or whose side is full, is called off with that reason', [ALICE], async (street) => {
  const alice = street.stage(ALICE)
  await follow(street, ALICE)
  await street.settle()
  const first = await open(street)
  await street.tick(600_000)
  await street.tick(607_000)
  street.closedSides = []
  await close(street, first)
  await street.tick(600_000)
  const second = await open(street)
  await street.tick(600_000)
  street.closedSides = ['long']
  await street.tick(600_000)
  street.closedSides = []
  await close(street, second)
  await street.tick(600_000)
  const third = await open(street)
  await street.tick(600_000)
  await close(street, third)
  // The trade closes before the copy's first tick.
  await street.trader.wakeBy({
    feature: 'futures',
    symbol: 'BTC-USDT',
    round: { at: street.now + 500, ticks: [tickAt(street.now + 500)] },
    beforeAt: null,
    closedSides: [],
  })
  await street.settle()
  const told = (await copies(alice)).map(({ state, reason }) => [state, reason])
  expect(told).toEqual([
    ['missed', 'futures_price_moved'],
    ['missed', 'futures_exposure_full'],
    ['missed', 'copy_called_off'],
  ])
  return told
})

const tickAt = (at: number) => ({
  ...{ symbol: 'BTC-USDT', seq: at, at, source: 'test', previousHash: '', hash: '' },
  price: '60000.0',
})

story(
  'a limit that is not named stays while the following lasts; one that is emptied is gone',
  [ALICE],
  async (street) => {
    const alice = street.stage(ALICE)
    const limits = async () => {
      const { marginMax, orderMax, lossMax } = await following(alice)
      return [marginMax, orderMax, lossMax]
    }
    const unsaid = { marginMax: undefined, orderMax: undefined, lossMax: undefined }
    await follow(street, ALICE, { ...unsaid, lossMax: '5000000' })
    expect(await limits()).toEqual([null, null, '5000000'])
    await follow(street, ALICE, { ...unsaid, number: 200, marginMax: '9000000' })
    expect(await limits()).toEqual(['9000000', null, '5000000'])
    await follow(street, ALICE, { ...unsaid, lossMax: null })
    expect(await limits()).toEqual(['9000000', null, null])
    await alice.ask({ type: 'cancel_following', commandId: alice.commandId(), traderId: TRADER, copies: 'keep' })
    await follow(street, ALICE, unsaid)
    expect(await limits()).toEqual([null, null, null])
    return limits()
  },
)

story('following stops at the loss that Alice allowed, and her copies are closed', [ALICE], async (street) => {
  const alice = street.stage(ALICE)
  await follow(street, ALICE, { lossMax: '5000000' })
  await street.settle()
  await open(street)
  const no = await open(street)
  await street.tick()
  await street.tick()
  await close(street, no)
  await street.tick(590_000)
  await street.tick(590_000)
  await street.tick(590_000)
  const own = await following(alice)
  expect(own).toMatchObject({ state: 'ended', end: 'loss_reached', open: 0 })
  expect((await copies(alice)).map(({ state }) => state)).toEqual(['closed', 'closed'])
  expect((await street.report()).followers).toBe(0)
  return own.net
})

story(
  'a week’s new profit above the high-water mark is shared through the trader’s room, and no loss is paid for twice',
  [ALICE],
  async (street) => {
    const alice = street.stage(ALICE)
    await follow(street, ALICE, { share: '10000000' })
    await street.settle()
    const trade = async (from: number, to: number) => {
      const no = await open(street)
      await street.tick(from)
      await street.tick(from)
      await close(street, no)
      await street.tick(to)
      await street.tick(to)
    }
    await trade(600_000, 610_000)
    const first = await following(alice)
    await street.pass(WEEK)
    await street.settle()
    const shared = await following(alice)
    // A tenth, rounded down.
    expect(shared).toMatchObject({ highWater: first.net, sharePaid: String(BigInt(first.net) / 10n), shareOwed: '0' })

    await trade(610_000, 600_000)
    await street.pass(WEEK)
    expect((await following(alice)).sharePaid).toBe(shared.sharePaid)
    // Only profit above the high-water mark is shared.
    await trade(600_000, 615_000)
    const last = await following(alice)
    await street.pass(WEEK)
    await street.settle()
    const again = await following(alice)
    const fresh = (BigInt(last.net) - BigInt(first.net)) / 10n
    expect(BigInt(again.sharePaid) - BigInt(shared.sharePaid)).toBe(fresh)
    const told = await street.trader.ask({ type: 'followings' })
    expect(told).toMatchObject({ ok: true, value: { earned: again.sharePaid } })
    return [again.sharePaid, again.highWater]
  },
)

story('what a trader is due stays in the wallet until the week’s end (copy_share_due)', [ALICE], async (street) => {
  const alice = street.stage(ALICE)
  await follow(street, ALICE, { share: '10000000' })
  await street.settle()
  const no = await open(street)
  await street.tick(600_000)
  await street.tick(600_000)
  await close(street, no)
  await street.tick(610_000)
  await street.tick(610_000)
  const { net } = await following(alice)
  const [all = '0'] = (await alice.balances())['lever:3'] ?? []
  const move = (amount: bigint) =>
    alice.ask({
      type: 'transfer',
      commandId: alice.commandId(),
      ...{ assetId: USDT.id, amount: String(amount), from: 'lever', to: 'change', prices: [] },
    })
  expect(await move(BigInt(all))).toMatchObject({ refusal: { code: 'copy_share_due' } })
  expect(await move(BigInt(all) - BigInt(net) / 10n)).toMatchObject({ ok: true })
  await street.pass(WEEK)
  await street.settle()
  expect(await following(alice)).toMatchObject({ sharePaid: String(BigInt(net) / 10n), shareOwed: '0' })
  return net
})

story(
  'a trader follows nobody, nobody follows more than two, and following again while it lasts changes how',
  [ALICE],
  async (street) => {
    expect(await follow(street, TRADER, { traderId: 10_999 })).toMatchObject({
      refusal: { code: 'copy_trader_follows' },
    })
    expect(await follow(street, ALICE, { traderId: 10_998 })).toMatchObject({ ok: true })
    expect(await follow(street, ALICE)).toMatchObject({ ok: true })
    expect(await follow(street, ALICE, { traderId: 10_997 })).toMatchObject({
      refusal: { code: 'copy_traders_above_max', facts: { bound: '2' } },
    })
    expect(await follow(street, ALICE, { number: 300, share: '20000000' })).toMatchObject({
      ok: true,
      // The agreed share stays.
      value: { number: 300, share: '10000000' },
    })
    expect(await street.stage(ALICE).tell({ type: 'open_trader', userId: ALICE })).toEqual({ isOpen: false })
    return (await following(street.stage(ALICE))).number
  },
)

story(
  'when the trader stops, followers keep their copies as their own, and the log goes on to the end of his trades',
  [ALICE],
  async (street) => {
    const alice = street.stage(ALICE)
    await follow(street, ALICE)
    await street.settle()
    const no = await open(street)
    await street.tick()
    await street.tick()
    await street.trader.tell({ type: 'close_trader' })
    await street.settle()
    expect(await following(alice)).toMatchObject({ state: 'ended', end: 'trader_closed' })
    expect(await copies(alice)).toMatchObject([{ state: 'live', isSelfHeld: true }])
    expect(await positions(alice)).toMatchObject([{ holder: null }])
    await open(street)
    await street.tick()
    await close(street, no)
    await street.tick(605_000)
    expect(await street.report()).toMatchObject({ isOpen: false, followers: 0, open: 0, sums: { ended: 1, won: 1 } })
    const { rows, total } = await street.inRoom(() => street.leader.trades({ page: 1, limit: 10 }))
    // The trader's position is cross; the receipt of a close by its owner shows nothing of the wallet.
    expect(rows.flatMap(({ closes }) => closes.map(({ receiptId }) => receiptId.length))).toEqual([64])
    return total
  },
)

story('trades from before the user became a trader are nobody’s to copy', [ALICE], async (street) => {
  await street.trader.tell({ type: 'close_trader' })
  await street.settle()
  await open(street)
  await street.tick()
  street.now += 1
  await street.trader.tell({ type: 'open_trader', userId: TRADER })
  await street.settle()
  await follow(street, ALICE)
  await street.settle()
  await street.tick(500_000)
  expect(await copies(street.stage(ALICE))).toEqual([])
  expect((await street.report()).open).toBe(0)
  return NOON
})
