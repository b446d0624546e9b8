// What the desk has forbidden this account: new orders, withdrawals. Commands that trade or send money away ask here first.
// A freeze cancels nothing: open orders stay in the book and can fill, accepted conditional orders still trigger, both can be cancelled.

import { type Outcome, done, refuse } from '#domain/outcome'
import type { FreezeState } from '#party/protocol/account-rows'
import { freeze } from '#db/account/room'
import type { Store } from '#party/lib/store'
import { type RowOf, tableOf } from '#party/lib/table'

const FREEZES = tableOf(freeze)

export class Freeze {
  readonly #store: Store
  #state: RowOf<typeof freeze>

  constructor(store: Store) {
    this.#store = store
    this.#state = FREEZES.first(store) ?? { id: 1, revision: 0, isTradingFrozen: false, isWithdrawalFrozen: false }
  }

  get state(): FreezeState {
    const { revision, isTradingFrozen, isWithdrawalFrozen } = this.#state
    return { revision, trading: isTradingFrozen, withdrawals: isWithdrawalFrozen }
  }

  get frozen(): { readonly trading: boolean; readonly withdrawals: boolean } {
    const { trading, withdrawals } = this.state
    return { trading, withdrawals }
  }

  /** Refused while trading is frozen; called by new orders, amendments, conversions and every other command that takes a new risk. */
  checkTrading(): Outcome<null, 'trading_frozen'> {
    return this.#state.isTradingFrozen ? refuse('trading_frozen') : done(null)
  }

  /** Refused while withdrawals are frozen; called by every operation that takes money out of the account. */
  checkWithdrawals(): Outcome<null, 'withdrawals_frozen'> {
    return this.#state.isWithdrawalFrozen ? refuse('withdrawals_frozen') : done(null)
  }

  /** Applies the directory's freeze state, in a turn over the tables. A late call with an older revision changes nothing. */
  set({ revision, trading, withdrawals }: FreezeState): { readonly revision: number } {
    if (revision <= this.#state.revision) return { revision: this.#state.revision }
    this.#state = { id: 1, revision, isTradingFrozen: trading, isWithdrawalFrozen: withdrawals }
    FREEZES.put(this.#store, this.#state)
    return { revision }
  }
}
