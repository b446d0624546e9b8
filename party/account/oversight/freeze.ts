// What the desk has forbidden this account. Commands that trade or send money away ask here first; taking orders back stays allowed.

import { type Outcome, done, refuse } from '#domain/outcome'
import type { Inspection, SystemRequest, SystemResults } from '#party/protocol/account'
import type { Store } from '#party/lib/store'

export type FreezeRefusal = 'trading_frozen' | 'withdrawals_frozen'

export class Freeze {
  readonly #store: Store
  #state: FreezeStored

  constructor(store: Store) {
    this.#store = store
    const statement =
      'SELECT revision, is_trading_frozen AS isTradingFrozen, is_withdrawal_frozen AS isWithdrawalFrozen FROM freeze'
    this.#state = store.first<FreezeStored>(statement) ?? { revision: 0, isTradingFrozen: 0, isWithdrawalFrozen: 0 }
  }

  get state(): Inspection['freeze'] {
    const { revision, isTradingFrozen, isWithdrawalFrozen } = this.#state
    return { revision, trading: isTradingFrozen === 1, withdrawals: isWithdrawalFrozen === 1 }
  }

  /** Refused while trading is frozen: orders, amendments, conversions, and whatever else takes a new risk. */
  checkTrading(): Outcome<null, 'trading_frozen'> {
    return this.#state.isTradingFrozen === 1 ? refuse('trading_frozen') : done(null)
  }

  /** Refused while withdrawals are frozen: whatever takes money out of this account. */
  checkWithdrawals(): Outcome<null, 'withdrawals_frozen'> {
    return this.#state.isWithdrawalFrozen === 1 ? refuse('withdrawals_frozen') : done(null)
  }

  /** Takes what the directory says, in a table turn. Words that come late and are older than what is known change nothing. */
  set(request: Extract<SystemRequest, { readonly type: 'freeze' }>): SystemResults['freeze'] {
    const { revision, trading, withdrawals } = request
    if (revision <= this.#state.revision) return { revision: this.#state.revision }
    this.#state = { revision, isTradingFrozen: trading ? 1 : 0, isWithdrawalFrozen: withdrawals ? 1 : 0 }
    this.#store.run(
      'INSERT OR REPLACE INTO freeze (id, revision, is_trading_frozen, is_withdrawal_frozen) VALUES (1, ?, ?, ?)',
      revision,
      this.#state.isTradingFrozen,
      this.#state.isWithdrawalFrozen,
    )
    return { revision }
  }
}

interface FreezeStored {
  readonly revision: number
  readonly isTradingFrozen: number
  readonly isWithdrawalFrozen: number
}
