// Approved withdrawals, two people of finance, and a chain behind a node, for stories about payouts.

import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { type Hex, checksumAddress } from 'viem'
import { callAccountAsSystem } from '#services/account-room'
import { watchChains } from '#services/chains/watcher'
import { carryOut } from '#services/desk/review-kind'
import type { StaffMember } from '#services/desk/session'
import { saveAddress } from '#services/funds/address-book'
import { withdrawalReview } from '#services/funds/withdrawal-review'
import { prepareBatch, proposeBatch, uploadSigned } from '#services/payouts/batches'
import { payoutProblemReview, payoutReview } from '#services/payouts/review'
import { watchPayouts } from '#services/payouts/watch'
import { USDT, type User, decide, enter, value, withdraw } from '../funds/customers'
import { PASSWORD } from '../api/client'
import { perFile } from '../kit/per-file'
import { firstAdmin, secondAdmin, seed } from '../desk/office'
import { CONTRACT, EvmChain } from './evm-chain'

const NODE = 'http://node.test/'
/** A key of this test alone. */
const KEY = `0x${'4c'.repeat(32)}` as const
const signer = privateKeyToAccount(KEY)
/** The address that pays. */
export const SOURCE = signer.address

export const within: Env = {
  ...env,
  Account: env.Account,
  Quotes: env.Quotes,
  DB: env.DB,
  CHAIN_SOURCE: 'rpc',
  CHAIN_NODES: JSON.stringify({ ERC20: { url: NODE, tokens: { USDT: { contract: CONTRACT, decimals: 6 } } } }),
  PAYOUT_SOURCES: JSON.stringify({ ERC20: signer.address }),
}

let chain = new EvmChain()

/** A new chain, whose node answers `fetch`. */
function openChain(): EvmChain {
  chain = new EvmChain()
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    return url === NODE ? chain.fetch(init?.body as string) : real(input, init)
  })
  return chain
}

let commands = 0
export const commandId = (): string => `payout-test-${(commands += 1)}-${crypto.randomUUID()}`

const office = perFile((): { hired?: readonly [StaffMember, StaffMember] } => ({}))
/** Two people who have just logged in. */
export async function people(): Promise<readonly [StaffMember, StaffMember]> {
  const at = Date.now()
  const [first, second] = (office().hired ??= [
    (await firstAdmin('ada@cm.example', at - 60_000)).member,
    (await secondAdmin(at - 60_000)).member,
  ])
  return [
    { ...first, enteredAt: at },
    { ...second, enteredAt: at },
  ]
}

export interface Paying {
  readonly user: User
  readonly id: number
  readonly address: string
}

let addresses = 0

/** A user whose withdrawal of 100 USDT two people have approved. */
export async function approved(name: string): Promise<Paying> {
  const user = await enter(name)
  addresses += 1
  const address = checksumAddress(`0x${'ab'.repeat(16)}${addresses.toString(16).padStart(8, '0')}`)
  const form = { id: null, assetId: USDT, network: 'ERC20', name: 'cold', address, memo: '', qrcode: '' }
  value(await saveAddress(within, user, form, { proof: null, now: Date.now() }))
  await env.DB.prepare('UPDATE saved_address SET changed_at = 1 WHERE user_id = ?').bind(user.userId).run()
  const asked = value(await withdraw(user, commandId(), { address, network: 'ERC20' }, PASSWORD, within))
  value(await carryOut(withdrawalReview, within, decide('withdrawal', asked.withdrawalId, user, 'approve')))
  return { user, id: asked.withdrawalId, address }
}

export const rowOf = async (id: number) => {
  const row = await env.DB.prepare(
    'SELECT state, tx_id AS txId, problem, batch_id AS batchId, amount, fee, confirmations FROM withdrawal WHERE id = ?',
  )
    .bind(id)
    .first<{ state: string; txId: string; problem: string; batchId: number | null; amount: string; fee: string; confirmations: number }>() // prettier-ignore
  if (!row) throw new Error('the withdrawal is gone')
  return row
}

