// Lock mining: an amount is locked for whole days, earns a yield each day, and returns at the end. The house pays the yields.

import { tableOf } from '#party/lib/table'
import { miningDeposit } from '#db/account/mining'
import * as v from 'valibot'
import { done, refuse } from '#domain/outcome'
import { DEPOSIT_STAGES } from '#party/protocol/mining'
import type { AccountState } from '../state'
import { command, feature, deferredCommand, query, system } from '../feature'
import { integerText, count, listPart, madeId, nothing, positive } from '../fields'
import { type Mining, FEATURE_NAME } from './state'
import { miningTimer, setTimer } from './errand'
import { checkNewLock, lockDeposit, lockedOutcome, redeemDeposit, setRenewal } from './locks'
import { listDeposits, listYields, toRow } from './rows'
import { DepositStore } from './store'
import { verifyMining } from './verify'

const lock = v.strictObject({
  productId: positive,
  assetId: positive,
  amount: integerText,
  steps: positive,
  userMax: integerText,
  terms: v.strictObject({
    version: v.string(),
    days: positive,
    dailyRate: integerText,
    penaltyRatio: integerText,
    payMinute: count,
  }),
  seen: v.optional(v.string()),
  coupon: v.nullable(madeId),
  isRenewed: v.boolean(),
})
/** A retry has the Worker's current terms, which may differ. */
const asAsked = ({ terms: _terms, userMax: _max, steps: _steps, ...input }: v.InferOutput<typeof lock>) => input

export const mining = feature({
  name: FEATURE_NAME,
  tables: DepositStore.tables,
  open: (account: AccountState): Mining => ({ account, deposits: new DepositStore(account.store), isStale: false }),
  unfinished: ({ account }: Mining) => ({
    mining_deposits: tableOf(miningDeposit).count(account.store, "WHERE state IN ('pending', 'running')"),
  }),
  commands: {
    lock_deposit: deferredCommand({
      input: lock,
      content: asAsked,
      run: (mining: Mining, input, { now }) => lockDeposit(mining, input, now),
      answer: lockedOutcome,
      pendingAnswer: () => refuse('mining_waiting'),
    }),
    redeem_deposit: command({
      input: v.strictObject({ orderNo: positive, penaltyMax: v.nullable(integerText) }),
      commit: 'log',
      run: redeemDeposit,
    }),
    set_deposit_renewal: command({
      input: v.strictObject({ orderNo: positive, isRenewed: v.boolean() }),
      commit: 'log',
      run: (mining: Mining, input) => setRenewal(mining, input),
    }),
  },
  queries: {
    /** Whether a lock would be taken now. */
    check_lock: query({
      input: lock,
      run: (mining: Mining, input, { now }) => {
        const checked = checkNewLock(mining, input, now)
        return checked.ok ? done(null) : checked
      },
    }),
    mining_deposits: query({
      input: v.strictObject({ stage: v.picklist(DEPOSIT_STAGES), ...listPart }),
      run: ({ account }: Mining, input) => done(listDeposits(account.store, input)),
    }),
    mining_deposit: query({
      input: v.strictObject({ orderNo: positive }),
      run: (mining: Mining, { orderNo }) => {
        const found = mining.deposits.find(orderNo)
        const isDeposit = found !== undefined && found.state !== 'called_off'
        return isDeposit ? done(toRow(found)) : refuse('mining_deposit_not_found')
      },
    }),
    mining_yields: query({
      input: v.strictObject({ orderNo: positive, ...listPart }),
      run: ({ account }: Mining, input) => done(listYields(account.store, input)),
    }),
    /** Coupons that can boost a deposit. */
    mining_boosts: query({
      input: nothing,
      run: ({ account }: Mining, _input, { now }) => done(account.capabilities.boosts.available(now)),
    }),
  },
  system: {
    /** For the desk. */
    inspect_mining: system({
      commit: 'read',
      run: ({ account }: Mining, page: { readonly page: number; readonly limit: number }) =>
        listDeposits(account.store, { stage: 'all', ...page }),
    }),
  },
  timers: { mining: miningTimer },
  ending: (mining: Mining, { now }) => {
    if (mining.isStale) setTimer(mining, now)
  },
  changes: ({ deposits }: Mining) => {
    const changed = deposits.changed().filter(({ state }) => state !== 'called_off')
    return changed.length === 0 ? null : { deposits: changed.map(toRow) }
  },
  snapshot: ({ deposits }: Mining) => ({ deposits: deposits.live().map(toRow) }),
  save: ({ deposits }: Mining, log) => deposits.save(log),
  checkpointed: ({ deposits }: Mining) => deposits.checkpointed(),
  verify: verifyMining,
})
