// Loans in one account, hour by hour and tick by tick. Cold starts between steps: account/waking.ts.

import { readTaken } from '#domain/insurance'
import { describe, expect } from 'vitest'
import { lots } from '#domain/money/price'
import { type LoanReceipt, checkLoanReceipt } from '#domain/loan/receipt'
import type { Receipt } from '#domain/receipt'
import type { SystemRequests } from '#party/protocol/account'
import { BTC_USDT, CATALOGUE, CLOSED_PAIR, NOON, type Stage, TWO_PAIRS, order, scene, story } from '../account/stage'
import { settled, tickAt } from '../conditional/ticks'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const TERMS = { version: 'v', days: 7, dailyRate: '24000', lateRate: '500000' }

/** Alice moves 20 BTC and 100 USDT into the margin wallet. */
async function putUp(stage: Stage, btc = '2000000000'): Promise<void> {
  const grants = [
    { assetId: 1, amount: btc, wallet: 'margin' },
    { assetId: 3, amount: '100000000', wallet: 'margin' },
  ] as const
  await stage.tell({ type: 'grant_demo', ref: 'margin', grants })
}

type Credit = Omit<SystemRequests['credit_loan'], 'type'>
/** 800,000 USDT for seven days at 60,000.0 per BTC; `differs` overrides fields. */
const credit = (stage: Stage, differs: Partial<Credit> = {}) =>
  stage.tell({
    type: 'credit_loan',
    loanId: 7,
    assetId: 3,
    amount: '800000000000',
    terms: TERMS,
    prices: [{ symbol: 'BTC-USDT', priceSteps: 600_000 }],
    most: '1000000000000000',
    ...differs,
  })

async function loanOf(stage: Stage, loanId = 7) {
  const found = await stage.ask({ type: 'loan', loanId })
  if (!found.ok) throw new Error(found.refusal.code)
  return found.value
}

const standing = async (stage: Stage) => {
  const found = await stage.ask({ type: 'margin_standing' })
  if (!found.ok) throw new Error('the standing is told')
  return found.value
}

async function tick(stage: Stage, at: number, steps: number): Promise<void> {
  stage.now = Math.max(stage.now, at + 5)
  const round = { at, ticks: [tickAt(at, steps)] }
  await stage.wakeBy({ feature: 'loan', symbol: 'BTC-USDT', round, beforeAt: at - 1_000, closedSides: [] })
  await settled()
}

const second = (count: number) => NOON + count * 1_000
const band = (stage: Stage) => stage.registrations.get('BTC-USDT')?.band
const margin = async (stage: Stage) => {
  const all = await stage.balances()
  return [all['margin:1'] ?? ['0', '0'], all['margin:3'] ?? ['0', '0']]
}

/** Fills the liquidation order that the account sent to the Market, at this price. */
async function fillSale(stage: Stage, steps: number): Promise<number> {
  const sent = stage.clerk.commands.findLast((command) => command.type === 'submit')
  if (sent?.type !== 'submit') throw new Error('something is sold')
  stage.clerk.fill(sent.orderNo, { ticks: steps, lots: sent.lots, fee: fee(sent.lots, steps), role: 'taker' })
  stage.clerk.close(sent.orderNo, 'filled')
  await stage.deliver()
  return sent.lots
}
/** Fills liquidation orders one by one until the liquidation ends. */
async function sellOut(stage: Stage, next: (step: number) => readonly [at: number, steps: number]): Promise<void> {
  for (let step = 1; (await standing(stage)).sellingSince !== null; step += 1) {
    if (step > 40) throw new Error('it comes to an end')
    const [at, steps] = next(step)
    if (stage.clerk.openOrders.length > 0) await fillSale(stage, steps)
    await tick(stage, at, steps)
  }
}
/** 0.2 % of the proceeds, rounded up. One lot at one tick is one unit of USDT. */
const fee = (lots: number, steps: number): string => String((BigInt(lots) * BigInt(steps) * 2n + 999n) / 1_000n)

/** Receipts of liquidation steps; those of calls and interest have rules of their own. */
async function receiptsOf(stage: Stage): Promise<LoanReceipt[]> {
  for (let ring = 0; ring < 3; ring += 1) await stage.ring()
  return ([...stage.receipts.values()] as Receipt[]).filter((receipt) => receipt.rule === 'loan-1')
}

