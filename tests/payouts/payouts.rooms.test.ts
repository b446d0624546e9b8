// Payouts on an Ethereum chain behind a node's JSON-RPC: batches of two people, signed outside, sent, and watched to their end, with rooms that
// lose their memory between any two steps.

import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareBatch, proposeBatch, tellTransactions, uploadSigned } from '#services/payouts/batches'
import { payoutReport } from '#services/payouts/report'
import { amount, formatTrimmed } from '#domain/money/amount'
import { balance, codeOf, expectSound, kill, reviewsOf, units, value } from '../funds/customers'
import type { EvmChain } from './evm-chain'
import { accountOf, approved, approveProposal, batch, begin, commandId, decideProblem, dueOf, look, people, readChain, rowOf, sendAll, sign, unsigned, upload, within } from './office' // prettier-ignore

const HOUR = 3_600_000
const DEPTH = 40

let chain: EvmChain

beforeEach(async () => {
  chain = await begin()
})
afterEach(() => vi.restoreAllMocks())

describe('a withdrawal', () => {
  it('is approved, signed, sent and final, held until then, whatever is lost between the steps', async () => {
    const one = await approved('step')
    const [available] = await balance(one.user)
    expect((await rowOf(one.id)).state).toBe('approved')
    expect(await balance(one.user)).toEqual([available, String(units('100'))])
    await kill(one.user)
    const batchId = await batch()
    expect(await rowOf(one.id)).toMatchObject({ state: 'signing', batchId, txId: '' })
    await kill(one.user)
    await sendAll(batchId)
    const { txId } = await rowOf(one.id)
    expect(chain.sent.map(({ hash }) => hash)).toEqual([txId])
    expect(await rowOf(one.id)).toMatchObject({ state: 'sent' })
    await kill(one.user)
    chain.mine()
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'sent', confirmations: 1 })
    expect(await balance(one.user)).toEqual([available, String(units('100'))])
    chain.mine(DEPTH)
    await kill(one.user)
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed', txId })
    expect(await balance(one.user)).toEqual([available, '0'])
    expect(chain.arrived(one.address)).toEqual({ units: await dueOf(one.id), times: 1 })
    expect(await accountOf(one, '@network:ETH', 2)).toBeGreaterThan(0n)
    await expectSound(one.user)
  })

  it('whose transaction another one replaces waits for two people, and is paid by the one that they send next', async () => {
    const one = await approved('replaced')
    const batchId = await batch()
    await sendAll(batchId)
    const [asked] = await unsigned(batchId)
    if (!asked) throw new Error('nothing was prepared')
    await chain.take(await sign(asked, { data: '0x', to: one.address, value: 0n, maxFeePerGas: 99_000_000_000n }))
    chain.mine(DEPTH)
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'sent' })
    await look(11 * 60_000)
    expect(await rowOf(one.id)).toMatchObject({ state: 'approved', problem: 'replaced', txId: '' })
    expect(await reviewsOf('payout_problem', one.id)).toEqual(['1 open'])
    for (let times = 0; times < 2; times += 1) expect(codeOf(await decideProblem(one.id, 'approve'))).toBe('ok')
    await sendAll(await batch())
    chain.mine(DEPTH)
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
    expect(chain.arrived(one.address).times).toBe(1)
  })

  it('whose transaction is forgotten is sent again, and one that stays unknown is prepared with the same nonce', async () => {
    const one = await approved('dropped')
    const batchId = await batch()
    await sendAll(batchId)
    const { txId } = await rowOf(one.id)
    chain.forget(txId)
    await look()
    expect(chain.sent.map(({ hash }) => hash)).toEqual([txId])
    chain.forget(txId)
    await env.DB.prepare("UPDATE payout_send SET raw = ''").run()
    await look()
    await look(2 * HOUR)
    expect(await rowOf(one.id)).toMatchObject({ state: 'approved', problem: 'dropped' })
    value(await decideProblem(one.id, 'approve'))
    const again = await batch()
    const nonceOf = async (id: number) => (await unsigned(id))[0]?.nonce
    expect(await nonceOf(again)).toBe(await nonceOf(batchId))
    await sendAll(again)
    chain.mine(DEPTH)
    await look()
    expect(chain.arrived(one.address).times).toBe(1)
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
  })

  it('whose transaction is rejected by the chain can be refunded, and its network fee is in the books', async () => {
    const one = await approved('failed')
    const [before] = await balance(one.user)
    await sendAll(await batch())
    chain.mine()
    for (const each of chain.sent) each.isReverted = true
    chain.mine(DEPTH)
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'approved', problem: 'failed' })
    expect(await accountOf(one, '@network:ETH', 2)).toBeGreaterThan(0n)
    await kill(one.user)
    for (let times = 0; times < 2; times += 1) value(await decideProblem(one.id, 'reject'))
    expect(await rowOf(one.id)).toMatchObject({ state: 'failed' })
    const [after] = await balance(one.user)
    expect(BigInt(after) - BigInt(before)).toBe(units('100'))
    expect(await accountOf(one, '@external')).toBe(0n)
  })

  it('that was paid by a transaction nobody reported is noticed, and a second payment is told and lost by the house', async () => {
    const one = await approved('noticed')
    await readChain()
    const [asked] = await unsigned(await batch())
    if (!asked) throw new Error('nothing was prepared')
    await chain.take(await sign(asked))
    chain.mine()
    await readChain()
    expect(await rowOf(one.id)).toMatchObject({ state: 'sent', txId: chain.sent[0]?.hash })
    chain.mine(DEPTH)
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed' })
    await chain.take(await sign(asked, { nonce: asked.nonce + 1 }))
    chain.mine(DEPTH)
    for (let times = 0; times < 4; times += 1) await readChain()
    await look()
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed', txId: chain.sent[0]?.hash })
    expect(await reviewsOf('payout_problem', one.id)).toEqual(['1 open'])
    const due = await dueOf(one.id)
    expect([await accountOf(one, '@external'), await accountOf(one, '@house')]).toEqual([due * 2n, -due])
    expect(codeOf(await decideProblem(one.id, 'approve'))).toBe('ok')
    const { lines } = await payoutReport(within, Date.now())
    expect(lines.filter(({ network }) => network === 'ERC20').map(({ difference }) => difference)).toEqual(['0'])
  })

  it('that was final and is not in the chain any more shows in the report, which asks the node again', async () => {
    const one = await approved('again')
    await sendAll(await batch())
    chain.mine(DEPTH)
    await look()
    const report = async (later = 0) => {
      const { lines, again } = await payoutReport(within, Date.now() + later)
      const line = lines.find(({ network }) => network === 'ERC20')
      return { ...again, isOff: line?.isOff, difference: line?.difference }
    }
    const { txId } = await rowOf(one.id)
    const right = await report()
    expect(right).toMatchObject({ answered: right.total, differing: [], isOff: false })
    expect(right.total).toBeGreaterThan(0)
    const [sent] = chain.sent
    if (!sent) throw new Error('nothing was sent')
    sent.isReverted = true
    const money = formatTrimmed({ scale: 6 }, amount(await dueOf(one.id)))
    expect(await report()).toMatchObject({
      differing: [{ withdrawalId: one.id, txId, was: `${money} USDT`, is: '0 USDT' }],
      ...{ isOff: true, difference: money },
    })
    chain.isDown = true
    expect(await report()).toMatchObject({ total: right.total, answered: 0, differing: [], isOff: false })
    chain.isDown = false
    expect(await report(25 * HOUR)).toMatchObject({ total: 0, isOff: false })
  })

  it('that got another amount is settled as it arrived', async () => {
    const one = await approved('short')
    const [before] = await balance(one.user)
    const batchId = await batch()
    const [asked] = await unsigned(batchId)
    if (!asked) throw new Error('nothing was prepared')
    const short = `${asked.data.slice(0, -64)}${(90_000_000).toString(16).padStart(64, '0')}` as const
    const hash = await chain.take(await sign(asked, { data: short }))
    const [finance] = await people()
    value(
      await tellTransactions(within, finance, {
        batchId,
        text: `${one.id} ${hash}`,
        commandId: commandId(),
        at: Date.now(),
      }),
    )
    chain.mine(DEPTH)
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'approved', problem: 'wrong_amount' })
    await look(2 * HOUR)
    value(await decideProblem(one.id, 'approve'))
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed', txId: hash })
    const [after] = await balance(one.user)
    expect(BigInt(after) - BigInt(before)).toBe((await dueOf(one.id)) - 90_000_000n)
    expect(await accountOf(one, '@external')).toBe(90_000_000n)
  })
})

