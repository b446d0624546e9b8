// /api/wallet/*: balances, bills and transfers under their old names (lever, micro, "totle").

import * as v from 'valibot'
import { WALLETS, type Wallet, findAsset, highestTakerFee } from '#domain/catalogue'
import { formatRatePercent } from '#domain/money/rate'
import { done, refuse } from '#domain/outcome'
import type { Language } from '#domain/language'
import { loadCatalogue } from '#services/catalogue'
import { type BillLine, listBills } from '#services/bills'
import { findReceivingPlace } from '#services/chains/networks'
import { type BalanceLine, findFiatPrice, listBalances, transfer } from '#services/wallet'
import { billText, sentence, walletText } from '#services/words'
import {
  decimal,
  id,
  idOrAll,
  limit,
  page,
  text,
  walletName,
  walletNumber,
  walletNumberOrAll,
  walletOfNumber,
} from '#services/input'
import { JsonText } from './envelope'
import { sentenceText, wireDate, wireDecimal, wireId } from './fields'
import { flagOf, formatDate, wireDecimals, paginate, paginated, placeText } from './format'
import { privateRoute, publicRoute } from './route'

/** Fiat in which this API values wallets. */
const BLOCK_FIAT = 'CNY'

const balanceFields = v.looseObject({
  id: wireId,
  currency: wireId,
  currency_name: v.string(),
  usdt_price: wireDecimal,
  cny_price: wireDecimal,
  is_charge: v.picklist([0, 1]),
})
const block = v.object({
  balance: v.array(balanceFields),
  totle: wireDecimal,
  usdt_totle: wireDecimal,
  CNY: v.string(),
})

const billFields = v.object({
  id: wireId,
  value: wireDecimal,
  currency: wireId,
  currency_name: v.string(),
  created_time: wireDate,
  info: v.string(),
  transaction_info: v.string(),
  before: wireDecimal,
  after: wireDecimal,
  type: wireId,
})