describe('a loan', () => {
  story('is credited once, costs interest by the hour, and is repaid in parts', async (stage) => {
    await putUp(stage)
    expect(await credit(stage)).toBe('credited')
    expect(await credit(stage)).toBe('credited')
    expect(await margin(stage)).toEqual([
      ['2000000000', '0'],
      ['800100000000', '0'],
    ])
    // 0.024 % a day of 800,000 is 192 USDT: 8 per hour, the first hour charged at the start.
    expect((await loanOf(stage)).loan).toMatchObject({
      interest: '8000000',
      principal: '800000000000',
      owed: '800008000000',
    })
    stage.now = NOON + 23 * HOUR
    const part = { type: 'repay_loan', commandId: stage.commandId(), loanId: 7, amount: '400192000000' } as const
    expect(await stage.ask(part)).toMatchObject({ ok: true, value: { interest: '0' } })
    expect(await stage.ask(part)).toMatchObject({ ok: true })
    expect((await loanOf(stage)).loan).toMatchObject({ interest: '0', principal: '400000000000', charged: '192000000' })
    stage.now = NOON + 24 * HOUR
    await stage.ring()
    expect((await loanOf(stage)).loan).toMatchObject({ interest: '4000000', owed: '400004000000' })
    const all = { type: 'repay_loan', commandId: stage.commandId(), loanId: 7, amount: null } as const
    // 399,908 of the credited 800,100 USDT remain: too little to repay the rest.
    expect(await stage.ask(all)).toMatchObject({ ok: false, refusal: { code: 'insufficient_available' } })
    await stage.tell({
      type: 'grant_demo',
      ref: 'more',
      grants: [{ assetId: 3, amount: '1000000000', wallet: 'margin' }],
    })
    expect(await stage.ask({ ...all, commandId: 'again' })).toMatchObject({
      ok: true,
      value: { state: 'repaid', owed: '0' },
    })
    await settled()
    expect(band(stage)).toMatchObject({ low: null, high: null, next: null })
    await stage.ring()
    const hours = await stage.ask({ type: 'loan_hours', loanId: 7, page: 1, limit: 30 })
    const days = hours.ok
      ? hours.value.rows.flatMap(({ hour, receiptId }) => (receiptId ? [{ hour, receiptId }] : []))
      : []
    expect(days.map(({ hour }) => hour)).toEqual([24, 23])
    expect(days.map(({ receiptId }) => stage.receipts.get(receiptId))).toMatchObject([
      { rule: 'loan-interest-1', day: 1, charged: '4000000', hours: [{ base: '400000000000' }] },
      { rule: 'loan-interest-1', day: 0, charged: '192000000' },
    ])
    const again = await stage.ask({ type: 'repay_loan', commandId: 'more', loanId: 7, amount: '1' })
    expect(again).toMatchObject({ ok: false, refusal: { code: 'loan_not_running' } })
    return [await loanOf(stage), await margin(stage)]
  })

  story('is not credited where the wallet would stand below 133.34 %', async (stage) => {
    await putUp(stage, '400000000')
    // Collateral of 240,100 USDT (4 BTC and 100 USDT): at 133.34 % the loan limit is a little less than three times that.
    expect(await credit(stage, { amount: '720300000000' })).toBe('short')
    expect(await credit(stage, { amount: '720000000000' })).toBe('credited')
    return standing(stage)
  })

  story(
    'is not credited where more would be owed than the terms allow, with what was credited before',
    async (stage) => {
      await putUp(stage)
      const most = '150000000000000'
      expect(await credit(stage, { most })).toBe('credited')
      // 800,008 USDT are already owed; one unit over the limit of 1,500,000 is refused.
      expect(await credit(stage, { loanId: 8, amount: '699992000001', most })).toBe('above')
      expect(await credit(stage, { loanId: 9, amount: '699992000000', most })).toBe('credited')
      return standing(stage)
    },
  )

  story('refuses what is more than is owed, and a loan of somebody else', async (stage) => {
    await putUp(stage)
    await credit(stage)
    const asked = { type: 'repay_loan', commandId: stage.commandId(), loanId: 7, amount: '800008000001' } as const
    const above = await stage.ask(asked)
    expect(above).toMatchObject({
      ok: false,
      refusal: { code: 'loan_above_owed', facts: { owed: '800008', asset: 'USDT' } },
    })
    const other = await stage.ask({ type: 'repay_loan', commandId: stage.commandId(), loanId: 8, amount: '1' })
    expect(other).toMatchObject({ ok: false, refusal: { code: 'loan_not_found' } })
    return [above, other]
  })

  story('past due costs 0.5 % a day, is told every day, and after seven is paid by selling', async (stage) => {
    await putUp(stage)
    await credit(stage)
    await tick(stage, second(1), 600_000)
    await move(stage, '700000000000')
    stage.now = NOON + 8 * DAY
    await stage.ring()
    const { loan } = await loanOf(stage)
    // Seven days of 192 USDT; then a day, and the first hour of the next, of 0.5 % of 801,344.
    expect(loan).toMatchObject({ interest: '1344000000', late: '4173666666' })
    expect(stage.loans.get(7)).toMatchObject({ state: 'running' })
    stage.now = NOON + 14 * DAY
    await stage.ring()
    expect(band(stage)).toMatchObject({ next: NOON + 14 * DAY })
    await tick(stage, NOON + 14 * DAY, 600_000)
    expect(await standing(stage)).toMatchObject({ sellingSince: NOON + 14 * DAY })
    await sellOut(stage, (step) => [NOON + 14 * DAY + step * 1_000, 600_000])
    const { loan: seized } = await loanOf(stage)
    expect(seized).toMatchObject({ state: 'seized', owed: '0' })
    expect(BigInt(seized.repaid)).toBeGreaterThan(0n)
    expect(await standing(stage)).toMatchObject({ sellingSince: null, loans: [] })
    // The list shows repayments of ended loans and omits other users' loans.
    expect(await stage.ask({ type: 'loans_named', loanIds: [7, 99] })).toEqual({ ok: true, value: [seized] })
    for (const receipt of await receiptsOf(stage)) expect(checkLoanReceipt(receipt)).toEqual([])
    return [await loanOf(stage), await margin(stage)]
  })
})

