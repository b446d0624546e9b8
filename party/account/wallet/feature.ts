// The wallets as their user sees and uses them: balances, bills, and transfers between them.

import * as v from 'valibot'
import { BILL_REASONS } from '#domain/bill-reason'
import { done } from '#domain/outcome'
import type { AccountState } from '../state'
import { command, feature, query } from '../feature'
import { listPart, nothing, paging, positive, wallet as walletName } from '../fields'
import { listBills, listBillsBefore } from './bills'
import { transfer } from './transfer'

const instant = v.optional(v.nullable(v.number()), null)
const billFilter = {
  wallet: v.nullable(walletName),
  assetId: v.nullable(positive),
  reason: v.nullable(v.picklist(BILL_REASONS)),
  /** `from` is inclusive, `until` exclusive. */
  from: instant,
  until: instant,
  /** With a wallet: all bills of each entry that touches it, including bills of other wallets. */
  isWhole: v.optional(v.boolean(), false),
}

export const wallet = feature({
  name: 'wallet',
  open: (account: AccountState) => account,
  unfinished: (account: AccountState) => ({
    balances: account.ledger.balances().filter(({ available, held }) => available !== '0' || held !== '0').length,
  }),
  commands: {
    transfer: command({
      byKey: 'transfer',
      input: v.strictObject({
        assetId: positive,
        amount: v.string(),
        from: walletName,
        to: walletName,
        prices: v.optional(v.array(v.strictObject({ symbol: v.string(), priceSteps: positive })), []),
        seen: v.optional(v.array(v.strictObject({ symbol: v.string(), at: positive, priceSteps: positive })), []),
      }),
      // Prices are of the moment, so an honest repetition carries others.
      content: ({ prices: _, seen: _seen, ...asked }) => asked,
      commit: 'log',
      run: transfer,
    }),
  },
  queries: {
    balances: query({ input: nothing, run: (account: AccountState) => done(account.ledger.balances()) }),
    bills: query({
      input: v.strictObject({ ...billFilter, ...paging, before: listPart.before }),
      run: (account: AccountState, input) => done(listBills(account, input)),
    }),
    /** For export, without a count: the newest bills with numbers below `before`; null for the newest. */
    bills_before: query({
      input: v.strictObject({ ...billFilter, before: v.nullable(positive), limit: paging.limit }),
      run: (account: AccountState, input) => done(listBillsBefore(account.store, input)),
    }),
  },
})
