// Deposits, withdrawals and conversions. Proofs and prices that only the Worker has come in `terms`, which a retry need not repeat.

import { tableOf } from '#party/lib/table'
import { withdrawal } from '#db/account/funds'
import * as v from 'valibot'
import { encodeAmount } from '#domain/money/amount'
import { done } from '#domain/outcome'
import { listOf, tick } from '#domain/published-forms'
import { VERIFICATION_LEVELS, WITHDRAWAL_WINDOW_MS } from '#domain/verification'
import type { AccountState } from '../state'
import { command, feature, query, system } from '../feature'
import { nothing, paging, positive } from '../fields'
import { convert, findConversion, listConversions } from './convert'
import { creditDeposit } from './deposits'
import { postPayout, undoPayout } from './payouts'
import { recallDeposit, settleRecall } from './recalls'
import { btcUsedSince, cancelWithdrawal, requestWithdrawal, settleWithdrawal, voidWithdrawal } from './withdrawals'

export const funds = feature({
  name: 'funds',
  open: (account: AccountState) => account,
  unfinished: (account: AccountState) => ({
    withdrawals: tableOf(withdrawal).count(account.store, "WHERE state IN ('held', 'approved')"),
  }),
  commands: {
    request_withdrawal: command({
      input: v.strictObject({
        withdrawalId: positive,
        assetId: positive,
        amount: v.string(),
        /** The fee is included in the amount. Value of the withdrawal in satoshi; the user's verification level sets the daily limit. */
        terms: v.strictObject({
          fee: v.string(),
          btcValue: v.string(),
          level: v.picklist([0, ...VERIFICATION_LEVELS]),
        }),
      }),
      content: ({ withdrawalId, assetId, amount }) => [withdrawalId, assetId, amount],
      commit: 'tables',
      run: requestWithdrawal,
    }),
    cancel_withdrawal: command({
      input: v.strictObject({ withdrawalId: positive }),
      commit: 'tables',
      run: cancelWithdrawal,
    }),
    convert: command({
      input: v.strictObject({
        fromAssetId: positive,
        toAssetId: positive,
        amount: v.string(),
        wallet: v.optional(v.literal('margin')),
        /** The fee is on top of the amount. `ticks` price the assets without USDT; `value` is the sold amount in USDT at VALUE_SCALE. */
        terms: v.strictObject({
          ...{ fee: v.string(), received: v.string(), value: v.string() },
          ...{ ticks: listOf(tick, 2), acceptedAt: v.nullable(v.number()) },
        }),
      }),
      content: ({ fromAssetId, toAssetId, amount, wallet }) => [
        fromAssetId,
        toAssetId,
        amount,
        ...(wallet ? [wallet] : []),
      ],
      commit: 'tables',
      run: convert,
    }),
  },
  queries: {
    /** Satoshi of the daily limit used by withdrawals, available balances, and freezes by the desk. */
    withdrawal_use: query({
      input: nothing,
      run: (account: AccountState, _input, { now }) =>
        done({
          btcUsed: encodeAmount(btcUsedSince(account.store, now - WITHDRAWAL_WINDOW_MS)),
          balances: account.ledger.balances(),
          frozen: account.capabilities.permissions.frozen,
        }),
    }),
    conversions: query({
      input: v.strictObject(paging),
      run: (account: AccountState, page) => done(listConversions(account.store, page)),
    }),
    /** Conversion made by a command at any time; null without one. */
    conversion: query({
      input: v.strictObject({ ofCommand: v.string() }),
      run: (account: AccountState, { ofCommand }) => done(findConversion(account.store, ofCommand)),
    }),
  },
  system: {
    credit_deposit: system({ commit: 'tables', run: creditDeposit }),
    recall_deposit: system({ commit: 'tables', run: recallDeposit }),
    settle_recall: system({ commit: 'tables', run: settleRecall }),
    post_payout: system({ commit: 'tables', run: postPayout }),
    undo_payout: system({ commit: 'tables', run: undoPayout }),
    settle_withdrawal: system({ commit: 'tables', run: settleWithdrawal }),
    void_withdrawal: system({ commit: 'tables', run: voidWithdrawal }),
  },
})
