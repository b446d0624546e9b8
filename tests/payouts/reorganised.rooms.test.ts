// Payments that the chain drops after they were final: each is told to two people, paid once, and the ledger equals the chain.

import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reopenSend } from '#db/platform/payout-ended'
import { findSend } from '#db/platform/payout'
import { findWithdrawal } from '#db/platform/withdrawal'
import { tellTransactions } from '#services/payouts/batches'
import { payoutReport } from '#services/payouts/report'
import { balance, codeOf, expectSound, kill, reviewsOf, units, value } from '../funds/customers'
import type { EvmChain } from './evm-chain'
import { type Paying, accountOf, approved, batch, begin, commandId, decideProblem, dueOf, look, people, readChain, rowOf, sendAll, sign, unsigned, within } from './office' // prettier-ignore

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DEPTH = 40
const WAITS = { state: 'approved', problem: 'dropped', txId: '', batchId: null }

let chain: EvmChain

beforeEach(async () => {
  chain = await begin()
})
afterEach(() => vi.restoreAllMocks())

async function passed(name: string): Promise<Paying> {
  const one = await approved(name)
  await sendAll(await batch())
  chain.mine(DEPTH)
  await look()
  expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
  return one
}

/** The operator's machine sent it, and has no copy: nobody sends it again. */
const loseCopies = () => env.DB.prepare("UPDATE payout_send SET raw = ''").run()

/** Looks that find it missing for an hour. */
async function missForAnHour(from = 11 * MINUTE): Promise<void> {
  await look(from)
  await look(from + 61 * MINUTE)
}

async function expectBooksOfChain(one: Paying): Promise<void> {
  expect(await accountOf(one, '@external')).toBe(chain.total)
  expect((await accountOf(one, '@network:ETH', 2)) > 0n).toBe(chain.mined.length > 0)
  await expectSound(one.user)
  const { lines } = await payoutReport(within, Date.now())
  expect(lines.filter(({ network }) => network === 'ERC20').every(({ isOff }) => !isOff)).toBe(true)
}

describe('a payment that was final and that the chain drops', () => {
  it('is held again, waits for two people, and is paid once by the transaction that they send next', async () => {
    const one = await passed('reorganised')
    const [available] = await balance(one.user)
    await loseCopies()
    chain.reorganise(DEPTH + 1, { isLost: true })
    await look(11 * MINUTE)
    await look(30 * MINUTE)
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
    await kill(one.user)
    await look(72 * MINUTE)
    expect(await rowOf(one.id)).toMatchObject(WAITS)
    expect(await reviewsOf('payout_problem', one.id)).toEqual(['1 open'])
    expect(await balance(one.user)).toEqual([available, String(units('100'))])
    await expectBooksOfChain(one)
    expect(codeOf(await decideProblem(one.id, 'reject'))).toBe('payout_watched')
    for (let times = 0; times < 2; times += 1) value(await decideProblem(one.id, 'approve'))
    await sendAll(await batch())
    chain.mine(DEPTH)
    for (const later of [73, 84, 95]) await look(later * MINUTE)
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
    expect(await balance(one.user)).toEqual([available, '0'])
    expect(chain.arrived(one.address)).toEqual({ units: await dueOf(one.id), times: 1 })
    await expectBooksOfChain(one)
  })

  it('is sent again where its signed form is known, and stays paid once it is mined again', async () => {
    const one = await passed('sent again')
    const { txId } = await rowOf(one.id)
    chain.reorganise(DEPTH + 1, { isLost: true })
    await look(11 * MINUTE)
    expect(chain.sent.map(({ hash }) => hash)).toEqual([txId])
    chain.mine(DEPTH)
    for (const later of [22, 33, 90]) await look(later * MINUTE)
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed', txId })
    expect(await reviewsOf('payout_problem', one.id)).toEqual([])
    await expectBooksOfChain(one)
  })

  it('is paid again by itself when it is mined late, and needs no decision any more', async () => {
    const one = await passed('late')
    const { txId } = await rowOf(one.id)
    chain.reorganise(DEPTH + 1, { isLost: false })
    await missForAnHour()
    expect(await rowOf(one.id)).toMatchObject(WAITS)
    await expectBooksOfChain(one)
    chain.mine(DEPTH)
    await kill(one.user)
    await look(73 * MINUTE)
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed', txId, problem: '' })
    expect(await reviewsOf('payout_problem', one.id)).toEqual(['1 cancelled'])
    expect(codeOf(await decideProblem(one.id, 'approve'))).toBe('ok')
    expect(chain.arrived(one.address).times).toBe(1)
    await expectBooksOfChain(one)
  })

  it('ends right where everything stops between the steps', async () => {
    const one = await passed('broken off')
    await loseCopies()
    const { txId } = await rowOf(one.id)
    const [send, row] = [await findSend(env.DB, one.id, txId), await findWithdrawal(env.DB, one.id)]
    if (!send || !row) throw new Error('the payment is not stored')
    await reopenSend(env.DB, { send, row })
    await kill(one.user)
    // The chain has it after all.
    await look(11 * MINUTE)
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed', txId })
    await expectBooksOfChain(one)
    chain.reorganise(DEPTH + 1, { isLost: true })
    const again = await findSend(env.DB, one.id, txId)
    if (!again) throw new Error('the payment is not stored')
    await reopenSend(env.DB, { send: again, row: { ...row, state: 'passed' } })
    await missForAnHour(12 * MINUTE)
    expect(await rowOf(one.id)).toMatchObject(WAITS)
    await expectBooksOfChain(one)
  })

  it('and that is rejected when it is mined again can be refunded', async () => {
    const one = await passed('rejected')
    const [before] = await balance(one.user)
    chain.reorganise(DEPTH + 1, { isLost: false })
    chain.mine()
    for (const each of chain.sent) each.isReverted = true
    chain.mine(DEPTH)
    await look(11 * MINUTE)
    expect(await rowOf(one.id)).toMatchObject({ state: 'approved', problem: 'failed' })
    expect(await reviewsOf('payout_problem', one.id)).toEqual(['1 open'])
    value(await decideProblem(one.id, 'reject'))
    expect(await rowOf(one.id)).toMatchObject({ state: 'failed' })
    const [after] = await balance(one.user)
    expect(BigInt(after) - BigInt(before)).toBe(units('100'))
    await expectBooksOfChain(one)
  })

  it('is not refunded while it waits in the pool or its nonce is free, also where it was sent by nobody’s report', async () => {
    const one = await approved('unreported')
    await readChain()
    const [asked] = await unsigned(await batch())
    if (!asked) throw new Error('nothing was prepared')
    await chain.take(await sign(asked))
    chain.mine(DEPTH)
    for (let times = 0; times < 3; times += 1) await readChain()
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
    chain.reorganise(DEPTH + 1, { isLost: false })
    await missForAnHour()
    expect(await rowOf(one.id)).toMatchObject(WAITS)
    expect(codeOf(await decideProblem(one.id, 'reject'))).toBe('payout_watched')
    for (const { hash } of [...chain.sent]) chain.forget(hash)
    expect(codeOf(await decideProblem(one.id, 'reject'))).toBe('payout_watched')
    value(await decideProblem(one.id, 'approve'))
    const [again] = await unsigned(await batch())
    expect(again?.nonce).toBe(asked.nonce)
  })

  it('is due as it had arrived, where less arrived and the rest was given back', async () => {
    const one = await approved('short')
    const batchId = await batch()
    const [asked] = await unsigned(batchId)
    const [first] = await people()
    if (!asked) throw new Error('nothing was prepared')
    const short = `${asked.data.slice(0, -64)}${(90_000_000).toString(16).padStart(64, '0')}` as const
    const text = `${one.id} ${await chain.take(await sign(asked, { data: short }))}`
    value(await tellTransactions(within, first, { batchId, text, commandId: commandId(), at: Date.now() }))
    chain.mine(DEPTH)
    await look()
    value(await decideProblem(one.id, 'approve'))
    const [available] = await balance(one.user)
    chain.reorganise(DEPTH + 1, { isLost: true })
    await missForAnHour()
    expect(await rowOf(one.id)).toMatchObject(WAITS)
    expect(await dueOf(one.id)).toBe(90_000_000n)
    await expectBooksOfChain(one)
    value(await decideProblem(one.id, 'approve'))
    await sendAll(await batch())
    chain.mine(DEPTH)
    await look(75 * MINUTE)
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
    expect(chain.arrived(one.address)).toEqual({ units: 90_000_000n, times: 1 })
    expect(await balance(one.user)).toEqual([available, '0'])
    await expectBooksOfChain(one)
  })
})

