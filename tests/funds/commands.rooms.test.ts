// Stories about withdrawals, deposits and conversions: held, paid out, refunded, credited once, recalled, converted. Cold starts between
// steps: account/waking.ts.

import { expect } from 'vitest'
import { BTC, CATALOGUE, NOON, USDT, type Stage, scene, story } from '../account/stage'
import { convertTerms } from './convert-terms'

const DAY = 86_400_000
/** The daily limit of level 2, 500 BTC, in ten thousand parts. */
const SCALE = 5_000_000

const ask = (stage: Stage, withdrawalId: number, amount: string, terms = {}, commandId = stage.commandId()) =>
  stage.ask<'request_withdrawal'>({
    type: 'request_withdrawal',
    commandId,
    withdrawalId,
    assetId: USDT.id,
    amount,
    terms: { fee: '1000000', btcValue: String(1000 * SCALE), level: 2, ...terms },
  })

story('Alice asks for 100 USDT, two people approve, and 99 arrive: the fee is the house’s', async (stage) => {
  expect(await ask(stage, 7, '100000000')).toEqual({ ok: true, value: { withdrawalId: 7 } })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['900000000', '100000000'] })
  const approve = { type: 'settle_withdrawal', withdrawalId: 7, verdict: 'approve' } as const
  expect(await stage.tell(approve)).toEqual({ state: 'approved' })
  expect(await stage.tell(approve)).toEqual({ state: 'approved' })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['900000000', '100000000'] })
  expect(await paid(stage, 7, '99000000')).toEqual({ state: 'captured', isPaid: true })
  expect(await paid(stage, 7, '99000000')).toEqual({ state: 'captured', isPaid: true })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['900000000', '0'] })
  const { accounts } = await stage.verify()
  expect(accounts).toContainEqual({ account: '@external', assetId: USDT.id, amount: '99000000' })
  expect(accounts).toContainEqual({ account: '@fees', assetId: USDT.id, amount: '1000000' })
})

/** A transaction shows that this much has left; the network took nothing unless told. */
const paid = (stage: Stage, withdrawalId: number, units: string, differs: object = {}) =>
  stage.tell<'post_payout'>({
    ...{ type: 'post_payout', withdrawalId, txId: '0xa', paid: units, networkFee: null, isPayment: true },
    ...differs,
  })
const sumOf = async (stage: Stage, name: string, assetId = USDT.id) =>
  (await stage.verify()).accounts.find((row) => row.account === name && row.assetId === assetId)?.amount ?? '0'

story('Nothing is paid without a transaction, and each transaction is posted once', async (stage) => {
  await ask(stage, 7, '100000000')
  expect(await paid(stage, 7, '99000000', { txId: '0xearly' })).toEqual({ state: 'held', isPaid: false })
  await stage.tell({ type: 'settle_withdrawal', withdrawalId: 7, verdict: 'approve' })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['900000000', '100000000'] })
  const networkFee = { assetId: BTC.id, amount: '700' }
  for (let times = 0; times < 2; times += 1) await paid(stage, 7, '99000000', { networkFee })
  for (let times = 0; times < 2; times += 1)
    expect(await paid(stage, 7, '99000000', { txId: '0xagain' })).toEqual({ state: 'captured', isPaid: false })
  expect(await sumOf(stage, '@external')).toBe('297000000')
  expect(await sumOf(stage, '@house')).toBe('-198000000')
  expect(await sumOf(stage, '@network:BTC', BTC.id)).toBe('700')
  expect(await sumOf(stage, '@house', BTC.id)).toBe('-700')
})

