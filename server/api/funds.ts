// /api/wallet/get_info … /api/user/withdraw/list: deposits and withdrawals under their old names.

import * as v from 'valibot'
import { type Asset, findAsset } from '#domain/catalogue'
import { REMARK_LENGTH_MAX } from '#domain/funds/withdrawal'
import { formatAmount } from '#domain/money/amount'
import { done, refuse } from '#domain/outcome'
import { loadCatalogue } from '#services/catalogue'
import { cancelDeposit, requestDeposit } from '#services/funds/deposits'
import { findReceivingPlace } from '#services/chains/networks'
import { type FundsRecord, listRecords } from '#services/funds/records'
import { cancelWithdrawal, requestWithdrawal } from '#services/funds/withdrawals'
import { travelFields } from '#services/screening/travel-rule'
import { listBalances } from '#services/wallet'
import { fundsStateText, sentence } from '#services/words'
import { decimal, id, limit, page, reference, text } from '#services/input'
import { sentenceText, wireDate, wireDecimal, wireId } from './fields'
import { formatDate, wireDecimals, pageOf, paged, placeText, withdrawalCost } from './format'
import { privateRoute } from './route'
import { readStepUp, stepUpFields } from './step-up-fields'

const network = v.optional(text(20))
/** 0 an address, 1 a bank card, 2 an international card. */
const payeeKind = v.optional(v.picklist(['0', '1', '2']), '0')
const KINDS = { 0: 'address', 1: 'card', 2: 'international' } as const
/** 1 under review, 2 passed, 3 refused or taken back. */
const wireStatus = v.picklist([1, 2, 3])

const networkFields = v.object({
  name: v.string(),
  rate: wireDecimal,
  min_number: wireDecimal,
  deposit_min: wireDecimal,
  confirmations: wireId,
})