/** Moves an amount out of the margin wallet, at 60,000.0. */
async function move(stage: Stage, amount: string) {
  return stage.ask({
    type: 'transfer',
    commandId: stage.commandId(),
    assetId: 3,
    amount,
    from: 'margin',
    to: 'change',
    prices: [{ symbol: 'BTC-USDT', priceSteps: 600_000 }],
  })
}

describe('the margin wallet', () => {
  story('keeps 150 % when something leaves it', async (stage) => {
    await putUp(stage)
    await credit(stage)
    // 2,000,100 less 1.5 × 800,008.
    const refused = await move(stage, '800088000001')
    expect(refused).toMatchObject({
      ok: false,
      refusal: { code: 'loan_margin_needed', facts: { available: '800088' } },
    })
    expect(await move(stage, '800088000000')).toMatchObject({ ok: true })
    const blind = { type: 'transfer', commandId: stage.commandId(), assetId: 1, amount: '1', from: 'margin', to: 'change', prices: [] } as const // prettier-ignore
    expect(await stage.ask(blind)).toMatchObject({ ok: false, refusal: { code: 'loan_margin_needed' } })
    return margin(stage)
  })

  story('is traded from: what is bought comes back to it, and other assets may not enter', async (stage) => {
    stage.catalogue = {
      ...TWO_PAIRS,
      assets: TWO_PAIRS.assets.map((each) => (each.code === 'EUR' ? { ...each, wallets: ['change'] } : each)),
      pairs: TWO_PAIRS.pairs.map((each) =>
        each.base.code === 'EUR' ? { ...each, base: { ...each.base, wallets: ['change'] } } : each,
      ),
    }
    await putUp(stage)
    const outcome = await stage.place(order({ wallet: 'margin', lots: 100, ticks: 600_000 }))
    expect(outcome).toMatchObject({ ok: true })
    expect((await margin(stage))[1]).toEqual(['40000000', '60000000'])
    stage.clerk.fill(1, { ticks: 600_000, lots: 100, fee: '100', role: 'taker' })
    stage.clerk.close(1, 'filled')
    await stage.deliver()
    expect(await margin(stage)).toEqual([
      ['2000099900', '0'],
      ['40000000', '0'],
    ])
    const other = await stage.place(order({ wallet: 'margin', symbol: 'EUR-USDT', lots: 20, ticks: 600_000 }))
    expect(other).toMatchObject({ value: [{ ok: false, refusal: { code: 'wallet_not_for_asset' } }] })
    return margin(stage)
  })

  story('is called at 130 and 120, once each on the way down, and again after it recovered', async (stage) => {
    await putUp(stage)
    await credit(stage, { amount: '2000000000000' })
    const calledAt: number[] = []
    // 20 BTC and 2,000,100 USDT against 2,000,008: below 130 % under 30,000.
    for (const [index, price] of [400_000, 299_000, 290_000, 199_000, 150_000, 190_000, 400_000, 250_000].entries()) {
      await tick(stage, second(index + 1), price)
      calledAt.push((await standing(stage)).called)
    }
    expect(calledAt).toEqual([0, 13_000, 13_000, 12_000, 12_000, 12_000, 0, 13_000])
    await stage.ring()
    const bounds = [...stage.receipts.values()].map((receipt) => (receipt as { readonly bound?: number }).bound)
    expect(bounds.filter((bound) => bound !== undefined)).toEqual([13_000, 12_000, 13_000])
    return [band(stage), await standing(stage)]
  })

  story('a crash of prices sells to 130 % and no further, each step with its receipt', async (stage) => {
    await putUp(stage)
    await credit(stage)
    await move(stage, '800000000000')
    const open = await stage.place(order({ wallet: 'margin', side: 'sell', lots: 50_000, ticks: 650_000 }))
    expect(open).toMatchObject({ ok: true })
    await tick(stage, second(1), 600_000)
    // 800,008 owed; 20 BTC and 100 USDT: 110 % at 43,995.44.
    expect(band(stage)?.low).toBe(519_955)
    await tick(stage, second(2), 500_000)
    await tick(stage, second(3), 450_000)
    expect(await standing(stage)).toMatchObject({ called: 12_000, sellingSince: null })
    await tick(stage, second(4), 430_000)
    expect(await standing(stage)).toMatchObject({ sellingSince: second(4) })
    const taken = stage.clerk.commands.flatMap((command) => (command.type === 'cancel' ? [command.orderNo] : []))
    expect(taken).toEqual([1])
    const refused = await stage.place(order({ wallet: 'margin', side: 'sell', lots: 100, ticks: 430_000 }))
    expect(refused).toMatchObject({ value: [{ ok: false, refusal: { code: 'loan_liquidating' } }] })
    // Whoever is liquidated does not call the sale off, alone or with all orders.
    const sent = { orderNo: 2 }
    const cancel = { type: 'cancel_spot_order', commandId: stage.commandId(), order: sent } as const
    expect(await stage.ask(cancel)).toMatchObject({ refusal: { code: 'loan_liquidating' } })
    const all = { type: 'cancel_spot_orders', commandId: stage.commandId(), symbol: null } as const
    expect(await stage.ask(all)).toEqual({ ok: true, value: { orderNos: [] } })
    // The pair's maximum order is one BTC, so the liquidation sends several orders, at falling prices.
    const price = 425_000
    await sellOut(stage, (step) => [second(4 + step), Math.max(price, 430_000 - step * 1_000)])
    const after = await standing(stage)
    const owed = after.loans.reduce((sum, { owed: each }) => sum + BigInt(each), 0n)
    const worth = after.balances.reduce(
      (sum, { assetId, available, held }) =>
        sum + (assetId === 1 ? ((BigInt(available) + BigInt(held)) * BigInt(price)) / 1_000n : BigInt(available)),
      0n,
    )
    const rate = (worth * 1_000_000n) / owed
    expect(rate).toBeGreaterThanOrEqual(1_300_000n)
    // The sale exceeds the target by at most one lot.
    expect(rate).toBeLessThan(1_300_100n)
    const receipts = await receiptsOf(stage)
    expect(receipts.length).toBeGreaterThan(10)
    for (const receipt of receipts) expect(checkLoanReceipt(receipt)).toEqual([])
    const fees = (await loanOf(stage)).events.filter(({ kind }) => kind === 'fee')
    expect(fees.length).toBeGreaterThan(0)
    return [after, await margin(stage), await loanOf(stage)]
  })

  story('is not traded down to its debts between two ticks: below 120 % it takes no orders', async (stage) => {
    const filters = { ...BTC_USDT.filters, quantityMax: lots(10_000_000) }
    stage.catalogue = { ...CATALOGUE, pairs: [{ ...BTC_USDT, filters }, CLOSED_PAIR] }
    await putUp(stage, '500000000')
    await credit(stage)
    // Buys at the top of the price band and sells at the bottom to a waiting counterparty: each way costs 10 %.
    let orderNo = 0
    const trade = async (side: 'buy' | 'sell', ticks: number) => {
      const [btc, usdt] = await margin(stage)
      const most = side === 'buy' ? BigInt(usdt?.[0] ?? 0) / BigInt(ticks) : BigInt(btc?.[0] ?? 0) / 1_000n
      const size = parseInt(most.toString(), 10)
      const placed = await stage.place(order({ wallet: 'margin', side, ticks, lots: size }))
      if (!placed.ok || !placed.value[0]?.ok) return placed
      orderNo += 1
      stage.clerk.fill(orderNo, { ticks, lots: size, fee: '0', role: 'taker' })
      stage.clerk.close(orderNo, 'filled')
      await stage.deliver()
      return 'filled'
    }
    expect(await trade('buy', 660_000)).toBe('filled')
    const resting = await stage.place(order({ wallet: 'margin', side: 'sell', ticks: 650_000, lots: 1_000 }))
    expect(resting).toMatchObject({ ok: true })
    orderNo += 1
    expect(await trade('sell', 540_000)).toBe('filled')
    const low = { code: 'loan_rate_low', facts: { bound: '120' } }
    expect(await trade('buy', 660_000)).toMatchObject({ value: [{ ok: false, refusal: low }] })
    const dearer = { type: 'amend_spot_order', commandId: stage.commandId(), order: { orderNo: 2 }, ticks: 540_000, lots: null } as const // prettier-ignore
    expect(await stage.ask(dearer)).toMatchObject({ ok: false, refusal: low })
    // The loss is smaller than the owner's own equity.
    await tick(stage, second(1), 600_000)
    expect(await standing(stage)).toMatchObject({ sellingSince: null, called: 12_000 })
    // After a deposit of equity the wallet accepts orders again.
    const grants = [{ assetId: 3, amount: '100000000000', wallet: 'margin' }] as const
    await stage.tell({ type: 'grant_demo', ref: 'more', grants })
    expect(await stage.place(order({ wallet: 'margin', lots: 100 }))).toMatchObject({ value: [{ ok: true }] })
    return margin(stage)
  })

  story(
    'is sold though a little of it has no price: that counts for nothing, and is not paid for by the fund',
    async (stage) => {
      stage.catalogue = TWO_PAIRS
      await putUp(stage)
      await credit(stage)
      await move(stage, '800000000000')
      const grants = [{ assetId: 4, amount: '1000', wallet: 'margin' }] as const
      await stage.tell({ type: 'grant_demo', ref: 'dust', grants })
      await tick(stage, second(1), 430_000)
      expect(await standing(stage)).toMatchObject({ sellingSince: second(1) })
      await sellOut(stage, (step) => [second(1 + step), 430_000])
      for (const receipt of await receiptsOf(stage)) expect(checkLoanReceipt(receipt)).toEqual([])
      return [await standing(stage), await margin(stage)]
    },
  )

  story('that is not worth its debts waits for what has no price before the insurance fund pays', async (stage) => {
    stage.catalogue = TWO_PAIRS
    await putUp(stage, '100000000')
    await credit(stage, { amount: '180000000000' })
    await buyWith(stage)
    const grants = [{ assetId: 4, amount: '1000000', wallet: 'margin' }] as const
    await stage.tell({ type: 'grant_demo', ref: 'dust', grants })
    for (let step = 1; step <= 12; step += 1) {
      await tick(stage, second(step), 100_000)
      if (stage.clerk.openOrders.length > 0) await fillSale(stage, 100_000)
    }
    expect((await loanOf(stage)).events.map(({ kind }) => kind)).not.toContain('insured')
    expect(await standing(stage)).toMatchObject({ sellingSince: second(1), loans: [{ loanId: 7 }] })
    const [at, eur] = [second(50), { ...tickAt(second(50), 1_000), symbol: 'EUR-USDT' }]
    const round = { at, ticks: [tickAt(at, 100_000), eur] }
    stage.now = at + 5
    await stage.wakeBy({ feature: 'loan', symbol: 'BTC-USDT', round, beforeAt: at - 1_000, closedSides: [] })
    await settled()
    expect((await loanOf(stage)).events.map(({ kind }) => kind)).toContain('insured')
    for (const receipt of await receiptsOf(stage)) expect(checkLoanReceipt(receipt)).toEqual([])
    return standing(stage)
  })

  const both = async (stage: Stage, at: number, steps: number | null, btc = 430_000) => {
    const eur = steps === null ? [] : [{ ...tickAt(at, steps), symbol: 'EUR-USDT' }]
    stage.now = Math.max(stage.now, at + 5)
    const round = { at, ticks: [tickAt(at, btc), ...eur] }
    await stage.wakeBy({ feature: 'loan', symbol: 'BTC-USDT', round, beforeAt: at - 1_000, closedSides: [] })
    await settled()
  }
  const moveAt = async (stage: Stage, amount: string, eur: number) => {
    const prices = [
      { symbol: 'BTC-USDT', priceSteps: 430_000 },
      { symbol: 'EUR-USDT', priceSteps: eur },
    ]
    const asked = { type: 'transfer', commandId: stage.commandId(), assetId: 3, amount, from: 'margin', to: 'change', prices } as const // prettier-ignore
    expect(await stage.ask(asked)).toMatchObject({ ok: true })
  }
  /** Debt of 800,000 USDT; collateral of 17 BTC and five units of another asset at 60,000 each. */
  const putUpTwo = async (stage: Stage) => {
    stage.catalogue = TWO_PAIRS
    await putUp(stage, '1700000000')
    await credit(stage)
    await move(stage, '500000000000')
    await both(stage, second(1), 600_000)
    const grants = [{ assetId: 4, amount: '500000000', wallet: 'margin' }] as const
    await stage.tell({ type: 'grant_demo', ref: 'eur', grants })
  }

  story('is judged without what has had no price for ten minutes, however much that was', async (stage) => {
    await putUpTwo(stage)
    await both(stage, second(2), 9_000_000)
    await moveAt(stage, '300000000000', 9_000_000)
    await both(stage, second(3), null)
    await both(stage, second(3 + 599), null)
    expect(await standing(stage)).toMatchObject({ sellingSince: null })
    await both(stage, second(3 + 600), null)
    expect(await standing(stage)).toMatchObject({ sellingSince: second(603) })
    expect(stage.clerk.openOrders).toHaveLength(1)
    for (const receipt of await receiptsOf(stage)) expect(checkLoanReceipt(receipt)).toEqual([])
    return standing(stage)
  })

  /** EUR is delisted. */
  const UNLISTED = {
    ...TWO_PAIRS,
    assets: TWO_PAIRS.assets.filter(({ id }) => id !== 4),
    unlistedAssets: TWO_PAIRS.assets.filter(({ id }) => id === 4),
    pairs: TWO_PAIRS.pairs.filter(({ base }) => base.id !== 4),
    unlistedPairs: TWO_PAIRS.pairs.filter(({ base }) => base.id === 4).map((pair) => ({ ...pair, isTradable: false })),
  }
  const leave = (stage: Stage, assetId: number, amount: string) => {
    const prices = [{ symbol: 'BTC-USDT', priceSteps: 600_000 }]
    return stage.ask({ type: 'transfer', commandId: stage.commandId(), assetId, amount, from: 'margin', to: 'change', prices }) // prettier-ignore
  }

  story('whose debt is listed no more keeps what stands for it, and is before people after an hour', async (stage) => {
    stage.catalogue = TWO_PAIRS
    await putUp(stage)
    const prices = [
      { symbol: 'BTC-USDT', priceSteps: 600_000 },
      { symbol: 'EUR-USDT', priceSteps: 600_000 },
    ]
    // Eight units at 60,000 each.
    expect(await credit(stage, { assetId: 4, amount: '800000000', prices })).toBe('credited')
    stage.catalogue = UNLISTED
    const kept = { code: 'loan_margin_needed', facts: { available: '0', asset: 'BTC' } }
    expect(await leave(stage, 1, '1')).toMatchObject({ ok: false, refusal: kept })
    for (const at of [1, 3_599]) {
      await tick(stage, second(at), 10_000)
      await stage.ring()
      expect([await standing(stage), stage.loans.get(7)]).toMatchObject([{ sellingSince: null }, { stuckAt: null }])
    }
    await tick(stage, second(3_601), 600_000)
    for (let ring = 0; ring < 2; ring += 1) await stage.ring()
    expect(stage.loans.get(7)).toMatchObject({ loanId: 7, stuckAt: second(3_601) })
    expect(await leave(stage, 1, '1')).toMatchObject({ ok: false, refusal: kept })
    expect((await loanOf(stage)).events.map(({ kind }) => kind)).toEqual(['credited'])
    // After relisting, risk is computed again.
    stage.catalogue = TWO_PAIRS
    await both(stage, second(3_700), 600_000, 600_000)
    for (let ring = 0; ring < 2; ring += 1) await stage.ring()
    expect(stage.loans.get(7)).toMatchObject({ loanId: 7 })
    expect(await standing(stage)).toMatchObject({ sellingSince: null })
    return standing(stage)
  })

  story(
    'is not sold for a day where it is the last price of what is listed no more that keeps it safe',
    async (stage) => {
      await putUpTwo(stage)
      await both(stage, second(2), 6_000_000)
      await moveAt(stage, '300000000000', 6_000_000)
      await both(stage, second(3), 6_000_000)
      stage.catalogue = UNLISTED
      await tick(stage, second(4), 430_000)
      // A margin call goes to the owner: without the unlisted asset the rate is below every threshold.
      expect(await standing(stage)).toMatchObject({ sellingSince: null, called: 12_000 })
      expect(await leave(stage, 1, '1')).toMatchObject({ ok: false, refusal: { code: 'loan_margin_needed' } })
      await tick(stage, second(4) + DAY - 1_000, 430_000)
      expect(await standing(stage)).toMatchObject({ sellingSince: null })
      await tick(stage, second(4) + DAY, 430_000)
      expect(await standing(stage)).toMatchObject({ sellingSince: second(4) + DAY })
      for (const receipt of await receiptsOf(stage)) expect(checkLoanReceipt(receipt)).toEqual([])
      return standing(stage)
    },
  )

  story('is sold at once where not even the last price of what is listed no more would keep it safe', async (stage) => {
    await putUpTwo(stage)
    await both(stage, second(2), 6_000_000)
    await moveAt(stage, '300000000000', 6_000_000)
    await both(stage, second(3), 900_000)
    stage.catalogue = UNLISTED
    await tick(stage, second(4), 200_000)
    expect(await standing(stage)).toMatchObject({ sellingSince: second(4) })
    for (const receipt of await receiptsOf(stage)) expect(checkLoanReceipt(receipt)).toEqual([])
    return standing(stage)
  })

  story('is sold on where the market of its largest asset takes nothing, which is asked again later', async (stage) => {
    await putUpTwo(stage)
    await both(stage, second(2), 9_000_000)
    await moveAt(stage, '300000000000', 9_000_000)
    const sold = () =>
      ['EUR-USDT', 'BTC-USDT'].map((of) => stage.clerkOf(of).commands.filter(({ type }) => type === 'submit').length)
    await both(stage, second(3), 1_000_000, 200_000)
    expect(sold()).toEqual([1, 0])
    for (const [index, symbol] of ['EUR-USDT', 'BTC-USDT'].entries()) {
      const sent = stage.clerkOf(symbol).commands.findLast(({ type }) => type === 'submit')
      if (sent?.type !== 'submit') throw new Error('something is sold')
      stage.clerkOf(symbol).close(sent.orderNo, 'cancelled')
      await stage.deliver(symbol)
      await both(stage, second(4 + index), 1_000_000, 200_000)
    }
    // Both assets are skipped for now: no retry at every tick, and the insurance fund doesn't pay while assets can still be sold.
    await both(stage, second(6), 1_000_000, 200_000)
    expect(sold()).toEqual([1, 1])
    expect((await loanOf(stage)).events.map(({ kind }) => kind)).not.toContain('insured')
    await both(stage, second(34), 1_000_000, 200_000)
    expect(sold()).toEqual([2, 1])
    for (const receipt of await receiptsOf(stage)) expect(checkLoanReceipt(receipt)).toEqual([])
    return standing(stage)
  })

  story('what is lost beyond the wallet the insurance fund pays, and nobody goes below zero', async (stage) => {
    await putUp(stage, '100000000')
    await credit(stage, { amount: '180000000000' })
    await move(stage, '149000000000')
    await buyWith(stage)
    await tick(stage, second(1), 100_000)
    await sellOut(stage, (step) => [second(1 + step), 100_000])
    const { loan, events } = await loanOf(stage)
    expect(loan).toMatchObject({ state: 'seized', owed: '0' })
    expect(events.map(({ kind }) => kind)).toContain('insured')
    // Fund payments in the receipts match the fund's accounts.
    await stage.ring()
    const sums = new Map<number, bigint>()
    for (const { assetId, value } of [...stage.insured.values()].flatMap(readTaken))
      sums.set(assetId, (sums.get(assetId) ?? 0n) + value)
    const { accounts } = await stage.verify()
    const fund = accounts.filter(({ account }) => account === '@insurance')
    expect(fund.map(({ assetId, amount }) => [assetId, amount])).toEqual(
      [...sums].map(([id, sum]) => [id, String(sum)]),
    )
    expect([...sums.values()].some((sum) => sum < 0n)).toBe(true)
    return [loan, events, await margin(stage)]
  })
})