story('A transaction that the chain drops is undone once, and posted again when it is back', async (stage) => {
  for (const withdrawalId of [7, 8, 9]) {
    await ask(stage, withdrawalId, '100000000')
    await stage.tell({ type: 'settle_withdrawal', withdrawalId, verdict: 'approve' })
  }
  const networkFee = { assetId: BTC.id, amount: '700' }
  await paid(stage, 7, '99000000', { networkFee })
  await paid(stage, 7, '99000000', { txId: '0xagain' })
  await paid(stage, 8, '90000000')
  await paid(stage, 9, '109000000')
  const undo = (withdrawalId: number, txId = '0xa') =>
    stage.tell<'undo_payout'>({
      ...{ type: 'undo_payout', withdrawalId, txId },
      networkFee: withdrawalId === 7 && txId === '0xa' ? networkFee : null,
    })
  expect(await undo(6)).toEqual({ state: null })
  for (let times = 0; times < 2; times += 1) {
    expect(await undo(7, '0xagain')).toEqual({ state: times === 0 ? 'captured' : 'approved' })
    for (const withdrawalId of [7, 8, 9]) expect(await undo(withdrawalId)).toEqual({ state: 'approved' })
  }
  // Of the second, the 9 that had not arrived were given back.
  expect(await stage.balances()).toMatchObject({ 'change:3': ['709000000', '291000000'] })
  for (const [name, assetId] of [
    ['@external'],
    ['@fees'],
    ['@house'],
    ['@network:BTC', BTC.id],
    ['@house', BTC.id],
  ] as const)
    expect(await sumOf(stage, name, assetId)).toBe('0')
  expect(await paid(stage, 7, '99000000', { networkFee })).toEqual({ state: 'captured', isPaid: true })
  expect(await paid(stage, 8, '90000000')).toEqual({ state: 'captured', isPaid: true })
  expect(await stage.tell({ type: 'settle_withdrawal', withdrawalId: 9, verdict: 'refund' })).toEqual({
    state: 'released',
  })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['809000000', '0'] })
  expect(await sumOf(stage, '@external')).toBe('189000000')
  expect(await sumOf(stage, '@network:BTC', BTC.id)).toBe('700')
})

story(
  'A payment that arrives short gives the rest back, and one that is too much is the house’s loss',
  async (stage) => {
    await ask(stage, 7, '100000000')
    await ask(stage, 8, '100000000')
    for (const withdrawalId of [7, 8]) await stage.tell({ type: 'settle_withdrawal', withdrawalId, verdict: 'approve' })
    await paid(stage, 7, '90000000')
    await paid(stage, 8, '109000000')
    expect(await stage.balances()).toMatchObject({ 'change:3': ['809000000', '0'] })
    expect(await sumOf(stage, '@external')).toBe('199000000')
    expect(await sumOf(stage, '@fees')).toBe('2000000')
    expect(await sumOf(stage, '@house')).toBe('-10000000')
  },
)

story(
  'An approved withdrawal whose payment came to nothing is refunded once, and never paid afterwards',
  async (stage) => {
    await ask(stage, 7, '100000000')
    await stage.tell({ type: 'settle_withdrawal', withdrawalId: 7, verdict: 'approve' })
    const refund = { type: 'settle_withdrawal', withdrawalId: 7, verdict: 'refund' } as const
    for (let times = 0; times < 2; times += 1) expect(await stage.tell(refund)).toEqual({ state: 'released' })
    expect(await paid(stage, 7, '99000000')).toEqual({ state: 'released', isPaid: false })
    expect(await stage.balances()).toMatchObject({ 'change:3': ['1000000000', '0'] })
    expect(await sumOf(stage, '@house')).toBe('-99000000')
  },
)

story('A refused withdrawal comes back whole, and cannot be paid out any more', async (stage) => {
  await ask(stage, 7, '100000000')
  expect(await stage.tell({ type: 'settle_withdrawal', withdrawalId: 7, verdict: 'release' })).toEqual({
    state: 'released',
  })
  expect(await stage.tell({ type: 'settle_withdrawal', withdrawalId: 7, verdict: 'approve' })).toEqual({
    state: 'released',
  })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['1000000000', '0'] })
})

story('Who gave it back first is what it says: the desk, or Alice', async (stage) => {
  await ask(stage, 7, '100000000')
  await ask(stage, 8, '100000000')
  const tell = (withdrawalId: number, verdict: 'release' | 'cancel') =>
    stage.tell({ type: 'settle_withdrawal', withdrawalId, verdict })
  expect([await tell(7, 'release'), await tell(7, 'cancel')]).toEqual([{ state: 'released' }, { state: 'released' }])
  expect([await tell(8, 'cancel'), await tell(8, 'release')]).toEqual([{ state: 'cancelled' }, { state: 'cancelled' }])
  expect(await stage.balances()).toMatchObject({ 'change:3': ['1000000000', '0'] })
})

