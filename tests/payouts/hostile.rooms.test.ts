// Attempts to have a withdrawal paid twice, refunded and paid, or never: by users, one dishonest member of staff, a node, and steps that cross.

import { env } from 'cloudflare:workers'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callAccountAsSystem } from '#services/account-room'
import { carryOut } from '#services/desk/review-kind'
import { claimReview, decideReview } from '#services/desk/queue'
import { withdrawalReview } from '#services/funds/withdrawal-review'
import { prepareBatch, proposeBatch, tellTransactions } from '#services/payouts/batches'
import { PASSWORD } from '../api/client'
import { balance, codeOf, decide, expectSound, reviewsOf, units, value, withdraw } from '../funds/customers'
import type { EvmChain } from './evm-chain'
import { type Paying, accountOf, approved, approveProposal, batch, begin, commandId, decideProblem, dueOf, look, people, readChain, rowOf, sendAll, sign, unsigned, upload, within } from './office' // prettier-ignore

const HOUR = 3_600_000
const DEPTH = 40

let chain: EvmChain

beforeEach(async () => {
  chain = await begin()
})
afterEach(() => vi.restoreAllMocks())

const propose = async (id = commandId()) => {
  const [first] = await people()
  return proposeBatch(within, first, { network: 'ERC20', commandId: id, at: Date.now() })
}

const tell = async (batchId: number, text: string, given: Env = within) => {
  const [first] = await people()
  return tellTransactions(given, first, { batchId, text, commandId: commandId(), at: Date.now() })
}

const firstOf = async (batchId: number) => {
  const [asked] = await unsigned(batchId)
  if (!asked) throw new Error('nothing was prepared')
  return asked
}

/** Another withdrawal of the user to the same address. */
async function another({ user, address }: Paying): Promise<Paying> {
  const asked = value(await withdraw(user, commandId(), { address, network: 'ERC20' }, PASSWORD, within))
  value(await carryOut(withdrawalReview, within, decide('withdrawal', asked.withdrawalId, user, 'approve')))
  return { user, address, id: asked.withdrawalId }
}

const refundAlone = ({ user, id }: Paying) =>
  callAccountAsSystem(within, user.userId, { type: 'settle_withdrawal', withdrawalId: id, verdict: 'refund' })

describe('a withdrawal is not paid twice', () => {
  it('after its refund crossed its transaction', async () => {
    const one = await approved('crossed')
    const batchId = await batch()
    expect((await refundAlone(one)).state).toBe('released')
    await sendAll(batchId)
    chain.mine(DEPTH)
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'failed', problem: '' })
    value(await decideProblem(one.id, 'approve'))
    expect(codeOf(await propose())).toBe('payout_nothing')
    expect(await reviewsOf('payout_problem', one.id)).toEqual(['1 open'])
    expect(await accountOf(one, '@external')).toBe(chain.total)
    await expectSound(one.user)
  })

  it('where its transaction was sent again with a higher fee and nobody reported it', async () => {
    const one = await approved('faster')
    await readChain()
    const batchId = await batch()
    await sendAll(batchId)
    const asked = await firstOf(batchId)
    const rival = await chain.take(await sign(asked, { maxFeePerGas: 99_000_000_000n }))
    chain.mine(3)
    await readChain()
    await look()
    await look(11 * 60_000)
    for (const verdict of ['approve', 'reject'] as const)
      expect(codeOf(await decideProblem(one.id, verdict))).toBe('payout_watched')
    expect(codeOf(await propose())).toBe('payout_nothing')
    chain.mine(DEPTH)
    await look(12 * 60_000)
    expect(await rowOf(one.id)).toMatchObject({ state: 'passed', txId: rival, problem: '' })
    expect(chain.arrived(one.address).times).toBe(1)
    expect(await accountOf(one, '@external')).toBe(await dueOf(one.id))
  })

  it('nor refunded while its lost transaction can still be mined', async () => {
    const one = await approved('rebroadcast')
    const batchId = await batch()
    await sendAll(batchId)
    const raw = chain.sent[0]?.raw ?? ''
    const asked = await firstOf(batchId)
    chain.forget((await rowOf(one.id)).txId)
    await env.DB.prepare("UPDATE payout_send SET raw = ''").run()
    await look()
    await look(2 * HOUR)
    expect(await rowOf(one.id)).toMatchObject({ state: 'approved', problem: 'dropped' })
    expect(codeOf(await decideProblem(one.id, 'reject'))).toBe('payout_watched')
    expect(await balance(one.user)).toMatchObject({ 1: String(units('100')) })
    expect((await reviewsOf('payout_problem', one.id)).at(-1)).toBe('2 open')
    await chain.take(await sign(asked, { data: '0x', to: one.address, value: 0n }))
    chain.mine()
    value(await decideProblem(one.id, 'reject'))
    expect(await rowOf(one.id)).toMatchObject({ state: 'failed' })
    await expect(chain.take(raw)).rejects.toThrow('nonce too low')
  })

  it('and a late transaction of one does not pay another to the same address', async () => {
    const one = await approved('late')
    await readChain()
    await sendAll(await batch())
    const raw = chain.sent[0]?.raw ?? ''
    chain.forget((await rowOf(one.id)).txId)
    await refundAlone(one)
    await env.DB.prepare("UPDATE withdrawal SET state = 'failed', tx_id = '' WHERE id = ?").bind(one.id).run()
    await env.DB.prepare("UPDATE payout_send SET state = 'gone' WHERE withdrawal_id = ?").bind(one.id).run()
    const two = await another(one)
    await chain.take(raw)
    chain.mine(DEPTH)
    for (let times = 0; times < 4; times += 1) await readChain()
    await look()
    expect(await rowOf(two.id)).toMatchObject({ state: 'approved', txId: '' })
    expect(await accountOf(one, '@external')).toBe(chain.total)
  })

  it('and a transaction from before it pays nothing', async () => {
    const one = await approved('early')
    const batchId = await batch()
    const asked = await firstOf(batchId)
    chain.now = () => Date.now() - 3 * HOUR
    const old = await chain.take(await sign(asked, { nonce: 0 }))
    chain.mine(DEPTH)
    chain.now = Date.now
    value(await tell(batchId, `${one.id} ${old}`))
    await look()
    expect(await rowOf(one.id)).toMatchObject({ state: 'approved', problem: 'wrong_target' })
    expect(await accountOf(one, '@external')).toBe(0n)
  })

  it('by the transaction of another batch, where no node tells', async () => {
    const one = await approved('first')
    await sendAll(await batch())
    const { txId } = await rowOf(one.id)
    const two = await approved('second')
    const batchId = await batch()
    expect(codeOf(await tell(batchId, `${two.id} ${txId}`, { ...within, PAYOUT_SOURCES: '{}' }))).toBe(
      'payout_transaction_known',
    )
  })
})

