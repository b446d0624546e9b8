// Deposits and withdrawals whole, through the real services, rooms and directory: seen on the simulated chain and credited, taken back
// when a block is replaced, asked for, held, decided by the desk, cancelled, and made good after a crash between directory and room.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { sendSimulated } from '#services/chains/simulated'
import { convertAsset, quoteConversion } from '#services/funds/conversions'
import { callAccountAsSystem } from '#services/account-room'
import { cancelDeposit, requestDeposit, sweepDeposits } from '#services/funds/deposits'
import { depositFacts, withdrawalFacts } from '#services/funds/facts'
import { forgetBlock } from '#services/chains/faucet'
import { findReceivingPlace } from '#services/chains/networks'
import { getRecord, listRecords } from '#services/funds/records'
import { watchChains } from '#services/chains/watcher'
import { carryOut } from '#services/desk/review-kind'
import { depositReview } from '#services/funds/deposit-review'
import { withdrawalReview } from '#services/funds/withdrawal-review'
import { cancelWithdrawal, sweepWithdrawals } from '#services/funds/withdrawals'
import { seed } from '../api/client'
import {
  TRON,
  USDT,
  XRP,
  afterBlocks,
  balance,
  codeOf,
  decide,
  enter,
  expectSound,
  kill,
  newestDeposit,
  reviewsOf,
  sendTo,
  setBank,
  type User,
  units,
  value,
  voucherOf,
  watchTillGone,
  watchTron,
  withdraw,
} from './customers'
import { errorsDuring, withQuotes } from './outage'

beforeAll(async () => {
  await seed()
})

test('A transfer on the chain is seen, confirmed and credited once, however often it is looked at', async () => {
  const alice = await enter('Alice')
  const [before] = await balance(alice)
  await sendTo(alice, 'TRC20', '250')
  await watchChains(env, afterBlocks(5))
  expect(await newestDeposit(alice)).toMatchObject({ state: 'confirming', kind: 'chain', amount: '250.000000' })
  expect(await balance(alice)).toEqual([before, '0'])

  await Promise.all([watchChains(env, afterBlocks(30)), watchChains(env, afterBlocks(30))])
  await watchChains(env, afterBlocks(31))
  expect((await newestDeposit(alice)).state).toBe('passed')
  expect(await balance(alice)).toEqual([String(BigInt(before) + 250_000_000n), '0'])
  expect(value(await listRecords(env, alice, { page: 1, limit: 10 })).total).toBe(1)
  await expectSound(alice)
})

test('On a shared address the memo says whose it is; without one it is nobody’s, and dust is passed over', async () => {
  const bob = await enter('Bob')
  const [before] = await balance(bob, XRP)
  const place = value(await findReceivingPlace(env, bob.userId, 'XRP'))
  const payment = { network: 'XRP', assetCode: 'XRP', amount: units('40'), address: place.address }
  await sendSimulated(env, { ...payment, memo: '' }, Date.now())
  await sendSimulated(env, { ...payment, memo: '999999' }, Date.now())
  await sendSimulated(env, { ...payment, memo: place.memo, amount: units('0.5') }, Date.now())
  await sendSimulated(env, { ...payment, memo: place.memo }, Date.now())
  await watchChains(env, afterBlocks(5))
  await watchChains(env, afterBlocks(6))
  expect(await balance(bob, XRP)).toEqual([String(BigInt(before) + 40_000_000n), '0'])
})

test('A deposit whose block is replaced before it is deep enough goes to a person, who may still credit it', async () => {
  const carol = await enter('Carol')
  const [before] = await balance(carol)
  const txId = await sendTo(carol, 'TRC20', '100')
  await watchTron(afterBlocks(5))
  await forgetBlock(env, txId)
  await watchTillGone(afterBlocks(40))
  const seen = await newestDeposit(carol)
  expect(seen).toMatchObject({ state: 'review', isReorganised: true })
  expect(await reviewsOf('deposit', seen.id)).toEqual(['1 open'])
  expect(await balance(carol)).toEqual([before, '0'])
  const decision = decide('deposit', seen.id, carol, 'approve')
  expect(codeOf(await carryOut(depositReview, env, decision))).toBe('ok')
  expect(codeOf(await carryOut(depositReview, env, decision))).toBe('ok')
  expect(await balance(carol)).toEqual([String(BigInt(before) + 100_000_000n), '0'])
  // The chain doesn't undo a decision of the desk.
  await watchTillGone(afterBlocks(300))
  expect((await newestDeposit(carol)).state).toBe('passed')
  await expectSound(carol)
})

