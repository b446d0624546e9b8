// /api/v1/ledger: every movement of the own wallets, by which a program keeps books of its own.

import * as v from 'valibot'
import { BILL_REASONS } from '#domain/bill-reason'
import { done, refuse } from '#domain/outcome'
import { listBillsBefore } from '#services/bills'
import { loadCatalogue } from '#services/catalogue'
import { assetCode, wallet } from '#services/input'
import { beforeOf, nextCursor, pageOf, walkFields, walkLimit } from './cursor'
import { wireDecimal, wireId } from './fields'
import { privateRoute } from './route'

const line = v.object({
  id: v.pipe(wireId, v.description('higher than that of every older line')),
  at: v.number(),
  wallet: v.string(),
  asset: v.string(),
  reason: v.picklist(BILL_REASONS),
  ref: v.pipe(v.string(), v.description('of what caused it: the lines of one cause share it')),
  receipt_id: v.pipe(v.nullable(v.string()), v.description('of the receipt that proves the change; null without')),
  change: wireDecimal,
  before: wireDecimal,
  after: wireDecimal,
})

export const ledgerRoutes = [
  privateRoute({
    method: 'GET',
    path: '/v1/ledger',
    scope: 'read',
    weight: 5,
    summary: 'Movements of the own wallets, newest first: available and held money together',
    tag: 'Wallet',
    input: v.object({
      wallet: v.optional(wallet),
      asset: v.optional(assetCode),
      reason: v.optional(v.picklist(BILL_REASONS)),
      ...walkFields,
      limit: walkLimit,
    }),
    output: v.object({ list: v.array(line), next_cursor: nextCursor }),
    handler: async ({ env, session, input }) => {
      const { assets } = await loadCatalogue(env)
      const asset = assets.find(({ code }) => code === input.asset)
      if (input.asset !== undefined && !asset) return refuse('asset_not_found')
      const { since: from, until, limit, cursor, reason } = input
      const range = { wallet: input.wallet, assetId: asset?.id, reason, from, until }
      const bills = await listBillsBefore(env, session, { ...range, before: beforeOf(cursor), limit: limit + 1 })
      if (!bills.ok) return bills
      const { list, next_cursor } = pageOf(bills.value, { limit, numberOf: ({ id }) => id })
      return done({
        list: list.map(({ id, at, wallet, code, reason, ref, receiptId, value, before, after }) => ({
          id,
          at,
          wallet,
          asset: code,
          reason,
          ref,
          receipt_id: receiptId,
          change: value,
          before,
          after,
        })),
        next_cursor,
      })
    },
  }),
]
