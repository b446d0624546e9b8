// /api/v1 deposits, withdrawals and transfers between own wallets, newest first, as walks.

import * as v from 'valibot'
import { DEPOSIT_STATES } from '#domain/funds/deposit'
import { WALLETS } from '#domain/catalogue'
import { type Outcome, done, refuse } from '#domain/outcome'
import { listTransfersBefore } from '#services/bills'
import { loadCatalogue } from '#services/catalogue'
import { type FundsRecord, listRecordsBefore } from '#services/funds/records'
import { assetCode } from '#services/input'
import { beforeOf, nextCursor, pageOf, walkFields, walkLimit } from './cursor'
import { wireDecimal, wireId } from './fields'
import { type PrivateCall, privateRoute } from './route'

const state = v.pipe(
  v.picklist([...DEPOSIT_STATES, 'approved', 'signing', 'sent']),
  v.description(
    'review by the desk, passed, failed, or cancelled by its owner; a deposit is confirming on its network first; a withdrawal is approved, signing and sent (its transaction is known) before it has passed',
  ),
)
const shared = {
  id: wireId,
  asset: v.string(),
  kind: v.string(),
  network: v.pipe(v.string(), v.description('empty for banks and cards')),
  amount: wireDecimal,
  state,
  created_at: v.number(),
  settled_at: v.nullable(v.number()),
}
const depositRow = v.object({
  ...shared,
  tx_id: v.string(),
  address: v.string(),
  memo: v.string(),
  confirmations: wireId,
  confirmations_min: wireId,
})
const withdrawalRow = v.object({
  ...shared,
  tx_id: v.pipe(v.string(), v.description('transaction, or the reference of a bank; empty before it is sent')),
  confirmations: wireId,
  confirmations_min: wireId,
  fee: v.pipe(wireDecimal, v.description('included in the amount')),
  arrival: wireDecimal,
  target: v.pipe(v.string(), v.description('address, or a masked card number')),
  memo: v.string(),
})
const transferRow = v.object({
  id: v.pipe(wireId, v.description('higher than that of every older transfer')),
  at: v.number(),
  asset: v.string(),
  amount: wireDecimal,
  from: v.picklist(WALLETS),
  to: v.picklist(WALLETS),
})

const input = v.object({ asset: v.optional(assetCode), ...walkFields, limit: walkLimit })
type ListCall = Pick<PrivateCall<v.InferOutput<typeof input>>, 'env' | 'session' | 'input'>

export const fundsRecordRoutes = [
  privateRoute({
    method: 'GET',
    path: '/v1/deposits',
    scope: 'read',
    weight: 5,
    summary: 'Own deposits, newest first',
    tag: 'Funds',
    input,
    output: v.object({ list: v.array(depositRow), next_cursor: nextCursor }),
    handler: (call) => walkRecords(call, 'deposit', showDeposit),
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/withdrawals',
    scope: 'read',
    weight: 5,
    summary: 'Own withdrawals, newest first',
    tag: 'Funds',
    input,
    output: v.object({ list: v.array(withdrawalRow), next_cursor: nextCursor }),
    handler: (call) => walkRecords(call, 'withdrawal', showWithdrawal),
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/transfers',
    scope: 'read',
    weight: 5,
    summary: 'Transfers between own wallets, newest first',
    tag: 'Wallet',
    input,
    output: v.object({ list: v.array(transferRow), next_cursor: nextCursor }),
    handler: async ({ env, session, input: { since: from, until, cursor, limit, asset } }) => {
      const assetId = await findAssetId(env, asset)
      if (!assetId.ok) return assetId
      const range = { assetId: assetId.value, from, until, before: beforeOf(cursor), limit: limit + 1 }
      const transfers = await listTransfersBefore(env, session, range)
      if (!transfers.ok) return transfers
      const { list, next_cursor } = pageOf(transfers.value, { limit, numberOf: ({ id }) => id })
      return done({ list: list.map(({ code, ...row }) => ({ ...pick(row), asset: code })), next_cursor })
    },
  }),
]

const pick = ({ id, at, amount, from, to }: Omit<v.InferInput<typeof transferRow>, 'asset'>) => ({
  id,
  at,
  amount,
  from,
  to,
})

async function walkRecords<Row>(
  { env, session, input: { since: from, until, cursor, limit, asset } }: ListCall,
  type: FundsRecord['type'],
  show: (record: FundsRecord) => Row,
): Promise<Outcome<{ list: Row[]; next_cursor: number | null }>> {
  const assetId = await findAssetId(env, asset)
  if (!assetId.ok) return assetId
  const range = { type, assetId: assetId.value, from, until, before: beforeOf(cursor), limit: limit + 1 }
  const records = await listRecordsBefore(env, session, range)
  if (!records.ok) return records
  const { list, next_cursor } = pageOf(records.value, { limit, numberOf: ({ id }) => id })
  return done({ list: list.map(show), next_cursor })
}

async function findAssetId(env: Env, code: string | undefined): Promise<Outcome<number | undefined>> {
  if (code === undefined) return done(undefined)
  const asset = (await loadCatalogue(env)).assets.find((each) => each.code === code)
  return asset ? done(asset.id) : refuse('asset_not_found')
}

const showShared = ({ id, code, kind, network, amount, state, createdAt, settledAt }: FundsRecord) => ({
  id,
  asset: code,
  kind,
  network,
  amount,
  state,
  created_at: createdAt,
  settled_at: settledAt,
})

const showDeposit = (record: FundsRecord): v.InferInput<typeof depositRow> => ({
  ...showShared(record),
  tx_id: record.txId,
  address: record.target,
  memo: record.memo,
  confirmations: record.confirmations,
  confirmations_min: record.confirmationsMin,
})

const showWithdrawal = (record: FundsRecord): v.InferInput<typeof withdrawalRow> => ({
  ...showShared(record),
  tx_id: record.txId,
  confirmations: record.confirmations,
  confirmations_min: record.confirmationsMin,
  fee: record.fee,
  arrival: record.arrival,
  target: record.target,
  memo: record.memo,
})
