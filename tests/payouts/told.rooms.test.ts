// Payouts by a bank and on a chain without a node: instructions, and two people's word for the transaction.

import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { carryOut } from '#services/desk/review-kind'
import { withdrawalReview } from '#services/funds/withdrawal-review'
import { prepareBatch, proposeBatch, tellTransactions, uploadSigned } from '#services/payouts/batches'
import { TRON, balance, codeOf, decide, enter, expectSound, kill, units, value, withdraw } from '../funds/customers'
import { HOUR_MS } from '#domain/time'
import { PASSWORD, ok } from '../api/client'
import { errorsDuring, withLostAnswers } from '../funds/outage'
import { accountOf, approveProposal, begin, commandId, dueOf, look, people, rowOf, within } from './office'

const TX = 'c3ab8ff13720e8ad9047dd39466b3c8974e592c2fa383d4a3960714caef0c4f2'

beforeEach(async () => void (await begin()))
afterEach(() => vi.restoreAllMocks())

it('is paid when a second person confirms the transaction, and by nobody alone', async () => {
  const user = await enter('told')
  const { withdrawalId: id } = value(await withdraw(user, commandId(), {}, PASSWORD, within))
  value(await carryOut(withdrawalReview, within, decide('withdrawal', id, user, 'approve')))
  const [available] = await balance(user)
  const [first] = await people()
  const command = () => ({ commandId: commandId(), at: Date.now() })
  const made = command()
  value(await proposeBatch(within, first, { network: 'TRC20', ...made }))
  value(await approveProposal(made.commandId))
  const batch = await env.DB.prepare('SELECT id, method FROM payout_batch WHERE proposal_id = ?')
    .bind(made.commandId)
    .first<{ id: number; method: string }>()
  const batchId = batch?.id ?? 0
  expect(batch?.method).toBe('plain')
  value(await prepareBatch(within, first, { batchId, ...command() }))
  const document = await env.DB.prepare('SELECT document FROM payout_batch WHERE id = ?')
    .bind(batchId)
    .first<string>('document')
  const due = await dueOf(id)
  expect(JSON.parse(document ?? '')).toEqual({
    payments: [
      {
        ...{ withdrawal: String(id), asset: 'USDT', network: 'TRC20', address: TRON, memo: '' },
        ...{ amount: String(Number(due) / 1e6), state: 'signing', transaction: '' },
        ...{ name: '', bank: '', branch: '', swift: '', code: '' },
      },
    ],
  })
  // Nothing is broadcast where there is no node.
  expect(codeOf(await uploadSigned(within, first, { batchId, text: 'aa', ...command() }))).toBe('payout_no_source')
  const tell = command()
  expect(value(await tellTransactions(within, first, { batchId, text: `${id} ${TX}`, ...tell }))).toEqual({
    isProposed: true,
  })
  const open = { state: 'signing', txId: '' }
  expect(await rowOf(id)).toMatchObject(open)
  await look()
  expect(await rowOf(id)).toMatchObject(open)
  expect(await balance(user)).toEqual([available, String(units('100'))])
  for (let times = 0; times < 2; times += 1) value(await approveProposal(tell.commandId))
  expect(await rowOf(id)).toMatchObject({ state: 'passed', txId: TX })
  expect(await balance(user)).toEqual([available, '0'])
  expect(await accountOf({ user, id, address: TRON }, '@external')).toBe(due)
  await expectSound(user)
})

it('by a bank is whole cents, paid once however often the decision breaks off', async () => {
  const user = await enter('banked')
  const card = {
    bank_account: '6222021234564242',
    real_name: 'Alice Liddell',
    bank_name: 'First Bank',
    bank_branch: 'Main street',
    bank_dizhi: 'Osaka',
    bank_code: 'FIRSJPJT',
    phone: '+81312345678',
  }
  await ok('POST', '/user/cash_save', { form: card, token: user.token })
  await env.DB.prepare('UPDATE bank_card SET changed_at = 1 WHERE user_id = ?').bind(user.userId).run()
  const asked = await withdraw(user, commandId(), { kind: 'card', address: '', amount: '100.123456' }, PASSWORD, within)
  const { withdrawalId: id } = value(asked)
  value(await carryOut(withdrawalReview, within, decide('withdrawal', id, user, 'approve')))
  const due = await dueOf(id)
  expect(due % 10_000n).toBe(0n)
  const [available] = await balance(user)
  const [first] = await people()
  const command = () => ({ commandId: commandId(), at: Date.now() })
  const [made, tell] = [command(), command()]
  value(await proposeBatch(within, first, { network: '', ...made }))
  value(await approveProposal(made.commandId))
  const batchId = (await rowOf(id)).batchId ?? 0
  value(await prepareBatch(within, first, { batchId, ...command() }))
  await kill(user)
  value(await tellTransactions(within, first, { batchId, text: `${id} BANK-7`, ...tell }))
  const broken = { ...within, Account: withLostAnswers().Account }
  await errorsDuring(() => expect(approveProposal(tell.commandId, broken)).rejects.toThrow('the answer was lost'))
  expect(await rowOf(id)).toMatchObject({ state: 'sent', txId: 'BANK-7' })
  await kill(user)
  for (let times = 0; times < 2; times += 1) value(await approveProposal(tell.commandId))
  await look(HOUR_MS)
  expect(await rowOf(id)).toMatchObject({ state: 'passed', txId: 'BANK-7' })
  expect(await balance(user)).toEqual([available, '0'])
  const paid = { user, id, address: '' }
  expect([await accountOf(paid, '@external'), await accountOf(paid, '@house')]).toEqual([due, 0n])
  await expectSound(user)
})