test('A credited deposit whose block is replaced is set aside, and goes back when the desk says so: never twice credited', async () => {
  const dave = await enter('Dave')
  const [before] = await balance(dave)
  const txId = await sendTo(dave, 'TRC20', '100')
  await watchTron(afterBlocks(40))
  expect(await balance(dave)).toEqual([String(BigInt(before) + 100_000_000n), '0'])
  await forgetBlock(env, txId)
  await watchTillGone(afterBlocks(41))
  await watchTron(afterBlocks(200))
  const seen = await newestDeposit(dave)
  expect(seen).toMatchObject({ state: 'review', isReorganised: true })
  expect(await reviewsOf('deposit', seen.id)).toEqual(['1 open'])
  expect(await balance(dave)).toEqual([before, '100000000'])
  const facts = await depositFacts(env, String(seen.id), 'en')
  expect(facts?.lines).toContainEqual({ label: 'state', value: 'Completed' })

  expect(codeOf(await carryOut(depositReview, env, decide('deposit', seen.id, dave, 'reject')))).toBe('ok')
  expect(await balance(dave)).toEqual([before, '0'])
  await watchTron(afterBlocks(201))
  expect(await balance(dave)).toEqual([before, '0'])
  expect((await newestDeposit(dave)).state).toBe('failed')
  await expectSound(dave)
})

test('A deposit with a voucher is one however often it is sent, waits for the desk, and can be taken back till then', async () => {
  const erin = await enter('Erin')
  const [before] = await balance(erin)
  const voucher = await voucherOf(erin, 'a picture')
  const form = { kind: 'coin' as const, assetId: USDT, network: 'TRC20', amount: '75', voucher }
  const ask = (commandId: string, differs = {}) =>
    requestDeposit(env, erin, { commandId, form: { ...form, ...differs } }, Date.now())
  const [first, again] = await Promise.all([ask('deposit-1'), ask('deposit-1')])
  expect(value(first)).toEqual(value(again))
  expect(codeOf(await ask('deposit-1', { amount: '76' }))).toBe('command_id_reused')
  expect(codeOf(await ask('deposit-1', { network: 'ERC20' }))).toBe('command_id_reused')
  expect(codeOf(await ask('deposit-1', { voucher: await voucherOf(erin, 'another picture') }))).toBe(
    'command_id_reused',
  )
  // The same picture, sent in a second time.
  expect(value(await ask('deposit-1', { voucher: await voucherOf(erin, 'a picture') }))).toEqual(value(first))
  expect(codeOf(await ask('deposit-2', { voucher: '/uploads/somebody-elses-picture' }))).toBe('voucher_missing')
  expect(codeOf(await ask('deposit-3', { amount: '0.5' }))).toBe('deposit_below_min')
  const { depositId } = value(first)
  expect(await reviewsOf('deposit', depositId)).toEqual(['1 open'])
  expect(codeOf(await carryOut(depositReview, env, decide('deposit', depositId, erin, 'approve')))).toBe('ok')
  expect(await balance(erin)).toEqual([String(BigInt(before) + 75_000_000n), '0'])
  expect(codeOf(await cancelDeposit(env, erin, depositId, Date.now()))).toBe('deposit_not_open')

  expect(codeOf(await ask('deposit-4'))).toBe('voucher_used')
  const second = value(await ask('deposit-5', { voucher: await voucherOf(erin) }))
  const mallory = await enter('Mallory')
  expect(codeOf(await cancelDeposit(env, mallory, second.depositId, Date.now()))).toBe('deposit_not_found')
  expect(codeOf(await getRecord(env, mallory, `d${second.depositId}`))).toBe('record_not_found')
  expect(codeOf(await cancelDeposit(env, erin, second.depositId, Date.now()))).toBe('ok')
  expect(codeOf(await carryOut(depositReview, env, decide('deposit', second.depositId, erin, 'approve')))).toBe(
    'deposit_not_open',
  )
  expect(await reviewsOf('deposit', second.depositId)).toEqual(['1 cancelled'])
})

