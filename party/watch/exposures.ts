// The house's exposure in a symbol over all accounts, by feature: sums updated by each registration's difference.

import { type Amount, ZERO, add, encodeAmount, subtract } from '#domain/money/amount'
import type { WatchExposure, WatchReport } from '#party/protocol/watch'

export type Side = 'long' | 'short'
export type Exposure = Readonly<Record<keyof WatchExposure, Amount>>
type Sums = { -readonly [Part in keyof Exposure]: Amount } & { accounts: number }

const NOTHING: Exposure = { long: ZERO, short: ZERO, house: ZERO, fees: ZERO, insurance: ZERO }
const PARTS = ['long', 'short', 'house', 'fees', 'insurance'] as const

/** By feature: exposure per side above which the house refuses new risk. Null or missing: unlimited. */
export type Caps = ReadonlyMap<string, Amount | null>

export class Exposures {
  readonly #sums = new Map<string, Sums>()

  /** Replaces an account's exposure; `before` is null for a new account. */
  follow(feature: string, before: Exposure | null, now: Exposure): void {
    const sums = this.#sums.get(feature) ?? { ...NOTHING, accounts: 0 }
    this.#sums.set(feature, sums)
    if (before === null) sums.accounts += 1
    for (const part of PARTS) sums[part] = add(sums[part], subtract(now[part], before?.[part] ?? ZERO))
  }

  closedSides(feature: string, caps: Caps): Side[] {
    const [sums, cap] = [this.#sums.get(feature), caps.get(feature)]
    if (!sums || cap == null) return []
    return (['long', 'short'] as const).filter((side) => sums[side] >= cap)
  }

  report(symbol: string, caps: Caps): WatchReport {
    const features = [...this.#sums].map(([feature, { accounts, ...sums }]) => ({
      feature,
      accounts,
      closedSides: this.closedSides(feature, caps),
      long: encodeAmount(sums.long),
      short: encodeAmount(sums.short),
      house: encodeAmount(sums.house),
      fees: encodeAmount(sums.fees),
      insurance: encodeAmount(sums.insurance),
    }))
    return { symbol, features }
  }
}
