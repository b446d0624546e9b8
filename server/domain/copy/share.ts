// The trader's share of a follower's profit: weekly, of what copies have won beyond the highest that was shared before.

import { type Amount, ZERO, maximum, subtract } from '../money/amount'
import { type Rate, applyRateDown } from '../money/rate'

export interface ProfitToShare {
  /** Profit of all copies, less their losses and costs. */
  readonly net: Amount
  /** Highest `net` already shared. */
  readonly highWater: Amount
  readonly share: Rate
}

/** Share of new profit, rounded down in the follower's favour, and the new high-water mark. */
export function profitShare({ net, highWater, share }: ProfitToShare): {
  readonly due: Amount
  readonly highWater: Amount
} {
  const fresh = maximum(ZERO, subtract(net, highWater))
  return { due: applyRateDown(fresh, share), highWater: maximum(highWater, net) }
}