/** Buys BTC with all USDT of the wallet at 60,000.0, one BTC per order. */
async function buyWith(stage: Stage): Promise<void> {
  for (let orderNo = 1; orderNo <= 3; orderNo += 1) {
    const placed = await stage.place(order({ wallet: 'margin', lots: 100_000, ticks: 600_000 }))
    if (!placed.ok || !placed.value[0]?.ok) return
    stage.clerk.fill(orderNo, { ticks: 600_000, lots: 100_000, fee: '200000', role: 'taker' })
    stage.clerk.close(orderNo, 'filled')
    await stage.deliver()
  }
}

describe('the order in which things come', () => {
  scene('a round that is older than the last one acted on decides nothing', async (stage) => {
    await putUp(stage)
    await credit(stage)
    await move(stage, '800000000000')
    await tick(stage, second(5), 600_000)
    await tick(stage, second(4), 100_000)
    expect(await standing(stage)).toMatchObject({ called: 0, sellingSince: null })
  })

  /** 1.5 % of 800,000 an hour: the debt alone brings the wallet below its bounds. */
  const DEAR = { ...TERMS, dailyRate: '36000000' }

  story(
    'a debt that grew without a price is judged by prices of its own time, and never by older ones',
    async (stage) => {
      await putUp(stage)
      await credit(stage, { terms: DEAR })
      await move(stage, '700000000000')
      await tick(stage, second(1), 600_000)
      stage.now = NOON + 30 * HOUR
      await stage.ring()
      expect(band(stage)).toMatchObject({ next: NOON + 30 * HOUR - 10_000 })
      // By the prices of the afternoon before, the wallet would be sold.
      for (const at of [second(2), NOON + 29 * HOUR, NOON + 30 * HOUR - 11_000]) await tick(stage, at, 100_000)
      expect(await standing(stage)).toMatchObject({ called: 0, sellingSince: null })
      await tick(stage, NOON + 30 * HOUR, 600_000)
      expect(await standing(stage)).toMatchObject({ called: 12_000, sellingSince: null })
      return [await standing(stage), band(stage)]
    },
  )

  story('a wallet of another kind than at the last price is judged by prices of its own time', async (stage) => {
    stage.catalogue = TWO_PAIRS
    await putUp(stage)
    await credit(stage)
    await tick(stage, second(1), 600_000)
    stage.now = NOON + 20 * 60_000
    const grants = [{ assetId: 4, amount: '1000000', wallet: 'margin' }] as const
    await stage.tell({ type: 'grant_demo', ref: 'another', grants })
    await settled()
    expect(band(stage)).toMatchObject({ next: NOON + 20 * 60_000 - 10_000 })
    expect(stage.registrations.get('EUR-USDT')?.band).toMatchObject({ next: NOON + 20 * 60_000 - 10_000 })
    const both = async (at: number, btc: number) => {
      const round = { at, ticks: [tickAt(at, btc), { ...tickAt(at, 600_000), symbol: 'EUR-USDT' }] }
      await stage.wakeBy({ feature: 'loan', symbol: 'EUR-USDT', round, beforeAt: at - 1_000, closedSides: [] })
    }
    await both(NOON + 10 * 60_000, 100)
    expect(await standing(stage)).toMatchObject({ called: 0, sellingSince: null })
    await both(NOON + 20 * 60_000, 100)
    expect(await standing(stage)).toMatchObject({ sellingSince: NOON + 20 * 60_000 })
    return standing(stage)
  })

  story(
    'a changed wallet does not stay ahead of the prices: one of ten seconds before the change decides',
    async (stage) => {
      await putUp(stage)
      await credit(stage)
      await move(stage, '800000000000')
      await tick(stage, second(1), 600_000)
      stage.now = NOON + 60_000
      const grants = [{ assetId: 3, amount: '1', wallet: 'margin' }] as const
      await stage.tell({ type: 'grant_demo', ref: 'a crumb', grants })
      await tick(stage, NOON + 50_000, 430_000)
      expect(await standing(stage)).toMatchObject({ sellingSince: NOON + 50_000 })
      return standing(stage)
    },
  )

  story(
    'a second loan is judged from its own credit on, though the wallet was quiet since the first',
    async (stage) => {
      await putUp(stage)
      await credit(stage)
      await stage.ask({ type: 'repay_loan', commandId: stage.commandId(), loanId: 7, amount: null }).catch(() => null)
      stage.now = NOON + 2 * DAY
      expect(await credit(stage, { loanId: 8 })).toBe('credited')
      await tick(stage, NOON + DAY, 100_000)
      expect(await standing(stage)).toMatchObject({ called: 0, sellingSince: null })
      return standing(stage)
    },
  )
})
