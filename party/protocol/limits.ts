// Words of an Account room about the limits that its user has put on himself. Amounts are canonical integer text in USDT's smallest unit.

import type { OwnLimit } from '#domain/limits/limits'

export interface OwnLimits {
  /** One of each kind, as they count now. */
  readonly limits: readonly OwnLimit[]
  /** Lost today and this week, in days of UTC, less what was won. */
  readonly dayLoss: string
  readonly weekLoss: string
}