story('Alice changes her mind in time; once it is approved she cannot', async (stage) => {
  await ask(stage, 7, '100000000')
  await ask(stage, 8, '50000000')
  const cancel = (withdrawalId: number) =>
    stage.ask<'cancel_withdrawal'>({ type: 'cancel_withdrawal', commandId: stage.commandId(), withdrawalId })
  expect(await cancel(7)).toEqual({ ok: true, value: { withdrawalId: 7 } })
  await stage.tell({ type: 'settle_withdrawal', withdrawalId: 8, verdict: 'approve' })
  expect(await stage.tell({ type: 'settle_withdrawal', withdrawalId: 8, verdict: 'release' })).toEqual({
    state: 'approved',
  })
  expect(await cancel(8)).toMatchObject({ refusal: { code: 'withdrawal_not_open' } })
  expect(await cancel(9)).toMatchObject({ refusal: { code: 'withdrawal_not_found' } })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['950000000', '50000000'] })
})

story(
  'The same command is one withdrawal, although fee and price moved; another amount under it is refused',
  async (stage) => {
    const first = await ask(stage, 7, '100000000', {}, 'once')
    expect(await ask(stage, 7, '100000000', { fee: '2000000', btcValue: String(1200 * SCALE) }, 'once')).toEqual(first)
    expect(await ask(stage, 7, '200000000', {}, 'once')).toMatchObject({ refusal: { code: 'command_id_reused' } })
    expect(await ask(stage, 7, '100000000')).toMatchObject({ refusal: { code: 'withdrawal_not_open' } })
    expect(await stage.balances()).toMatchObject({ 'change:3': ['900000000', '100000000'] })
  },
)

story(
  'What is asked for within a day counts against the daily limit; what was given back and what is older does not',
  async (stage) => {
    await ask(stage, 1, '10000000', { btcValue: String(6000 * SCALE) })
    expect(await ask(stage, 2, '10000000', { btcValue: String(4001 * SCALE) })).toMatchObject({
      refusal: { code: 'withdrawal_above_cap', facts: { cap: '500', used: '300' } },
    })
    expect(await ask(stage, 3, '10000000', { btcValue: String(4000 * SCALE) })).toMatchObject({ ok: true })
    await stage.tell({ type: 'settle_withdrawal', withdrawalId: 1, verdict: 'release' })
    expect(await stage.ask<'withdrawal_use'>({ type: 'withdrawal_use' })).toMatchObject({
      value: { btcUsed: String(4000 * SCALE) },
    })
    expect(await ask(stage, 4, '10000000', { btcValue: String(6000 * SCALE) })).toMatchObject({ ok: true })
    stage.now = NOON + DAY - 1
    expect(await ask(stage, 5, '10000000', { btcValue: '1' })).toMatchObject({ ok: false })
    stage.now = NOON + DAY
    expect(await ask(stage, 6, '10000000', { btcValue: String(10000 * SCALE) })).toMatchObject({ ok: true })
  },
)

for (const [code, amount, terms] of [
  ['insufficient_available', '1000000001', {}],
  ['withdrawal_below_fee', '1000000', {}],
  ['amount_not_positive', '0', {}],
  ['withdrawal_above_cap', '2000000', { btcValue: String(10_001 * SCALE) }],
] as const) {
  story(`A withdrawal of ${amount} units is refused as ${code} and moves nothing`, async (stage) => {
    const before = await stage.balances()
    expect(await ask(stage, 7, amount, terms)).toMatchObject({ ok: false, refusal: { code } })
    expect(await stage.balances()).toEqual(before)
  })
}

