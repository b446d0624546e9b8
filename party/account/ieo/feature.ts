// Token sales (IEO): applications with holds, allotments with payments, delivery and daily unlocks. The directory's rule computes
// allotments from all applications; the account only executes them.

import type { ListPart } from '#domain/list-part'
import * as v from 'valibot'
import { IEO_MODES, IEO_WORD } from '#domain/ieo/terms'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Page } from '#party/protocol/account-rows'
import type { IeoRow } from '#party/protocol/ieo'
import { ieoOrder } from '#db/account/ieo'
import { tableOf } from '#party/lib/table'
import type { AccountState } from '../state'
import { command, feature, query, system } from '../feature'
import { count, listPart, positive, positiveIntegerText } from '../fields'
import { type Condition, readList } from '../listing'
import { countTimer } from './counting'
import { applyClaim, settleAllotments, subscribe } from './orders'
import { type Ieo, IeoStore, toRow } from './store'
import { dueTimer } from './unlocking'
import { verifyIeo } from './verify'

const tick = v.strictObject({
  symbol: v.string(),
  seq: v.number(),
  at: v.number(),
  price: v.string(),
  source: v.string(),
  previousHash: v.string(),
  hash: v.string(),
})

export const ieo = feature({
  name: IEO_WORD,
  tables: IeoStore.tables,
  open: (account: AccountState): Ieo => ({ account, orders: new IeoStore(account.store) }),
  unfinished: ({ account }: Ieo) => ({
    ieo_orders: tableOf(ieoOrder).count(account.store, "WHERE state IN ('held', 'applied', 'allotted', 'unlocking')"),
  }),
  commands: {
    subscribe_ieo: command({
      input: v.strictObject({
        projectId: positive,
        quantity: positive,
        payAssetId: positive,
        terms: v.strictObject({
          assetId: positive,
          mode: v.picklist(IEO_MODES),
          cost: positiveIntegerText,
          userMax: positive,
          endsAt: positive,
          listingAt: positive,
          lockDays: positive,
          held: positiveIntegerText,
          tick: v.nullable(tick),
        }),
      }),
      // A retry has the current price, which may differ.
      content: ({ terms: _terms, ...input }) => input,
      commit: 'log',
      run: subscribe,
    }),
  },
  queries: {
    ieo_order: query({
      input: v.strictObject({ orderNo: positive }),
      run: (ieo: Ieo, { orderNo }): Outcome<IeoRow, 'ieo_order_not_found'> => {
        const found = ieo.orders.find(orderNo)
        return found ? done(toRow(found)) : refuse('ieo_order_not_found')
      },
    }),
    /** Newest first. A refused application isn't listed. */
    ieo_orders: query({
      input: v.strictObject({ projectId: v.nullable(count), ...listPart }),
      run: (ieo: Ieo, input) => done(listOrders(ieo, input)),
    }),
  },
  system: {
    claimed_ieo: system({ commit: 'tables', run: applyClaim }),
    settle_ieo: system({ commit: 'tables', run: settleAllotments }),
  },
  timers: { ieo_due: dueTimer, ieo_count: countTimer },
  changes: ({ orders }: Ieo) => {
    const changed = orders.changed()
    return changed.length === 0 ? null : { orders: changed.map(toRow) }
  },
  save: ({ orders }: Ieo, log) => orders.save(log),
  checkpointed: ({ orders }: Ieo) => orders.checkpointed(),
  verify: verifyIeo,
})

function listOrders(
  { account: { store } }: Ieo,
  { projectId, ...part }: ListPart & { readonly projectId: number | null },
): Page<IeoRow> {
  const conditions: Condition[] = [{ text: "state <> 'refused'" }]
  if (projectId !== null) conditions.push({ text: 'project_id = ?', value: projectId })
  const listing = { table: tableOf(ieoOrder), key: 'order_no', at: 'accepted_at', conditions } as const
  const { rows, total } = readList(store, listing, part)
  return { rows: rows.map(toRow), total }
}
