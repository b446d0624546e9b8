// What backs cross positions cannot be set apart before their loss comes: not in a waiting order, and not as the margin of an isolated
// position. Otherwise the insurance fund would pay a loss that its user could have paid.

import { expect } from 'vitest'
import { type Stage, story } from '../account/stage'
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
    const add = (amount: string, steps: number | null) =>
      stage.ask({
        type: 'change_futures_margin',
        commandId: stage.commandId(),
        positionNo: isolated,
        amount,
        reference: 599_000,
        prices: steps === null ? [] : [{ symbol: 'BTC-USDT', steps }],
        seen: [],
      })
    expect(await add('900000000', 520_000)).toMatchObject({ refusal: { code: 'futures_margin_needed' } })
    expect(await add('1', null)).toMatchObject({ refusal: { code: 'futures_margin_needed' } })
    expect(await add('100000000', 520_000)).toMatchObject({ ok: true })
    return lever(stage)
  },
)