story('Frozen withdrawals are refused, and a conversion where trading is frozen', async (stage) => {
  await stage.tell({ type: 'freeze', revision: 1, trading: true, withdrawals: true })
  expect(await ask(stage, 7, '100000000')).toMatchObject({ refusal: { code: 'withdrawals_frozen' } })
  expect(await convert(stage, '100000000')).toMatchObject({ refusal: { code: 'trading_frozen' } })
  // State shown on the pages before any input.
  expect(await stage.ask<'withdrawal_use'>({ type: 'withdrawal_use' })).toMatchObject({
    value: { frozen: { trading: true, withdrawals: true } },
  })
  await stage.tell({ type: 'freeze', revision: 2, trading: false, withdrawals: true })
  expect(await stage.ask<'withdrawal_use'>({ type: 'withdrawal_use' })).toMatchObject({
    value: { frozen: { trading: false, withdrawals: true } },
  })
})

story('A number that never arrived is spoilt: it cannot come late', async (stage) => {
  expect(await stage.tell({ type: 'void_withdrawal', withdrawalId: 7 })).toEqual({ state: 'void' })
  expect(await ask(stage, 7, '100000000')).toMatchObject({ refusal: { code: 'withdrawal_not_open' } })
  await ask(stage, 8, '100000000')
  expect(await stage.tell({ type: 'void_withdrawal', withdrawalId: 8 })).toEqual({ state: 'held' })
})

const credit = (stage: Stage, depositId: number, amount = '250000000') =>
  stage.tell<'credit_deposit'>({ type: 'credit_deposit', depositId, assetId: USDT.id, amount })

story('A deposit is credited once, however often it is said', async (stage) => {
  expect(await credit(stage, 5)).toEqual({ state: 'credited', isNew: true })
  expect(await credit(stage, 5)).toEqual({ state: 'credited', isNew: false })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['1250000000', '0'] })
})

story('A deposit of what is listed no more is credited: it was sent while it was', async (stage) => {
  stage.catalogue = {
    ...CATALOGUE,
    assets: CATALOGUE.assets.filter(({ id }) => id !== USDT.id),
    unlistedAssets: [USDT],
  }
  expect(await credit(stage, 5)).toEqual({ state: 'credited', isNew: true })
})

story('A recalled deposit is set aside, and kept when it proves good', async (stage) => {
  await credit(stage, 5)
  const recalled = { state: 'recalled', recalled: '250000000', missing: '0' }
  expect(await recall(stage, 5)).toEqual(recalled)
  expect(await recall(stage, 5)).toEqual(recalled)
  expect(await stage.balances()).toMatchObject({ 'change:3': ['1000000000', '250000000'] })
  expect(await credit(stage, 5)).toEqual({ state: 'recalled', isNew: false })
  expect(await settleRecall(stage, 5, 'keep')).toEqual({ state: 'kept', missing: '0' })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['1250000000', '0'] })
})

const recall = (stage: Stage, depositId: number) => stage.tell<'recall_deposit'>({ type: 'recall_deposit', depositId })
const settleRecall = (stage: Stage, depositId: number, verdict: 'keep' | 'return') =>
  stage.tell<'settle_recall'>({ type: 'settle_recall', depositId, verdict })
const settle = (stage: Stage, withdrawalId: number, verdict: 'approve' | 'release') =>
  stage.tell<'settle_withdrawal'>({ type: 'settle_withdrawal', withdrawalId, verdict })
const external = async (stage: Stage) =>
  (await stage.verify()).accounts.find(({ account, assetId }) => account === '@external' && assetId === USDT.id)?.amount

story(
  'A recalled deposit that Bob has asked to withdraw gives back what is left, and the rest is owed',
  async (stage) => {
    await credit(stage, 5)
    await ask(stage, 7, '1150000000', { btcValue: '1' })
    expect(await recall(stage, 5)).toEqual({ state: 'recalled', recalled: '100000000', missing: '150000000' })
    const returned = { state: 'returned', missing: '150000000' }
    expect(await settleRecall(stage, 5, 'return')).toEqual(returned)
    expect(await settleRecall(stage, 5, 'return')).toEqual(returned)
    expect(await stage.balances()).toMatchObject({ 'change:3': ['0', '1150000000'] })
    expect(await credit(stage, 5)).toEqual({ state: 'returned', isNew: false })
    expect(await external(stage)).toBe('-150000000')
  },
)

