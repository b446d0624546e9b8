// Badge tones of fiat order states.

import type { ShownBuyState } from '#domain/buy/terms'
import type { BadgeTone } from '../badge'

export const BUY_TONES = {
  to_pay: 'brand',
  review: 'brand',
  paid: 'brand',
  done: 'good',
  expired: 'plain',
  unpaid: 'plain',
  cancelled: 'plain',
  refused: 'bad',
  refunded: 'plain',
} as const satisfies Readonly<Record<ShownBuyState, BadgeTone>>