describe('one person alone', () => {
  it('cannot upload a transaction that gives the source to somebody', async () => {
    const one = await approved('delegated')
    const batchId = await batch()
    const given = { address: one.address, chainId: 1, nonce: 1, r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}` }
    const raw = await sign(await firstOf(batchId), { type: 'eip7702', authorizationList: [{ ...given, yParity: 0 }] })
    expect(codeOf(await upload(batchId, [raw]))).toBe('payout_signed_foreign')
    expect(chain.sent).toEqual([])
  })

  it('cannot decide with the screen of a colleague who logged in long ago', async () => {
    await approved('unattended')
    const id = commandId()
    value(await propose(id))
    const reviewId =
      (await env.DB.prepare('SELECT id FROM review WHERE subject_id = ?').bind(id).first<number>('id')) ?? 0
    const [, second] = await people()
    const at = Date.now()
    value(await claimReview(within, second, { reviewId, commandId: commandId(), at }))
    const approve = (enteredAt: number) =>
      decideReview(
        within,
        { ...second, enteredAt },
        { reviewId, verdict: 'approve', reason: '', commandId: commandId(), at },
      )
    expect(codeOf(await approve(at - 11 * 60_000))).toBe('desk_login_stale')
    expect(codeOf(await approve(at))).toBe('ok')
  })
})

describe('a hostile user', () => {
  it('whose address takes nothing stops nobody else', async () => {
    const [bad, good] = [await approved('trap'), await approved('honest')]
    chain.refusing.add(bad.address)
    const batchId = await batch()
    expect((await unsigned(batchId)).map(({ withdrawal }) => withdrawal)).toEqual([good.id])
    expect(await rowOf(bad.id)).toMatchObject({ state: 'approved', problem: 'failed', batchId: null })
    expect(await reviewsOf('payout_problem', bad.id)).toEqual(['1 open'])
    await sendAll(batchId)
    value(await decideProblem(bad.id, 'approve'))
    await batch()
    expect(await reviewsOf('payout_problem', bad.id)).toEqual(['1 open', '2 open'])
    value(await decideProblem(bad.id, 'reject'))
    expect(await balance(bad.user)).toMatchObject({ 1: '0' })
  })

  it('whose address is an exchange that thousands pay does not stop the reading of deposits', async () => {
    const one = await approved('busy')
    await readChain()
    const asked = await firstOf(await batch())
    const stranger = privateKeyToAccount(`0x${'5d'.repeat(32)}`)
    for (let nonce = 0; nonce < 220; nonce += 1) {
      const data: Hex = `0x${asked.data.slice(2, -64)}${(nonce + 1).toString(16).padStart(64, '0')}`
      const { chainId, to } = asked
      const fees = { gas: 60_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
      await chain.take(await stranger.signTransaction({ type: 'eip1559', chainId, nonce, to, data, ...fees }))
    }
    const hash = await chain.take(await sign(asked))
    chain.mine()
    await readChain()
    expect(await rowOf(one.id)).toMatchObject({ state: 'sent', txId: hash })
    const position = await env.DB.prepare("SELECT position FROM chain_cursor WHERE network = 'ERC20'").first<string>(
      'position',
    )
    expect(position).toContain(String(chain.height))
  })

  it('who is frozen between proposal and approval is not paid', async () => {
    const one = await approved('frozen')
    const id = commandId()
    value(await propose(id))
    await env.DB.prepare('UPDATE user SET is_withdrawal_frozen = 1 WHERE id = ?').bind(one.user.userId).run()
    await approveProposal(id)
    expect(await rowOf(one.id)).toMatchObject({ state: 'approved', batchId: null })
  })
})

describe('a hostile node', () => {
  it('of another chain gets nothing signed', async () => {
    await approved('elsewhere')
    const batchId = await batch()
    const asked = await firstOf(batchId)
    chain.chainId = 56
    const [first] = await people()
    expect(codeOf(await prepareBatch(within, first, { batchId, commandId: commandId(), at: Date.now() }))).toBe(
      'payout_node_failed',
    )
    expect(codeOf(await upload(batchId, [await sign(asked, { chainId: 56 })]))).toBe('payout_node_failed')
  })
})