story(
  'While something is owed nothing is paid out; what is given back goes there first, to the last unit',
  async (stage) => {
    await credit(stage, 5)
    await ask(stage, 7, '1150000000', { btcValue: '1' })
    await recall(stage, 5)
    await settleRecall(stage, 5, 'return')
    expect(await settle(stage, 7, 'approve')).toEqual({ state: 'held', heldFor: 'deposit_recalled' })
    expect(await ask(stage, 8, '2000000')).toMatchObject({ refusal: { code: 'deposit_recalled' } })
    // A deposit of 60 pays a part of the debt, and the withdrawal refused by the desk the other 90.
    await credit(stage, 6, '60000000')
    expect(await recall(stage, 5)).toEqual({ state: 'returned', recalled: '160000000', missing: '90000000' })
    expect(await settle(stage, 7, 'release')).toEqual({ state: 'released' })
    expect(await recall(stage, 5)).toEqual({ state: 'returned', recalled: '250000000', missing: '0' })
    expect(await stage.balances()).toMatchObject({ 'change:3': ['1060000000', '0'] })
    expect(await external(stage)).toBe('-60000000')
    expect(await ask(stage, 8, '2000000')).toMatchObject({ ok: true })
  },
)

story(
  'A recall takes from every wallet what is there, and keeping it gives each wallet its own back',
  async (stage) => {
    await credit(stage, 5)
    for (const [to, amount] of [
      ['legal', '700000000'],
      ['earn', '450000000'],
    ] as const)
      await stage.ask<'transfer'>({
        type: 'transfer',
        commandId: stage.commandId(),
        assetId: USDT.id,
        from: 'change',
        to,
        amount,
      })
    const before = await stage.balances()
    expect(before).toMatchObject({ 'change:3': ['100000000', '0'], 'legal:3': ['700000000', '0'] })
    const taken = { state: 'recalled', recalled: '250000000', missing: '0' }
    expect(await recall(stage, 5)).toEqual(taken)
    expect(await recall(stage, 5)).toEqual(taken)
    expect(await stage.balances()).toMatchObject({
      'change:3': ['0', '100000000'],
      'legal:3': ['550000000', '150000000'],
    })
    expect(await settleRecall(stage, 5, 'keep')).toEqual({ state: 'kept', missing: '0' })
    expect(await stage.balances()).toEqual(before)
    // Kept for good: it isn't debited again.
    expect(await recall(stage, 5)).toEqual({ state: 'kept', recalled: '250000000', missing: '0' })
    expect(await stage.balances()).toEqual(before)

    await credit(stage, 6, '800000000')
    await recall(stage, 6)
    expect(await settleRecall(stage, 6, 'return')).toEqual({ state: 'returned', missing: '0' })
    expect(await external(stage)).toBe('-250000000')
  },
)

story(
  'A withdrawal that waits is not paid out while a deposit is looked at again, and is when that proves good',
  async (stage) => {
    await credit(stage, 5)
    await ask(stage, 7, '100000000')
    await recall(stage, 5)
    expect(await settle(stage, 7, 'approve')).toEqual({ state: 'held', heldFor: 'deposit_recalled' })
    expect(await ask(stage, 8, '2000000')).toMatchObject({ refusal: { code: 'deposit_recalled' } })
    await settleRecall(stage, 5, 'keep')
    expect(await settle(stage, 7, 'approve')).toEqual({ state: 'approved' })
    expect(await stage.balances()).toMatchObject({ 'change:3': ['1150000000', '100000000'] })
  },
)

story('Of two deposits that are owed the older is made whole first', async (stage) => {
  await credit(stage, 5, '100000000')
  await credit(stage, 6, '100000000')
  await ask(stage, 7, '1200000000', { btcValue: '1' })
  await recall(stage, 6)
  await recall(stage, 5)
  await credit(stage, 8, '130000000')
  expect(await recall(stage, 5)).toMatchObject({ recalled: '100000000', missing: '0' })
  expect(await recall(stage, 6)).toMatchObject({ recalled: '30000000', missing: '70000000' })
})

