// A user's own loss limits with futures: a position can lose its margin, a cross position the whole wallet.

import { expect } from 'vitest'
import { type Stage, USDT, story } from '../account/stage'

const TERMS = {
  ...{ version: 'v1', priceDecimals: 1, stepValue: '100', spread: '40000', fee: '50000', overnight: '20000' },
  liquidationFee: '50000',
}

/** A limit order far below the price: it holds a margin of 10 USDT and the fee, and waits. */
const order = (stage: Stage, mode: 'cross' | 'isolated', lots = 10) =>
  stage.ask({
    type: 'place_futures_order',
    commandId: stage.commandId(),
    ...{ symbol: 'BTC-USDT', direction: 'long', kind: 'limit', mode, leverage: 50, lots, entrySteps: 500_000 },
    ...{ worstSteps: null, takeProfit: null, stopLoss: null, assetId: USDT.id, maintenanceRate: '500000' },
    ...{ reference: 600_000, terms: TERMS },
  })

const transfer = (stage: Stage, amount: string, to: 'lever' | 'change') =>
  stage.ask({
    type: 'transfer',
    commandId: stage.commandId(),
    ...{ assetId: USDT.id, amount, from: to === 'lever' ? 'change' : 'lever', to, prices: [] },
  })

async function begin(stage: Stage): Promise<void> {
  const grants = [
    { assetId: USDT.id, amount: '1000000000', wallet: 'lever' },
    { assetId: USDT.id, amount: '1000000000', wallet: 'change' },
  ] as const
  await stage.tell({ type: 'grant_demo', ref: 'limits', grants })
  await stage.ask({ type: 'set_own_limit', commandId: stage.commandId(), kind: 'day_loss', value: '50000000' })
}

story(
  'a loss of 50 a day: an isolated margin of 10 fits, a cross one that can lose the whole wallet does not',
  async (stage) => {
    await begin(stage)
    expect(await order(stage, 'cross')).toMatchObject({
      refusal: { code: 'own_limit_cross', facts: { max: '50', left: '50', free: '1000' } },
    })
    expect(await order(stage, 'isolated')).toMatchObject({ ok: true })
    // With 30 in the wallet beside the margin, at most 50 can be lost.
    expect(await transfer(stage, '959750000', 'change')).toMatchObject({ ok: true })
    expect(await order(stage, 'cross')).toMatchObject({ ok: true })
    // Another order's margin comes from the amount already at risk.
    expect(await order(stage, 'cross')).toMatchObject({ ok: true })
    expect(await transfer(stage, '20000000', 'lever')).toMatchObject({ refusal: { code: 'own_limit_day' } })
    expect(await transfer(stage, '1000000', 'lever')).toMatchObject({ ok: true })
    return null
  },
)

story('margin that is added to an isolated position counts to the loss of a day', async (stage) => {
  await begin(stage)
  const tick = { symbol: 'BTC-USDT', seq: 1, price: '49000.0', source: 'test', previousHash: '', hash: '' }
  expect(await order(stage, 'isolated')).toMatchObject({ ok: true })
  stage.now += 1_000
  const round = { at: stage.now, ticks: [{ ...tick, at: stage.now }] }
  await stage.wakeBy({ feature: 'futures', symbol: 'BTC-USDT', round, beforeAt: null, closedSides: [] })
  const add = (amount: string) =>
    stage.ask({
      type: 'change_futures_margin',
      commandId: stage.commandId(),
      ...{ positionNo: 1, amount, reference: 490_000, prices: [], seen: [] },
    })
  expect(await add('45000000')).toMatchObject({ refusal: { code: 'own_limit_day' } })
  expect(await add('35000000')).toMatchObject({ ok: true })
  // What runs already may be defended in a pause.
  await stage.ask({ type: 'set_own_limit', commandId: stage.commandId(), kind: 'pause', value: '1' })
  expect(await add('1000000')).toMatchObject({ ok: true })
  return null
})

story(
  'an order that waits for its price does not open in a pause: it is called off, and what it held is free',
  async (stage) => {
    await begin(stage)
    const tick = { symbol: 'BTC-USDT', seq: 1, price: '49000.0', source: 'test', previousHash: '', hash: '' }
    expect(await order(stage, 'isolated')).toMatchObject({ ok: true })
    await stage.ask({ type: 'set_own_limit', commandId: stage.commandId(), kind: 'pause', value: '1' })
    stage.now += 1_000
    const round = { at: stage.now, ticks: [{ ...tick, at: stage.now }] }
    await stage.wakeBy({ feature: 'futures', symbol: 'BTC-USDT', round, beforeAt: null, closedSides: [] })
    expect(await stage.ask({ type: 'futures_position', positionNo: 1 })).toMatchObject({
      value: { state: 'cancelled', cause: 'own_pause' },
    })
    expect(await transfer(stage, '1000000000', 'change')).toMatchObject({ ok: true })
    return null
  },
)

story('without a limit of losses nothing of it is refused', async (stage) => {
  const grants = [{ assetId: USDT.id, amount: '1000000000', wallet: 'lever' }] as const
  await stage.tell({ type: 'grant_demo', ref: 'limits', grants })
  expect(await order(stage, 'cross')).toMatchObject({ ok: true })
  return null
})