export const walletRoutes = [
  privateRoute({
    method: 'POST',
    path: '/wallet/list',
    summary: 'Balances of every wallet',
    tag: 'Wallet',
    input: v.object({ currency_name: v.optional(text(20)) }),
    output: v.object({
      legal_wallet: block,
      change_wallet: block,
      lever_wallet: block,
      micro_wallet: block,
      stocks_wallet: block,
      earn_wallet: block,
      margin_wallet: block,
      ExRate: wireDecimal,
      is_open_CTbi: v.picklist([0, 1]),
    }),
    handler: async ({ env, session, input }) => {
      const sheet = await listBalances(env, session, BLOCK_FIAT)
      if (!sheet.ok) return sheet
      const named = input.currency_name?.toUpperCase()
      const rows = new Map<Wallet, string[]>(WALLETS.map((wallet) => [wallet, []]))
      for (const line of sheet.value.lines)
        if (named === undefined || named === '' || line.code === named) rows.get(line.wallet)?.push(balanceText(line))
      const blocks = sheet.value.wallets.map(({ wallet, fiatTotal, usdtTotal }) => {
        const balance = rows.get(wallet)?.join(',') ?? ''
        return `"${wallet}_wallet":{"balance":[${balance}],"totle":"${fiatTotal}","usdt_totle":"${usdtTotal}","CNY":""}`
      })
      return done(new JsonText(`{${blocks.join(',')},"ExRate":"${sheet.value.fiatRate}","is_open_CTbi":0}`))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/wallet/detail',
    summary: 'One currency in one wallet',
    tag: 'Wallet',
    input: v.object({ currency: id, type: walletName }),
    output: v.looseObject({
      ...balanceFields.entries,
      address: v.string(),
      ExRate: wireDecimal,
      coin_trade_fee: wireDecimal,
    }),
    handler: async ({ env, session, input }) => {
      const [catalogue, sheet] = await Promise.all([loadCatalogue(env), listBalances(env, session, BLOCK_FIAT)])
      if (!sheet.ok) return sheet
      const asset = findAsset(catalogue, input.currency)
      if (!asset) return refuse('asset_not_found')
      const line = sheet.value.lines.find((row) => row.wallet === input.type && row.assetId === input.currency)
      if (!line) return refuse('wallet_not_for_asset')
      // Fees belong to pairs, so the currency shows the highest taker fee of its pairs, including pairs quoted in it.
      const fee = formatRatePercent(highestTakerFee(catalogue, input.currency))
      const network = asset.networks.find(({ isDepositOpen }) => isDepositOpen)
      const place = network ? await findReceivingPlace(env, session.userId, network.name) : null
      const address = place?.ok ? placeText(place.value) : ''
      return done({ ...balanceRow(line), address, ExRate: sheet.value.fiatRate, coin_trade_fee: fee })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/wallet/legal_log',
    summary: 'Bills: every change of a balance, newest first (currency 0 and type 0 mean all)',
    tag: 'Wallet',
    input: v.object({
      currency: v.optional(idOrAll, '0'),
      type: v.optional(walletNumberOrAll, '0'),
      page,
      limit: limit(10),
    }),
    output: v.object({ list: v.array(billFields), count: wireId, limit: wireId, is_open_CTbi: v.picklist([0, 1]) }),
    handler: async ({ env, session, input, language }) => {
      const wallet = walletOfNumber(Number(input.type))
      const assetId = input.currency === 0 ? undefined : input.currency
      const bills = await listBills(env, session, { wallet, assetId, page: input.page, limit: input.limit })
      if (!bills.ok) return bills
      const list = bills.value.rows.map((row) => billRow(row, language))
      return done({ list, count: bills.value.total, limit: input.limit, is_open_CTbi: 0 as const })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/wallet/change',
    summary: 'Transfer between wallets',
    tag: 'Wallet',
    input: v.object({ currency_id: id, number: decimal, from_field: walletName, to_field: walletName }),
    output: sentenceText,
    handler: async ({ env, session, commandId, input, language }) => {
      const form = { assetId: input.currency_id, amount: input.number, from: input.from_field, to: input.to_field }
      const outcome = await transfer(env, session, { commandId, form })
      return outcome.ok ? done(sentence(language, 'done_transferred')) : outcome
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/wallet/hzhistory',
    summary: 'Transfers between wallets, newest first',
    tag: 'Wallet',
    input: v.object({ page, limit: limit(10) }),
    output: paginated(billFields),
    handler: async ({ env, session, input, language }) => {
      const bills = await listBills(env, session, { reason: 'transfer', page: input.page, limit: input.limit })
      if (!bills.ok) return bills
      const rows = bills.value.rows.map((row) => billRow(row, language))
      return done(paginate(rows, { path: '/api/wallet/hzhistory', ...input, total: bills.value.total }))
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/wallet/getRateCurrency',
    summary: 'Price of one whole unit of a currency in CNY',
    tag: 'Wallet',
    input: v.object({ id }),
    output: v.object({ rmb: wireDecimal }),
    handler: async ({ env, input }) => {
      const rmb = await findFiatPrice(env, input.id, BLOCK_FIAT)
      return rmb === null ? refuse('asset_not_found') : done({ rmb })
    },
  }),
]

/** A wallet's names on the wire are its own: `change_balance`, `lock_change_balance`. */
function balanceRow(line: BalanceLine) {
  return {
    id: line.assetId,
    currency: line.assetId,
    currency_name: line.code,
    usdt_price: line.usdtPrice,
    cny_price: line.fiatPrice,
    is_charge: flagOf(line.isDepositOpen),
    [`${line.wallet}_balance`]: wireDecimals(line.available),
    [`lock_${line.wallet}_balance`]: wireDecimals(line.held),
  }
}

/** Texts of lines that many answers share. */
const balanceTexts = new WeakMap<BalanceLine, string>()

function balanceText(line: BalanceLine): string {
  const known = balanceTexts.get(line)
  if (known !== undefined) return known
  const made = JSON.stringify(balanceRow(line))
  balanceTexts.set(line, made)
  return made
}

function billRow(row: BillLine, language: Language) {
  return {
    id: row.id,
    value: wireDecimals(row.value),
    currency: row.assetId,
    currency_name: row.code,
    created_time: formatDate(row.at),
    info: billText(language, row),
    transaction_info: walletText(language, row.wallet),
    before: wireDecimals(row.before),
    after: wireDecimals(row.after),
    type: walletNumber(row.wallet),
  }
}