test('A deposit whose review a crash left unopened is put before the desk by the sweep', async () => {
  const frank = await enter('Frank')
  await setBank()
  const form = { kind: 'bank' as const, assetId: USDT, network: null, amount: '30', voucher: await voucherOf(frank) }
  const { depositId } = value(await requestDeposit(env, frank, { commandId: 'bank-1', form }, Date.now()))
  await env.DB.batch([
    env.DB.prepare('UPDATE deposit SET reviewed_at = NULL, rounds = 0 WHERE id = ?').bind(depositId),
    env.DB.prepare("DELETE FROM review WHERE kind = 'deposit' AND subject_id = ?").bind(String(depositId)),
  ])
  await sweepDeposits(env, 40, Date.now())
  expect(await reviewsOf('deposit', depositId)).toEqual(['1 open'])
})

test('One deposit that cannot be put before the desk keeps no other from it', async () => {
  const fred = await enter('Fred')
  const ask = async (commandId: string) => {
    const voucher = await voucherOf(fred, commandId)
    const form = { kind: 'coin', assetId: USDT, network: 'TRC20', amount: '30', voucher } as const
    return value(await requestDeposit(env, fred, { commandId, form }, Date.now())).depositId
  }
  const [broken, other] = [await ask('broken-1'), await ask('other-1')]
  await env.DB.batch([
    env.DB.prepare('UPDATE deposit SET reviewed_at = NULL, rounds = 0 WHERE user_id = ?').bind(fred.userId),
    env.DB.prepare("DELETE FROM review WHERE kind = 'deposit' AND user_id = ?").bind(fred.userId),
    env.DB.prepare(
      `CREATE TRIGGER no_review BEFORE INSERT ON review WHEN new.subject_id = '${broken}' BEGIN SELECT raise(abort, 'not today'); END`,
    ),
  ])
  const errors = await errorsDuring(() => sweepDeposits(env, 40, Date.now()))
  await env.DB.prepare('DROP TRIGGER no_review').run()
  expect(errors).toContain(`deposit ${broken}: not yet before the desk`)
  expect([await reviewsOf('deposit', broken), await reviewsOf('deposit', other)]).toEqual([[], ['1 open']])
  await sweepDeposits(env, 40, Date.now())
  expect(await reviewsOf('deposit', broken)).toEqual(['1 open'])
})

test('A withdrawal is held, approved once, and its fee is kept; a rejected one comes back whole', async () => {
  const grace = await enter('Grace')
  const [before] = await balance(grace)
  const left = (amount: bigint) => String(BigInt(before) - amount)
  const { withdrawalId } = value(await withdraw(grace, 'out-1'))
  expect(value(await withdraw(grace, 'out-1', {}, 'a wrong one'))).toEqual({ withdrawalId })
  expect(codeOf(await withdraw(grace, 'out-1', { amount: '101' }))).toBe('command_id_reused')
  expect(await balance(grace)).toEqual([left(100_000_000n), '100000000'])
  expect(await reviewsOf('withdrawal', withdrawalId)).toEqual(['1 open'])
  expect((await withdrawalFacts(env, String(withdrawalId), 'en'))?.lines).toContainEqual({
    label: 'arrival',
    value: '99 USDT',
  })

  const decision = decide('withdrawal', withdrawalId, grace, 'approve')
  expect([
    codeOf(await carryOut(withdrawalReview, env, decision)),
    codeOf(await carryOut(withdrawalReview, env, decision)),
  ]).toEqual(['ok', 'ok'])
  expect(await balance(grace)).toEqual([left(100_000_000n), '0'])
  expect(codeOf(await carryOut(withdrawalReview, env, { ...decision, verdict: 'reject' }))).toBe('withdrawal_not_open')

  const second = value(await withdraw(grace, 'out-2'))
  expect(
    codeOf(await carryOut(withdrawalReview, env, decide('withdrawal', second.withdrawalId, grace, 'reject'))),
  ).toBe('ok')
  expect(await balance(grace)).toEqual([left(100_000_000n), '0'])
  expect(value(await getRecord(env, grace, `w${second.withdrawalId}`))).toMatchObject({
    state: 'failed',
    reason: 'the voucher cannot be read',
  })
  await expectSound(grace)
})