/** A withdrawal that was sent and is final, and its unsigned transaction. */
async function paid(name: string) {
  const one = await approved(name)
  await readChain()
  const batchId = await batch()
  const [asked] = await unsigned(batchId)
  if (!asked) throw new Error('nothing was prepared')
  await sendAll(batchId)
  chain.mine(DEPTH)
  await look()
  return { one, asked }
}

it('a rival that the chain takes in its place is the payment, and nothing is paid or refunded beside it', async () => {
  const { one, asked } = await paid('rival')
  const [available] = await balance(one.user)
  chain.reorganise(DEPTH + 1, { isLost: true })
  // Signed again with a higher fee, by hand.
  const rival = await chain.take(await sign(asked, { maxFeePerGas: BigInt(asked.maxFeePerGas) * 2n }))
  chain.mine(DEPTH)
  for (let times = 0; times < 6; times += 1) await readChain()
  await look()
  for (const later of [11, 72, 73]) await look(later * MINUTE)
  expect(await rowOf(one.id)).toMatchObject({ state: 'passed', txId: rival, problem: '' })
  expect(await balance(one.user)).toEqual([available, '0'])
  expect(await accountOf(one, '@house')).toBe(0n)
  for (const verdict of ['approve', 'reject'] as const) expect(codeOf(await decideProblem(one.id, verdict))).toBe('ok')
  expect(await rowOf(one.id)).toMatchObject({ state: 'passed', txId: rival })
  await expectBooksOfChain(one)
})

it('a second payment that the chain drops is no loss of the house any more', async () => {
  const { one, asked } = await paid('twice')
  await chain.take(await sign(asked, { nonce: asked.nonce + 1 }))
  chain.mine(DEPTH)
  for (let times = 0; times < 5; times += 1) await readChain()
  await look()
  expect(await accountOf(one, '@house')).toBe(-(await dueOf(one.id)))
  chain.reorganise(DEPTH + 1, { isLost: true })
  await missForAnHour()
  expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
  expect(await accountOf(one, '@house')).toBe(0n)
  expect(chain.arrived(one.address).times).toBe(1)
  await expectBooksOfChain(one)
})

it('a node that is behind undoes nothing, and after a day nobody asks again', async () => {
  const one = await passed('behind')
  await readChain()
  await env.DB.prepare("UPDATE chain_cursor SET behind_since = 1 WHERE network = 'ERC20'").run()
  await loseCopies()
  chain.reorganise(DEPTH + 1, { isLost: true })
  await missForAnHour()
  expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
  await env.DB.prepare("UPDATE chain_cursor SET behind_since = NULL WHERE network = 'ERC20'").run()
  await missForAnHour(25 * HOUR)
  expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
})