/** Proposes a batch, lets the second person approve it, and prepares it. */
export async function batch(): Promise<number> {
  const [first] = await people()
  const id = commandId()
  value(await proposeBatch(within, first, { network: 'ERC20', commandId: id, at: Date.now() }))
  await approveProposal(id)
  const batchId =
    (await env.DB.prepare('SELECT id FROM payout_batch WHERE proposal_id = ?').bind(id).first<number>('id')) ?? 0
  value(await prepareBatch(within, first, { batchId, commandId: commandId(), at: Date.now() }))
  return batchId
}

export const approveProposal = async (id: string, given = within) => {
  const reviewId =
    (await env.DB.prepare('SELECT id FROM review WHERE subject_id = ?').bind(id).first<number>('id')) ?? 0
  const decision = {
    reviewId,
    kind: 'payout',
    subjectId: id,
    userId: 0,
    verdict: 'approve',
    reason: '',
    at: Date.now(),
  } as const
  return carryOut(payoutReview, given, decision)
}

export const decideProblem = (id: number, verdict: 'approve' | 'reject') =>
  carryOut(payoutProblemReview, within, {
    ...{ reviewId: 1, kind: 'payout_problem', subjectId: String(id), userId: 0, verdict, reason: 'Not paid.' },
    at: Date.now(),
  })

interface Unsigned {
  readonly withdrawal: number
  readonly chainId: number
  readonly nonce: number
  readonly to: Hex
  readonly value: string
  readonly data: Hex
  readonly gas: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
}

export const unsigned = async (batchId: number): Promise<readonly Unsigned[]> => {
  const text = await env.DB.prepare('SELECT document FROM payout_batch WHERE id = ?')
    .bind(batchId)
    .first<string>('document')
  return (JSON.parse(text ?? '{}') as { transactions: Unsigned[] }).transactions
}

/** As an operator's machine signs; `differs` is what a wrong or another one does. */
export const sign = (one: Unsigned, differs: object = {}): Promise<Hex> =>
  signer.signTransaction({
    ...{
      type: 'eip1559',
      chainId: one.chainId,
      nonce: one.nonce,
      to: one.to,
      value: BigInt(one.value),
      data: one.data,
    },
    ...{ gas: BigInt(one.gas), maxFeePerGas: BigInt(one.maxFeePerGas) },
    maxPriorityFeePerGas: BigInt(one.maxPriorityFeePerGas),
    ...differs,
  })

export async function upload(batchId: number, raws: readonly string[]) {
  const [first] = await people()
  return uploadSigned(within, first, { batchId, text: raws.join('\n'), commandId: commandId(), at: Date.now() })
}

export const look = (later = 0) => watchPayouts(within, Date.now() + later)
export const readChain = (later = 0) => watchChains(within, Date.now() + later)

export const dueOf = async (id: number) => {
  const { amount, fee } = await rowOf(id)
  return BigInt(amount) - BigInt(fee)
}

export const accountOf = async ({ user }: Paying, name: string, assetId = 3) => {
  const { accounts } = await callAccountAsSystem(env, user.userId, { type: 'verify' })
  return BigInt(accounts.find(({ account, assetId: of }) => account === name && of === assetId)?.amount ?? '0')
}

export async function sendAll(batchId: number): Promise<void> {
  const raws = await Promise.all((await unsigned(batchId)).map((one) => sign(one)))
  value(await upload(batchId, raws))
}

/** Every story has the network, and a new chain, to itself. */
export async function begin(): Promise<EvmChain> {
  await seed()
  await env.DB.prepare(
    "UPDATE withdrawal SET state = 'failed', problem = '' WHERE network = 'ERC20' AND state NOT IN ('draft', 'void', 'review', 'passed')",
  ).run()
  // Paid over an earlier chain: out of the report's thirty days.
  await env.DB.prepare("UPDATE withdrawal SET settled_at = 1 WHERE network = 'ERC20' AND state = 'passed'").run()
  await env.DB.prepare('DELETE FROM payout_send').run()
  await env.DB.prepare('DELETE FROM chain_cursor').run()
  return openChain()
}
