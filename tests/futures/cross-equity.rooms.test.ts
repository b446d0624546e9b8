// What backs cross positions cannot be set apart before their loss comes: not in a waiting order, and not as the margin of an isolated
// position. Otherwise the insurance fund would pay a loss that its user could have paid.

import { expect } from 'vitest'
import { type Stage, USDT, story } from '../account/stage'
import { accounts, find, fund, lever, open, tick } from './trading'

/** 1,000 USDT with a cross position whose loss is 802.28 USDT at 52,000; its equity is 194.72 USDT there. */
async function lose(stage: Stage): Promise<number> {
  await fund(stage)
  const cross = await open(stage, { mode: 'cross', leverage: 100 })
  await tick(stage, 600_000)
  await tick(stage, 520_000)
  expect(await find(stage, cross)).toMatchObject({ state: 'open' })
  return cross
}

const TICK = { symbol: 'BTC-USDT', seq: 1, source: 'test', previousHash: '', hash: '' }

const cancel = (stage: Stage, positionNo: number) =>
  stage.ask({ type: 'cancel_futures_order', commandId: stage.commandId(), positionNo, seen: [] })

story('a waiting order ends before a cross position is liquidated, and its money counts for it', async (stage) => {
  const cross = await lose(stage)
  const waiting = await open(stage, { kind: 'limit', entrySteps: 400_000, reference: 520_000, leverage: 1, lots: 23 })
  await tick(stage, 520_000)
  expect(await find(stage, cross)).toMatchObject({ state: 'open' })
  expect(await find(stage, waiting)).toMatchObject({ state: 'cancelled', cause: 'margin_short' })
  expect((await accounts(stage))['@insurance']).toBeUndefined()
  return lever(stage)
})

story('a waiting order ends before the fund pays for a cross position that its owner closes', async (stage) => {
  const cross = await lose(stage)
  const waiting = await open(stage, { kind: 'limit', entrySteps: 400_000, reference: 520_000, leverage: 1, lots: 23 })
  void stage.ask({ type: 'close_futures', commandId: 'close', positionNo: cross, lots: null })
  await new Promise((resolve) => setTimeout(resolve, 0))
  await tick(stage, 520_000)
  expect(await find(stage, cross)).toMatchObject({ state: 'closed', closes: [{ insured: '0' }] })
  void cancel(stage, waiting)
  expect((await accounts(stage))['@insurance']).toBeUndefined()
  return lever(stage)
})

story('an isolated position is not opened with what cross positions need', async (stage) => {
  const cross = await lose(stage)
  const isolated = await open(stage, { reference: 520_000, leverage: 1, lots: 17 })
  await tick(stage, 520_000)
  expect(await find(stage, isolated)).toMatchObject({ state: 'cancelled', cause: 'margin_short' })
  await tick(stage, 520_000)
  expect(await find(stage, cross)).toMatchObject({ state: 'open' })
  expect((await accounts(stage))['@insurance']).toBeUndefined()
  return lever(stage)
})

story(
  'margin is added to an isolated position only as far as cross positions stay above 150 percent',
  async (stage) => {
    await fund(stage)
    await open(stage, { mode: 'cross', leverage: 100 })
    const isolated = await open(stage, { leverage: 100, lots: 1 })
    await tick(stage, 600_000)
    await tick(stage, 599_000)
    const add = (amount: string, priceSteps: number | null) =>
      stage.ask({
        type: 'change_futures_margin',
        commandId: stage.commandId(),
        positionNo: isolated,
        amount,
        reference: 599_000,
        prices: priceSteps === null ? [] : [{ symbol: 'BTC-USDT', priceSteps }],
        seen: [],
      })
    expect(await add('900000000', 520_000)).toMatchObject({ refusal: { code: 'futures_margin_needed' } })
    expect(await add('1', null)).toMatchObject({ refusal: { code: 'futures_margin_needed' } })
    expect(await add('100000000', 520_000)).toMatchObject({ ok: true })
    return lever(stage)
  },
)

story(
  'while the account acts late, what a public price takes from cross positions does not leave them',
  async (stage) => {
    await fund(stage)
    const cross = await open(stage, { mode: 'cross', leverage: 100 })
    const isolated = await open(stage, { direction: 'short', leverage: 100, lots: 1 })
    await tick(stage, 600_000)
    const acted = stage.now
    stage.now += 2_500
    const prices = [{ symbol: 'BTC-USDT', priceSteps: 600_000 }]
    const fallen = (priceSteps: number, at = acted + 1_000) => [{ symbol: 'BTC-USDT', at, priceSteps }]
    const out = (amount: string, seen: ReturnType<typeof fallen>) =>
      stage.ask({
        ...{ type: 'transfer', commandId: stage.commandId(), assetId: USDT.id, amount, from: 'lever', to: 'change' },
        ...{ prices, seen },
      } as const)
    const add = (amount: string, seen: ReturnType<typeof fallen>) =>
      stage.ask({
        ...{ type: 'change_futures_margin', commandId: stage.commandId(), positionNo: isolated, amount },
        ...{ reference: 600_000, prices, seen },
      } as const)
    const deciding = { refusal: { code: 'futures_deciding' } }
    // At 51,000 the cross position had lost 902.22 of 996.99 USDT, and was liquidated with 100 less.
    expect(await out('100000000', fallen(510_000))).toMatchObject(deciding)
    expect(await add('100000000', fallen(510_000))).toMatchObject(deciding)
    // What is not decided, and what the account has acted on, hinders nobody.
    expect(await out('1000000', fallen(599_000))).toMatchObject({ ok: true })
    expect(await out('1000000', fallen(510_000, acted))).toMatchObject({ ok: true })
    const round = { at: acted + 1_000, ticks: [{ ...TICK, at: acted + 1_000, price: '51000.0' }] }
    await stage.wakeBy({ feature: 'futures', symbol: 'BTC-USDT', round, beforeAt: null, closedSides: [] })
    expect(await find(stage, cross)).toMatchObject({ state: 'open' })
    expect((await accounts(stage))['@insurance']).toBeUndefined()
    return lever(stage)
  },
)