test('Under the number of what Gustav has asked for, anything else is refused by name, however it is wrong, and the same is the same', async () => {
  const gustav = await enter('Gustav')
  const before = await balance(gustav)
  const asked = { amount: '12', feeShown: '1' }
  const { withdrawalId } = value(await withdraw(gustav, 'K', asked))
  const home = await env.DB.prepare('SELECT id FROM saved_address WHERE user_id = ?')
    .bind(gustav.userId)
    .first<number>('id')
  for (const differs of [
    { amount: '15' },
    { amount: '15', feeShown: '0' },
    { feeShown: '0' },
    { amount: 'twelve' },
    { amount: '0.5' },
    { address: 'nowhere' },
    { address: 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb' },
    { network: 'ERC20' },
    { addressId: 999_999 },
    { memo: '7' },
    { remark: 'not the rent' },
    { kind: 'card' },
    { assetId: 1 },
    { assetId: 999_999 },
  ])
    expect([differs, codeOf(await withdraw(gustav, 'K', { ...asked, ...differs }))]).toEqual([
      differs,
      'command_id_reused',
    ])
  // In any notation, and after later changes.
  await env.DB.prepare('UPDATE saved_address SET changed_at = ? WHERE user_id = ?')
    .bind(Date.now(), gustav.userId)
    .run()
  for (const same of [
    {},
    { amount: '12.0' },
    { addressId: home, address: '' },
    { network: 'TRC20' },
    { feeShown: null },
  ])
    expect(value(await withdraw(gustav, 'K', { ...asked, ...same }))).toEqual({ withdrawalId })
  expect(await balance(gustav)).toEqual([String(BigInt(before[0]) - 12_000_000n), '12000000'])
})

test('Two withdrawals of Gesa under one number at once are one: the other is refused, or both say the same', async () => {
  const gesa = await enter('Gesa')
  const outcomes = await Promise.all(['12', '15'].map((amount) => withdraw(gesa, 'K', { amount })))
  expect(outcomes.map(codeOf).sort()).toEqual(['command_id_reused', 'ok'])
  await expectSound(gesa)
})

test('Heidi takes her withdrawal back, and nobody else can; the desk finds it gone', async () => {
  const heidi = await enter('Heidi')
  const mallory = await enter('Mallory')
  const [before] = await balance(heidi)
  const { withdrawalId } = value(await withdraw(heidi, 'out-1'))
  const cancel = (user: User, commandId: string) => cancelWithdrawal(env, user, { commandId, withdrawalId }, Date.now())
  expect(codeOf(await cancel(mallory, 'not-hers'))).toBe('withdrawal_not_found')
  expect(codeOf(await cancel(heidi, 'back-1'))).toBe('ok')
  expect(codeOf(await cancel(heidi, 'back-1'))).toBe('ok')
  expect(await balance(heidi)).toEqual([before, '0'])
  expect(await reviewsOf('withdrawal', withdrawalId)).toEqual(['1 cancelled'])
  expect(codeOf(await carryOut(withdrawalReview, env, decide('withdrawal', withdrawalId, heidi, 'approve')))).toBe(
    'withdrawal_not_open',
  )
})

test('Who takes a withdrawal back eight times at once is told eight times that it is, and gets it once', async () => {
  const hugo = await enter('Hugo')
  const before = await balance(hugo)
  const { withdrawalId } = value(await withdraw(hugo, 'out-1'))
  const cancel = (_: unknown, index: number) =>
    cancelWithdrawal(env, hugo, { commandId: `back-${index}`, withdrawalId }, Date.now())
  const answers = await Promise.all(Array.from({ length: 8 }, cancel))
  expect(answers.map(codeOf)).toEqual(Array.from({ length: 8 }, () => 'ok'))
  expect(codeOf(await cancel(null, 9))).toBe('ok')
  expect(await balance(hugo)).toEqual(before)
})

test('What stands in the way of a withdrawal is said by name, and moves nothing', async () => {
  const ivan = await enter('Ivan')
  const before = await balance(ivan)
  const set = (sql: string) => env.DB.prepare(`UPDATE ${sql}`).bind(ivan.userId).run()
  expect(codeOf(await withdraw(ivan, 'a', {}, 'wrong'))).toBe('pay_password_wrong')
  expect(codeOf(await withdraw(ivan, 'b', { address: 'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb' }))).toBe('address_not_saved')
  expect(codeOf(await withdraw(ivan, 'c', { address: 'nowhere' }))).toBe('address_malformed')
  expect(codeOf(await withdraw(ivan, 'd', { amount: '5' }))).toBe('withdrawal_below_min')
  expect(codeOf(await withdraw(ivan, 'e', { amount: '9999999' }))).toBe('insufficient_available')
  expect(codeOf(await withdraw(ivan, 'f', { feeShown: '0.5' }))).toBe('withdrawal_fee_changed')
  for (const feeShown of ['abc', '-1', '1e-9', '0,5', ' '])
    expect(codeOf(await withdraw(ivan, 'f', { feeShown }))).toBe('withdrawal_fee_malformed')
  for (const feeShown of ['0.00000000001', '0.999999999999', '0.9999999'])
    expect(codeOf(await withdraw(ivan, 'f', { feeShown }))).toBe('withdrawal_fee_changed')
  for (const feeShown of ['1.000000000000', '01', '99999999999999999999'])
    expect(codeOf(await withdraw(ivan, 'f', { feeShown, amount: '9999999' }))).toBe('insufficient_available')
  expect(codeOf(await withdraw(ivan, 'g', { kind: 'card' }))).toBe('card_not_found')
  await set(`saved_address SET changed_at = ${Date.now()} WHERE user_id = ?`)
  expect(codeOf(await withdraw(ivan, 'h'))).toBe('address_too_new')
  await set('saved_address SET changed_at = 1 WHERE user_id = ?')
  await set(`user SET withdrawals_locked_until = ${Date.now() + 1_000_000} WHERE id = ?`)
  expect(codeOf(await withdraw(ivan, 'i'))).toBe('withdrawals_locked')
  await set('user SET withdrawals_locked_until = NULL, review_status = 0 WHERE id = ?')
  expect(codeOf(await withdraw(ivan, 'j', { amount: '50000' }))).toBe('identity_check_needed')
  expect(codeOf(await withdraw({ ...ivan, sessionId: 'over-long-ago' }, 'k'))).toBe('session_ended')
  expect(await balance(ivan)).toEqual(before)
  const { withdrawalId } = value(await withdraw(ivan, 'l'))
  const over = { ...ivan, sessionId: 'over-long-ago' }
  expect(codeOf(await cancelWithdrawal(env, over, { commandId: 'm', withdrawalId }, Date.now()))).toBe('session_ended')
})

test('A crash between directory and room is made good: what is held goes on, what never arrived is spoilt', async () => {
  const judy = await enter('Judy')
  const [before] = await balance(judy)
  const held = value(await withdraw(judy, 'out-1'))
  // Simulates a crash before the review was opened; and, for the other, before the Account was called.
  await env.DB.batch([
    env.DB.prepare("UPDATE withdrawal SET state = 'draft', created_at = 1 WHERE id = ?").bind(held.withdrawalId),
    env.DB.prepare("DELETE FROM review WHERE kind = 'withdrawal' AND subject_id = ?").bind(String(held.withdrawalId)),
    env.DB.prepare(
      `INSERT INTO withdrawal (user_id, command_id, kind, asset_id, network, target, amount, fee, btc_value, remark, state, created_at)
        VALUES (?, 'out-2', 'address', 3, 'TRC20', ?, '100000000', '1000000', '1', 'rent', 'draft', 1)`,
    ).bind(judy.userId, TRON),
  ])
  await sweepWithdrawals(env, 40, Date.now())
  expect(await reviewsOf('withdrawal', held.withdrawalId)).toEqual(['1 open'])
  expect(codeOf(await withdraw(judy, 'out-2'))).toBe('withdrawal_not_open')
  expect(await balance(judy)).toEqual([String(BigInt(before) - 100_000_000n), '100000000'])
  await expectSound(judy)
})

test('A refused withdrawal that is sent again after a day, when the Account has forgotten it, holds nothing', async () => {
  const leo = await enter('Leo')
  expect(codeOf(await withdraw(leo, 'too-much', { amount: '200000' }))).toBe('insufficient_available')
  await expectSound(leo)
  await runInDurableObject(env.Account.get(env.Account.idFromName(String(leo.userId))), (_room, { storage }) => {
    storage.sql.exec("UPDATE command SET at = 1 WHERE id = 'withdraw:too-much'")
  })
  await kill(leo)
  const credit = { depositId: 1_000_000, assetId: USDT, amount: String(units('200000')) }
  await callAccountAsSystem(env, leo.userId, { type: 'credit_deposit', ...credit })
  const before = await balance(leo)
  expect(codeOf(await withdraw(leo, 'too-much', { amount: '200000' }))).toBe('withdrawal_not_open')
  expect(await balance(leo)).toEqual(before)
  expect(codeOf(await withdraw(leo, 'anew', { amount: '200000' }))).toBe('ok')
  await expectSound(leo)
})

test('A quote is taken up once while it holds, by whom it was made for, and for the pair that it names', async () => {
  const kim = await enter('Kim')
  const mallory = await enter('Mallory')
  const ids = { fromAssetId: USDT, toAssetId: 1 }
  const now = Date.now()
  const { token } = value(await quoteConversion(env, kim.userId, ids, now))
  const take = (user: User, commandId: string, differs: object = {}, at = now) =>
    convertAsset(env, user, { commandId, form: { ...ids, amount: '600', token, ...differs } }, at)
  // Each waits for the next prices: at once they wait for the same.
  const refused = await Promise.all([
    take(mallory, 'theirs'),
    take(kim, 'other', { toAssetId: 2 }),
    take(kim, 'late', {}, now + 10_000),
    take(kim, 'same', { toAssetId: USDT }),
    take(kim, 'little', { amount: '0.5' }),
    take(kim, 'much', { amount: '300000' }),
  ])
  expect(refused.map(codeOf)).toEqual([
    ...['convert_quote_unknown', 'convert_quote_unknown', 'convert_quote_over'],
    ...['convert_same_asset', 'convert_below_min', 'convert_above_max'],
  ])
  const [before] = await balance(kim)
  const done = value(await take(kim, 'once'))
  expect(value(await take(kim, 'once', {}, now + 60_000))).toEqual(done)
  expect(done).toMatchObject({ fromCode: 'USDT', toCode: 'BTC', given: '600.000000', fee: '0.600000' })
  // An executed command answers its own retry only, even when it could convert nothing any more.
  const others = [{ amount: '0.5' }, { amount: '601' }, { amount: 'much' }, { toAssetId: USDT }, { toAssetId: 2 }]
  const taken = await Promise.all(others.map((other) => take(kim, 'once', other, now + 60_000)))
  expect(new Set(taken.map(codeOf))).toEqual(new Set(['command_id_reused']))
  expect(await balance(kim)).toEqual([String(BigInt(before) - 600_600_000n), '0'])
  await expectSound(kim)
})

/** A price moved by some hundredths of a percent. */
const moved = (price: string, basisPoints: number) => (Number(price) * (1 + basisPoints / 10_000)).toFixed(1)

test('A quote is no free option: what the market has made better than the fee is refused, what it has made worse is taken', async () => {
  const lena = await enter('Lena')
  const ids = { fromAssetId: USDT, toAssetId: 1 }
  const now = Date.now()
  const quoted = async () => value(await quoteConversion(env, lena.userId, ids, now)).token
  const takeWhen = async (commandId: string, change: Parameters<typeof withQuotes>[0]) =>
    convertAsset(
      withQuotes(change),
      lena,
      { commandId, form: { ...ids, amount: '600', token: await quoted() } },
      now + 5_000,
    )
  const before = await balance(lena)
  // 0.3% dearer meanwhile: converting at the quote and back at the market would be a sure gain.
  expect(codeOf(await takeWhen('dearer', ({ price }) => ({ price: moved(price, 30) })))).toBe('convert_quote_over')
  expect(codeOf(await takeWhen('silent', () => ({ isStale: true })))).toBe('price_unavailable')
  expect(await balance(lena)).toEqual(before)
  expect(codeOf(await takeWhen('cheaper', ({ price }) => ({ price: moved(price, -30) })))).toBe('ok')
  expect(await balance(lena)).toEqual([String(BigInt(before[0]) - 600_600_000n), '0'])
})

test('Without a quote a conversion takes the price of the moment, and none while the feed is silent', async () => {
  const mona = await enter('Mona')
  const form = { fromAssetId: USDT, toAssetId: 1, amount: '600', token: null }
  const take = (within: Env, commandId: string) => convertAsset(within, mona, { commandId, form }, Date.now())
  const before = await balance(mona)
  expect(
    codeOf(
      await take(
        withQuotes(() => ({ isStale: true })),
        'silent',
      ),
    ),
  ).toBe('price_unavailable')
  expect(await balance(mona)).toEqual(before)
  expect(codeOf(await take(env, 'now'))).toBe('ok')
})
