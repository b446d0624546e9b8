// Receipts of price decisions: made in the settling turn, named by the hash of their content, and published by the directory. They contain
// no personal data.

import { pendingReceipt } from '#db/account/room'
import { NOTHING_TAKEN, addTaken } from '#domain/insurance'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'
import type { TurnLog } from '#party/lib/turn-log'
import type { AccountState } from '../state'
import { type PreparedCall, feature } from '../feature'

type Receipt = RowOf<typeof pendingReceipt>

const TRY_AGAIN_MS = 10_000

class OwedReceipts {
  readonly #owed = new Map<string, Receipt>()
  #added: Receipt[] = []
  #removed: Receipt[] = []

  constructor(store: Store) {
    for (const receipt of tableOf(pendingReceipt).rows(store)) this.#owed.set(receipt.id, receipt)
  }

  add(receipt: Receipt): void {
    if (this.#owed.has(receipt.id)) return
    this.#owed.set(receipt.id, receipt)
    this.#added.push(receipt)
  }

  /** Changes a receipt issued in this turn. */
  change(id: string, changed: (receipt: Receipt) => Receipt): void {
    const receipt = this.#owed.get(id)
    if (!receipt) return
    const next = changed(receipt)
    this.#owed.set(id, next)
    this.#added = [...this.#added.filter((each) => each.id !== id), next]
  }

  remove(receipts: readonly Receipt[]): void {
    for (const receipt of receipts) if (this.#owed.delete(receipt.id)) this.#removed.push(receipt)
  }

  get all(): readonly Receipt[] {
    return [...this.#owed.values()]
  }

  save(log: TurnLog): void {
    for (const receipt of this.#added) log.put(pendingReceipt, receipt)
    for (const { id } of this.#removed) log.remove(pendingReceipt, { id })
    this.#added = []
    this.#removed = []
  }
}

interface Receipts {
  readonly account: AccountState
  readonly owed: OwedReceipts
}

export const receipts = feature({
  name: 'receipts',
  tables: [pendingReceipt],
  open: (account: AccountState): Receipts => ({ account, owed: new OwedReceipts(account.store) }),
  provides: {
    receipts: ({ account, owed }: Receipts) => ({
      issue: (content, at) => {
        // Equal settlements get separate receipts, so each one's insurance entry is kept.
        const body = JSON.stringify({ ...content, salt: account.salt() })
        const id = account.digest(body)
        owed.add({ id, body, at, insurance: NOTHING_TAKEN })
        account.timers.ensure('receipt', at)
        return id
      },
      insure: (id, taken) =>
        owed.change(id, (receipt) => ({ ...receipt, insurance: addTaken(receipt.insurance, taken) })),
    }),
  },
  timers: {
    receipt: {
      run: ({ account }: Receipts, _due, { now }) => account.timers.set('receipt', now + TRY_AGAIN_MS),
      errand: {
        prepare: ({ owed: { all } }: Receipts): PreparedCall<Receipts> => ({
          call: (remotes) => remotes.keepReceipts(all),
          done: ({ account, owed }, { now }) => {
            owed.remove(all)
            if (owed.all.length === 0) account.timers.clear('receipt')
            else account.timers.set('receipt', now)
          },
        }),
      },
    },
  },
  save: ({ owed }: Receipts, log) => owed.save(log),
})
