// Words of an Account room about the limits that its user has put on himself. Amounts are canonical integer text in USDT's smallest unit.

import type { OwnLimit } from '#domain/limits/limits'

export interface OwnLimits {
  /** One limit of each kind, with its effective value. */
  readonly limits: readonly OwnLimit[]
  /** Losses today and this week (UTC), less profits. */
  readonly dayLoss: string
  readonly weekLoss: string
}
