// /api/v1 balances, and transfers between the user's own wallets.

import * as v from 'valibot'
import { done, refuse } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { assetCode, decimal, labelled, wallet } from '#services/input'
import { listBalances, transfer } from '#services/wallet'
import { wireDecimal, wireId } from './fields'
import { privateRoute } from './route'

export const balanceRoutes = [
  privateRoute({
    method: 'GET',
    path: '/v1/balances',
    scope: 'read',
    summary: 'Balances of your wallets, of every asset or of one',
    tag: 'Wallet',
    input: v.object({ asset: v.optional(assetCode), wallet: v.optional(wallet) }),
    output: v.array(
      v.object({
        wallet: v.string(),
        asset: v.string(),
        available: wireDecimal,
        held: v.pipe(wireDecimal, v.description('by open orders and pending requests')),
        total: wireDecimal,
        usdt_value: wireDecimal,
      }),
    ),
    handler: async ({ env, session, input }) => {
      const sheet = await listBalances(env, session)
      if (!sheet.ok) return sheet
      const lines = sheet.value.lines.filter(
        (line) =>
          (input.asset === undefined || line.code === input.asset) &&
          (input.wallet === undefined || line.wallet === input.wallet),
      )
      return done(
        lines.map(({ wallet, code: asset, available, held, total, usdtValue }) => ({
          wallet,
          asset,
          available,
          held,
          total,
          usdt_value: usdtValue,
        })),
      )
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/v1/transfer',
    scope: 'transfer',
    summary: 'Move money between two of your wallets, free and at once',
    tag: 'Wallet',
    input: v.object({
      asset: assetCode,
      amount: decimal,
      from: labelled('from_field', wallet),
      to: labelled('to_field', wallet),
    }),
    output: v.object({ entry_id: v.pipe(wireId, v.description('of the ledger')) }),
    handler: async ({ env, session, commandId, input }) => {
      const { assets } = await loadCatalogue(env)
      const asset = assets.find(({ code }) => code === input.asset)
      if (!asset) return refuse('asset_not_found')
      const form = { assetId: asset.id, amount: input.amount, from: input.from, to: input.to }
      const outcome = await transfer(env, session, { commandId, form })
      return outcome.ok ? done({ entry_id: outcome.value.entryId }) : outcome
    },
  }),
]
