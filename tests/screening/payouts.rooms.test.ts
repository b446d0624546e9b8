// Batches of payouts and lists that change between the steps of a batch.

import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareBatch, proposeBatch } from '#services/payouts/batches'
import { codeOf, value } from '../funds/customers'
import {
  type Paying,
  approveProposal,
  approved,
  begin,
  commandId,
  people,
  rowOf,
  unsigned,
  within,
} from '../payouts/office'
import { entryOf, load } from './lists'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

beforeEach(async () => {
  await begin()
  await env.DB.batch(
    ['screening', 'screening_list', 'screening_entry', 'screening_key', 'screening_pass'].map((table) =>
      env.DB.prepare(`delete from ${table}`),
    ),
  )
})
afterEach(() => vi.restoreAllMocks())

const listWith = ({ address }: Paying, published: string) =>
  load([entryOf('77', 'Ivan Barkovsky', [address.toLowerCase()])], { published })

async function propose() {
  const [first] = await people()
  const id = commandId()
  return { id, outcome: await proposeBatch(within, first, { network: 'ERC20', commandId: id, at: Date.now() }) }
}

test('a list that came after the approval is compared before a batch, also while its pass has not come so far', async () => {
  const [good, bad] = [await approved('good'), await approved('bad')]
  await listWith(bad, '2026-11-20')
  const { id, outcome } = await propose()
  value(outcome)
  value(await approveProposal(id))
  expect((await rowOf(good.id)).state).toBe('signing')
  expect((await rowOf(bad.id)).state).toBe('approved')
})

test('a list that came after the proposal keeps what it names out of the batch', async () => {
  const [good, bad] = [await approved('good'), await approved('bad')]
  const { id, outcome } = await propose()
  value(outcome)
  await listWith(bad, '2026-11-20')
  value(await approveProposal(id))
  expect((await rowOf(good.id)).state).toBe('signing')
  expect((await rowOf(bad.id)).state).toBe('approved')
})

test('a hit that waits since the proposal keeps its user out of the batch, and nothing else is proposed', async () => {
  const bad = await approved('bad')
  const { id, outcome } = await propose()
  value(outcome)
  await env.DB.prepare(
    "insert into screening (id, kind, subject_id, user_id, edition, state, hits_sealed, at) values ('h', 'address', 'x', ?, '1', 'open', '', 1)",
  )
    .bind(bad.user.userId)
    .run()
  value(await approveProposal(id))
  expect((await rowOf(bad.id)).state).toBe('approved')
  expect(codeOf((await propose()).outcome)).toBe('payout_nothing')
})

test('a list that came before a batch was prepared takes what it names out of it, and one that came later does not', async () => {
  const [good, bad, late] = [await approved('good'), await approved('bad'), await approved('late')]
  const { id, outcome } = await propose()
  value(outcome)
  value(await approveProposal(id))
  await listWith(bad, '2026-11-20')
  const [first] = await people()
  const { batchId } = await rowOf(good.id)
  const prepare = () => prepareBatch(within, first, { batchId: batchId ?? 0, commandId: commandId(), at: Date.now() })
  value(await prepare())
  const states = async () => Promise.all([good, bad, late].map(async (one) => (await rowOf(one.id)).state))
  expect(await states()).toEqual(['signing', 'approved', 'signing'])
  expect((await unsigned(batchId ?? 0)).map(({ withdrawal }) => withdrawal)).toEqual([good.id, late.id])
  // It may be signed already.
  await listWith(late, '2026-11-21')
  value(await prepare())
  expect(await states()).toEqual(['signing', 'approved', 'signing'])
})