story('A deposit that was refused before it was credited can never be credited', async (stage) => {
  expect(await settleRecall(stage, 5, 'return')).toEqual({ state: 'returned', missing: '0' })
  expect(await credit(stage, 5)).toEqual({ state: 'returned', isNew: false })
  expect(await stage.balances()).toMatchObject({ 'change:3': ['1000000000', '0'] })
})

const convert = (stage: Stage, amount: string, terms = {}, commandId = stage.commandId()) =>
  stage.ask<'convert'>({
    type: 'convert',
    commandId,
    fromAssetId: USDT.id,
    toAssetId: BTC.id,
    amount,
    terms: { ...convertTerms(BigInt(amount), stage.now), ...terms },
  })

story('Alice converts 600 USDT to 0.01 BTC with the house, and pays 0.6 on top', async (stage) => {
  const first = await convert(stage, '600000000', {}, 'once')
  expect(first).toMatchObject({ ok: true, value: { given: '600000000', fee: '600000', received: '1000000' } })
  expect(await convert(stage, '600000000', { received: '999999' }, 'once')).toEqual(first)
  expect(await stage.balances()).toMatchObject({ 'change:3': ['399400000', '0'], 'change:1': ['101000000', '0'] })
  expect(await convert(stage, '399400000')).toMatchObject({ refusal: { code: 'insufficient_available' } })
  expect(await convert(stage, '1', { received: '0' })).toMatchObject({ refusal: { code: 'convert_below_min' } })
  const listed = await stage.ask<'conversions'>({ type: 'conversions', page: 1, limit: 10 })
  expect(listed).toMatchObject({ value: { total: 1, rows: [{ id: 1, received: '1000000' }] } })
  await stage.ring()
  const receiptId = listed.ok ? listed.value.rows[0]?.receiptId : undefined
  expect(stage.receipts.get(receiptId ?? '')).toMatchObject({ rule: 'convert-1', fee: '600000', received: '1000000' })
})

/** Whole USDT with eight decimals. */
const worth = (usdt: number) => ({ value: `${usdt}00000000` })

story('Alice converts a million USDT worth in a day and no more', async (stage) => {
  expect(await convert(stage, '1000000', worth(999_000))).toMatchObject({ ok: true })
  expect(await convert(stage, '1000000', worth(1_001))).toMatchObject({
    refusal: { code: 'convert_above_day_max', facts: { max: '1000000', left: '1000' } },
  })
  expect(await convert(stage, '1000000', worth(1_000))).toMatchObject({ ok: true })
  expect(await convert(stage, '1000000', { value: '1' })).toMatchObject({ refusal: { code: 'convert_above_day_max' } })
  stage.now += DAY
  expect(await convert(stage, '1000000', worth(1_000_000))).toMatchObject({ ok: true })
})

scene('A price of more than a minute ago converts nothing', async (stage) => {
  for (const age of [60_001, -1_000])
    expect(await convert(stage, '1000000', convertTerms(1_000_000n, stage.now - age))).toMatchObject({
      refusal: { code: 'price_unavailable' },
    })
  expect(await convert(stage, '1000000', convertTerms(1_000_000n, stage.now - 60_000))).toMatchObject({ ok: true })
})

scene('What a user sees of it are bills of the amount and of the fee apart', async (stage) => {
  await ask(stage, 7, '100000000')
  await stage.tell({ type: 'settle_withdrawal', withdrawalId: 7, verdict: 'approve' })
  await paid(stage, 7, '99000000')
  const bills = await stage.ask<'bills'>({
    type: 'bills',
    wallet: 'change',
    assetId: USDT.id,
    reason: null,
    page: 1,
    limit: 10,
  })
  expect(bills.ok && bills.value.rows.slice(0, 2).map(({ reason, value }) => [reason, value])).toEqual([
    ['withdrawal_fee', '-1000000'],
    ['withdrawal', '-99000000'],
  ])
})