story('margin is not taken from an isolated position that a late wake would liquidate without it', async (stage) => {
  await fund(stage)
  const no = await open(stage)
  await tick(stage, 600_000)
  const change = (amount: string, seen: readonly { symbol: string; at: number; priceSteps: number }[] = []) =>
    stage.ask({
      ...{ type: 'change_futures_margin', commandId: stage.commandId(), positionNo: no, amount },
      ...{ reference: 600_000, prices: [], seen },
    } as const)
  expect(await change('300000000')).toMatchObject({ ok: true })
  const at = stage.now + 1_000
  stage.now += 2_500
  const taken = await change('-300000000', [{ symbol: 'BTC-USDT', at, priceSteps: 535_000 }])
  expect(taken).toMatchObject({ refusal: { code: 'futures_deciding' } })
  const round = { at, ticks: [{ ...TICK, at, price: '53500.0' }] }
  await stage.wakeBy({ feature: 'futures', symbol: 'BTC-USDT', round, beforeAt: null, closedSides: [] })
  expect(await find(stage, no)).toMatchObject({ state: 'open' })
  return lever(stage)
})

story('a price of a minute before does not liquidate by the margin that its owner left since', async (stage) => {
  await fund(stage)
  const cross = await open(stage, { mode: 'cross', leverage: 100 })
  const isolated = await open(stage, { direction: 'short', leverage: 100, lots: 1 })
  await tick(stage, 600_000)
  const change = (amount: string) =>
    stage.ask({
      ...{ type: 'change_futures_margin', commandId: stage.commandId(), positionNo: isolated, amount },
      ...{ reference: 600_000, prices: [{ symbol: 'BTC-USDT', priceSteps: 600_000 }], seen: [] },
    } as const)
  expect(await change('10000000')).toMatchObject({ ok: true })
  const at = stage.now + 1_000
  stage.now += 70_000
  expect(await change('-10000000')).toMatchObject({ ok: true })
  const left = await stage.ask({
    ...{ type: 'transfer', commandId: stage.commandId(), assetId: USDT.id, amount: '100000000' },
    ...{ from: 'lever', to: 'change', prices: [{ symbol: 'BTC-USDT', priceSteps: 600_000 }], seen: [] },
  } as const)
  expect(left).toMatchObject({ ok: true })
  const wake = (when: number, price: string) =>
    stage.wakeBy({
      ...{ feature: 'futures', symbol: 'BTC-USDT', beforeAt: null, closedSides: [] },
      round: { at: when, ticks: [{ ...TICK, at: when, price }] },
    })
  // With the money of then neither price liquidates, with what is left both do.
  await wake(at, '51000.0')
  await wake(at + 1_000, '66000.0')
  expect(await find(stage, cross)).toMatchObject({ state: 'open' })
  expect(await find(stage, isolated)).toMatchObject({ state: 'open' })
  await wake(stage.now - 5_000, '51000.0')
  expect(await find(stage, cross)).toMatchObject({ state: 'closed', cause: 'liquidation' })
  await wake(stage.now - 4_000, '66000.0')
  expect(await find(stage, isolated)).toMatchObject({ state: 'closed', cause: 'liquidation' })
  return lever(stage)
})

story('a public price that liquidates cross positions is not paid off by who knows later prices', async (stage) => {
  await fund(stage)
  const cross = await open(stage, { mode: 'cross', leverage: 100 })
  await tick(stage, 600_000)
  const at = stage.now + 1_000
  stage.now += 2_500
  const pay = (priceSteps: number) =>
    stage.ask({
      ...{ type: 'transfer', commandId: stage.commandId(), assetId: USDT.id, amount: '50000000' },
      ...{ from: 'change', to: 'lever', seen: [{ symbol: 'BTC-USDT', at, priceSteps }] },
    } as const)
  expect(await pay(503_000)).toMatchObject({ refusal: { code: 'futures_deciding' } })
  const round = { at, ticks: [{ ...TICK, at, price: '50300.0' }] }
  await stage.wakeBy({ feature: 'futures', symbol: 'BTC-USDT', round, beforeAt: null, closedSides: [] })
  expect(await find(stage, cross)).toMatchObject({ state: 'closed', cause: 'liquidation' })
  expect(await pay(503_000)).toMatchObject({ ok: true })
  return lever(stage)
})