export const fundsRoutes = [
  privateRoute({
    method: 'POST',
    path: '/wallet/get_info',
    summary: 'What a withdrawal of a currency costs at most, its minimum, and what there is',
    tag: 'Funds',
    input: v.object({ currency: id }),
    output: v.object({
      rate: wireDecimal,
      min_number: wireDecimal,
      name: v.string(),
      legal_balance: wireDecimal,
      change_balance: wireDecimal,
      networks: v.array(networkFields),
    }),
    handler: async ({ env, session, input }) => {
      const [catalogue, sheet] = await Promise.all([loadCatalogue(env), listBalances(env, session)])
      if (!sheet.ok) return sheet
      const asset = findAsset(catalogue, input.currency)
      if (!asset) return refuse('asset_not_found')
      const available = (wallet: string) =>
        wireDecimals(
          sheet.value.lines.find((line) => line.wallet === wallet && line.assetId === asset.id)?.available ?? '0',
        )
      return done({
        ...withdrawalCost(asset),
        name: asset.code,
        legal_balance: available('legal'),
        change_balance: available('change'),
        networks: networkRows(asset),
      })
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/wallet/get_in_address',
    summary: 'Where deposits of a currency arrive: text, or one address for each network where there are several',
    tag: 'Funds',
    input: v.object({ currency: id, user_id: v.optional(id) }),
    output: v.union([v.string(), v.looseObject({})]),
    handler: async ({ env, session, input }) => {
      const [catalogue, sheet] = await Promise.all([loadCatalogue(env), listBalances(env, session)])
      if (!sheet.ok) return sheet
      const asset = findAsset(catalogue, input.currency)
      if (!asset) return refuse('asset_not_found')
      const open = asset.networks.filter(({ isDepositOpen }) => isDepositOpen)
      const places = await Promise.all(open.map(({ name }) => findReceivingPlace(env, session.userId, name)))
      const known = places.flatMap((place) => (place.ok ? [place.value] : []))
      const [first] = known
      if (!first) return refuse('deposit_closed', { network: asset.code })
      if (asset.networks.length === 1) return done(placeText(first))
      return done(Object.fromEntries(known.map((place) => [place.network.toLowerCase(), placeText(place)])))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/wallet/charge_req',
    summary: 'Tell of a deposit (account: reference of the uploaded voucher; type 0 coin, 1 bank)',
    tag: 'Funds',
    input: v.object({
      account: reference,
      amount: decimal,
      currency: id,
      type: v.optional(v.picklist(['0', '1']), '0'),
      sub_type: network,
    }),
    output: sentenceText,
    handler: async ({ env, session, commandId, input, language }) => {
      const kind = input.type === '1' ? ('bank' as const) : ('coin' as const)
      const form = {
        kind,
        assetId: input.currency,
        network: input.sub_type?.toUpperCase() ?? null,
        amount: input.amount,
        voucher: input.account,
      }
      const outcome = await requestDeposit(env, session, { commandId, form }, Date.now())
      return outcome.ok ? done(sentence(language, 'done_deposit_requested')) : outcome
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/wallet/out',
    summary:
      'Withdraw to a saved address or a card; number includes the fee. Large ones to an address name the beneficiary',
    tag: 'Funds',
    input: v.object({
      currency: id,
      number: decimal,
      rate: v.optional(decimal),
      address: v.optional(text(200)),
      type: payeeKind,
      network,
      memo: v.optional(text(40)),
      remark: v.optional(text(REMARK_LENGTH_MAX)),
      ...travelFields,
      ...stepUpFields,
    }),
    output: sentenceText,
    handler: async ({ env, session, commandId, input, language }) => {
      const form = {
        kind: KINDS[input.type],
        assetId: input.currency,
        amount: input.number,
        addressId: null,
        address: input.address ?? '',
        network: input.network?.toUpperCase() ?? null,
        memo: input.memo ?? '',
        remark: input.remark ?? '',
        feeShown: input.rate ?? null,
        travel: input,
      }
      const outcome = await requestWithdrawal(env, session, { commandId, form, proof: readStepUp(input) }, Date.now())
      return outcome.ok ? done(sentence(language, 'done_withdrawal_requested')) : outcome
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/recharge/log',
    summary: 'Deposits, newest first',
    tag: 'Funds',
    input: v.object({ page, limit: limit(10) }),
    output: paged(
      v.object({
        id: wireId,
        name: v.string(),
        amount: wireDecimal,
        status: wireStatus,
        status_text: v.string(),
        created_at: wireDate,
        user_account: v.string(),
      }),
    ),
    handler: async ({ env, session, input, language }) => {
      const listed = await listRecords(env, session, { type: 'deposit', ...input })
      if (!listed.ok) return listed
      const rows = listed.value.rows.map((row) => ({
        id: row.id,
        name: row.code,
        amount: wireDecimals(row.amount),
        status: statusOf(row),
        status_text: fundsStateText(language, row.state),
        created_at: formatDate(row.createdAt),
        user_account: row.target,
      }))
      return done(pageOf(rows, { ...input, total: listed.value.total }))
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/user/withdraw/list',
    summary: 'Withdrawals, newest first',
    tag: 'Funds',
    input: v.object({ page, limit: limit(10) }),
    output: paged(
      v.object({
        id: wireId,
        number: wireDecimal,
        rate: wireDecimal,
        real_number: wireDecimal,
        name: v.string(),
        address: v.string(),
        create_time: wireDate,
        status: wireStatus,
        status_text: v.string(),
        notes: v.string(),
      }),
    ),
    handler: async ({ env, session, input, language }) => {
      const listed = await listRecords(env, session, { type: 'withdrawal', ...input })
      if (!listed.ok) return listed
      const rows = listed.value.rows.map((row) => ({
        id: row.id,
        number: wireDecimals(row.amount),
        rate: wireDecimals(row.fee),
        real_number: wireDecimals(row.arrival),
        name: row.code,
        address: row.target,
        create_time: formatDate(row.createdAt),
        status: statusOf(row),
        status_text: fundsStateText(language, row.state),
        notes: row.reason,
      }))
      return done(pageOf(rows, { ...input, total: listed.value.total }))
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/user/withdraw/cancel',
    summary: 'Take a withdrawal back while nobody has paid it out',
    tag: 'Funds',
    input: v.object({ id }),
    output: sentenceText,
    handler: async ({ env, session, commandId, input, language }) => {
      const outcome = await cancelWithdrawal(env, session, { commandId, withdrawalId: input.id }, Date.now())
      return outcome.ok ? done(sentence(language, 'done_request_cancelled')) : outcome
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/recharge/cancel',
    summary: 'Take back a deposit that was told of, while nobody has decided',
    tag: 'Funds',
    input: v.object({ id }),
    output: sentenceText,
    handler: async ({ env, session, input, language }) => {
      const outcome = await cancelDeposit(env, session, input.id, Date.now())
      return outcome.ok ? done(sentence(language, 'done_request_cancelled')) : outcome
    },
  }),
]

function statusOf({ state }: FundsRecord): 1 | 2 | 3 {
  if (state === 'failed' || state === 'cancelled') return 3
  return state === 'confirming' || state === 'review' ? 1 : 2
}

const networkRows = (asset: Asset) =>
  asset.networks
    .filter(({ isWithdrawalOpen }) => isWithdrawalOpen)
    .map(({ name, withdrawalFee, withdrawalMin, depositMin, confirmationsMin }) => ({
      name,
      rate: wireDecimals(formatAmount(asset, withdrawalFee)),
      min_number: wireDecimals(formatAmount(asset, withdrawalMin)),
      deposit_min: wireDecimals(formatAmount(asset, depositMin)),
      confirmations: confirmationsMin,
    }))
