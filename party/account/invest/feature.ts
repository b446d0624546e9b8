// Investments: a coin or dollars locked until a date, paid back in either asset by a fixing computed from prices.

import { tableOf } from '#party/lib/table'
import { investOrder } from '#db/account/invest'
import * as v from 'valibot'
import { INVEST_KINDS } from '#domain/invest/series'
import { done, refuse } from '#domain/outcome'
import { INVEST_STAGES } from '#party/protocol/invest'
import type { AccountState } from '../state'
import { feature, deferredCommand, query, system } from '../feature'
import { integerText, count, listPart, positive } from '../fields'
import { type Invest, FEATURE_NAME } from './state'
import { investTimer, setTimer } from './errand'
import { boughtOutcome, buySeries, checkBuying } from './orders'
import { listInvest, toRow } from './rows'
import { InvestStore } from './store'
import { verifyInvest } from './verify'

const purchase = v.strictObject({
  seriesId: positive,
  shares: positive,
  assetId: positive,
  amount: integerText,
  daysSeen: v.optional(positive),
  series: v.strictObject({
    name: v.string(),
    symbol: v.string(),
    kind: v.picklist(INVEST_KINDS),
    strike: positive,
    apr: integerText,
    days: positive,
    maturesAt: positive,
    baseId: positive,
    quoteId: positive,
    baseScale: count,
    quoteScale: count,
    priceDecimals: count,
    price: v.optional(positive),
  }),
})
/** A retry has the Worker's current terms, which may differ. */
const asInput = ({ seriesId, shares, daysSeen }: v.InferOutput<typeof purchase>) => ({ seriesId, shares, daysSeen })

export const invest = feature({
  name: FEATURE_NAME,
  tables: InvestStore.tables,
  open: (account: AccountState): Invest => ({ account, orders: new InvestStore(account.store), isDirty: false }),
  unfinished: ({ account }: Invest) => ({
    invest_orders: tableOf(investOrder).count(account.store, "WHERE state IN ('pending', 'purchased')"),
  }),
  commands: {
    buy_series: deferredCommand({
      input: purchase,
      content: asInput,
      run: (invest: Invest, input, { now }) => buySeries(invest, input, now),
      answer: boughtOutcome,
      pendingAnswer: () => refuse('invest_waiting'),
    }),
  },
  queries: {
    /** Whether a purchase would be taken now. */
    check_series: query({
      input: purchase,
      run: (invest: Invest, input) => {
        const checked = checkBuying(invest, input)
        return checked.ok ? done(null) : checked
      },
    }),
    invest_orders: query({
      input: v.strictObject({
        stage: v.picklist(INVEST_STAGES),
        baseId: v.nullable(positive),
        kind: v.nullable(v.picklist(INVEST_KINDS)),
        settlesBefore: count,
        ...listPart,
      }),
      run: ({ account }: Invest, input) => done(listInvest(account.store, input)),
    }),
    invest_order: query({
      input: v.strictObject({ orderNo: positive }),
      run: (invest: Invest, { orderNo }) => {
        const found = invest.orders.find(orderNo)
        const isOrder = found !== undefined && found.state !== 'called_off'
        return isOrder ? done(toRow(found)) : refuse('invest_order_not_found')
      },
    }),
  },
  system: {
    /** For the desk. */
    inspect_invest: system({
      commit: 'read',
      run: ({ account }: Invest, page: { readonly page: number; readonly limit: number }) =>
        listInvest(account.store, { stage: 'all', baseId: null, kind: null, settlesBefore: 0, ...page }),
    }),
  },
  timers: { invest: investTimer },
  ending: (invest: Invest, { now }) => {
    if (invest.isDirty) setTimer(invest, now)
  },
  changes: ({ orders }: Invest) => {
    const changed = orders.changed().filter(({ state }) => state !== 'called_off')
    return changed.length === 0 ? null : { orders: changed.map(toRow) }
  },
  snapshot: ({ orders }: Invest) => ({ orders: orders.live().map(toRow) }),
  save: ({ orders }: Invest, log) => orders.save(log),
  checkpointed: ({ orders }: Invest) => orders.checkpointed(),
  verify: verifyInvest,
})