describe('a batch', () => {
  it('needs two people, a recent login, and transactions that pay what it says', async () => {
    const one = await approved('rules')
    const [first] = await people()
    const id = commandId()
    const propose = (enteredAt: number) =>
      proposeBatch(within, { ...first, enteredAt }, { network: 'ERC20', commandId: id, at: Date.now() })
    expect(codeOf(await propose(Date.now() - 11 * 60_000))).toBe('desk_login_stale')
    expect(
      codeOf(
        await proposeBatch(within, { ...first, role: 'support' }, { network: 'ERC20', commandId: id, at: Date.now() }),
      ),
    ).toBe('permission_missing')
    value(await propose(Date.now()))
    const waits = env.DB.prepare('SELECT state FROM review WHERE subject_id = ?').bind(id)
    expect(await waits.first('state')).toBe('seconding')
    expect((await rowOf(one.id)).state).toBe('approved')
    const batchId = await batch()
    expect(codeOf(await approveProposal(id))).toBe('payout_batch_open')
    const [asked] = await unsigned(batchId)
    if (!asked) throw new Error('nothing was prepared')
    const wrong = [
      { to: one.address },
      { nonce: asked.nonce + 5 },
      { chainId: 56 },
      { data: `${asked.data.slice(0, -1)}f` },
    ]
    for (const differs of wrong)
      expect(codeOf(await upload(batchId, [await sign(asked, differs)]))).toBe('payout_signed_foreign')
    const most = BigInt(asked.maxFeePerGas) * 10n
    const dear = await sign(asked, { maxFeePerGas: most + 1n })
    expect(codeOf(await upload(batchId, [dear]))).toBe('payout_fee_too_high')
    expect(codeOf(await upload(batchId, ['0x02zz']))).toBe('payout_signed_malformed')
    expect(chain.sent).toEqual([])
    expect(await rowOf(one.id)).toMatchObject({ state: 'signing', txId: '' })
    value(await upload(batchId, [await sign(asked, { maxFeePerGas: most })]))
    expect(await rowOf(one.id)).toMatchObject({ state: 'sent' })
  })

  it('refuses by name what cannot be prepared, sent or named', async () => {
    const one = await approved('names')
    const [first] = await people()
    const at = Date.now()
    const tell = (batchId: number, text: string) =>
      tellTransactions(within, first, { batchId, text, commandId: commandId(), at })
    expect(codeOf(await tell(999_999, `${one.id} 0xabcd`))).toBe('payout_batch_not_found')
    const earlier = await batch()
    await sendAll(earlier)
    const { txId } = await rowOf(one.id)
    expect(codeOf(await upload(earlier, ['0x02']))).toBe('payout_nothing')
    const other = await approved('other')
    const batchId = await batch()
    expect(codeOf(await tell(batchId, `${one.id} 0xabcd`))).toBe('payout_transactions_malformed')
    expect(codeOf(await tell(batchId, `${other.id} ${txId}`))).toBe('payout_transaction_known')
    const prepare = (given: Env, by = first) => prepareBatch(given, by, { batchId, commandId: commandId(), at })
    const stale = { ...first, enteredAt: at - 11 * 60_000 }
    for (const [by, code] of [
      [stale, 'desk_login_stale'],
      [{ ...first, role: 'auditor' }, 'permission_missing'],
    ] as const) {
      const command = { batchId, text: `${other.id} 0xabcd`, commandId: commandId(), at }
      for (const step of [uploadSigned, tellTransactions]) expect(codeOf(await step(within, by, command))).toBe(code)
      expect(codeOf(await prepare(within, by))).toBe(code)
    }
    expect(codeOf(await prepare({ ...within, PAYOUT_SOURCES: '{}' }))).toBe('payout_no_source')
    chain.isDown = true
    expect(codeOf(await prepare(within))).toBe('payout_node_failed')
    expect(await rowOf(other.id)).toMatchObject({ state: 'signing', txId: '' })
  })
})
