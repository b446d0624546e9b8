// /api/user/getTransferList, getTransferFee, Transfer: conversions under their old names (the wire calls them transfers).

import * as v from 'valibot'
import { done } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { convertAsset, readConvertRates } from '#services/funds/conversions'
import { convertibleAssets } from '#services/funds/convert-prices'
import { listBalances } from '#services/wallet'
import { sentence } from '#services/words'
import { decimal, id } from '#services/input'
import { sentenceText, wireDecimal, wireId } from './fields'
import { wireDecimals } from './format'
import { privateRoute } from './route'

const sides = { from_currency_id: id, to_currency_id: id }

export const convertRoutes = [
  privateRoute({
    method: 'POST',
    path: '/user/getTransferList',
    summary: 'What can be converted, and what there is of it',
    tag: 'Funds',
    input: v.object({}),
    output: v.object({
      transfer: v.array(v.object({ id: wireId, name: v.string(), logo: v.string() })),
      wallet: v.array(v.object({ currency: wireId, change_balance: wireDecimal })),
    }),
    handler: async ({ env, session }) => {
      const [catalogue, sheet] = await Promise.all([loadCatalogue(env), listBalances(env, session)])
      if (!sheet.ok) return sheet
      const assets = convertibleAssets(catalogue)
      const ids = new Set(assets.map((asset) => asset.id))
      return done({
        transfer: assets.map(({ id: assetId, code, logo }) => ({ id: assetId, name: code, logo })),
        wallet: sheet.value.lines
          .filter((line) => line.wallet === 'change' && ids.has(line.assetId))
          .map((line) => ({ currency: line.assetId, change_balance: wireDecimals(line.available) })),
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/getTransferFee',
    summary: 'Both prices in USDT now, and the fee as a fraction of what is given',
    tag: 'Funds',
    input: v.object(sides),
    output: v.object({ form_price: wireDecimal, to_price: wireDecimal, fee: wireDecimal }),
    handler: async ({ env, session, input }) => {
      const rates = await readConvertRates(env, session, {
        fromAssetId: input.from_currency_id,
        toAssetId: input.to_currency_id,
      })
      if (!rates.ok) return rates
      const { fromPrice, toPrice, feeShare: fee } = rates.value
      return done({ form_price: fromPrice, to_price: toPrice, fee })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/Transfer',
    summary: 'Convert at the prices of the moment; the fee comes on top, in the source currency',
    tag: 'Funds',
    input: v.object({ number: decimal, ...sides, wallet: v.optional(v.literal('margin')) }),
    output: sentenceText,
    handler: async ({ env, session, commandId, input, language }) => {
      const form = {
        fromAssetId: input.from_currency_id,
        toAssetId: input.to_currency_id,
        amount: input.number,
        token: null,
        wallet: input.wallet,
      }
      const outcome = await convertAsset(env, session, { commandId, form }, Date.now())
      return outcome.ok ? done(sentence(language, 'done_converted')) : outcome
    },
  }),
]
