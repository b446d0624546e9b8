// Optional fields of each order kind, by the names of /v1. A field that the kind doesn't support is refused by name: silently dropping a
// stop-loss would be worse.

import { type Outcome, done, refuse } from './outcome'
import type { OrderText } from './spot'
import type { ConditionalText } from './conditional/text'
import type { EntryKind } from './futures/terms'

/** Submitted fields by name; undefined when missing. */
type Given = Readonly<Record<string, unknown>>

/** Refuses by name the first field that was sent and is unknown: not among those taken. */
export function refuseUnknownFields(given: Given, takes: readonly string[]): Outcome<null, 'field_not_taken'> {
  const extra = Object.keys(given).find((name) => given[name] !== undefined && !takes.includes(name))
  return extra === undefined ? done(null) : refuse('field_not_taken', { field: extra })
}

const SPOT_FIELDS = { limit: ['price'], market: [] } as const satisfies Record<OrderText['kind'], readonly string[]>

export const checkSpotFields = ({ kind, price }: Pick<OrderText, 'kind' | 'price'>): Outcome<null, 'field_not_taken'> =>
  refuseUnknownFields({ price }, SPOT_FIELDS[kind])

export const CONDITIONAL_FIELDS = {
  stop: ['trigger_price', 'price'],
  take_profit: ['trigger_price', 'price'],
  trailing: ['trail_amount', 'trail_percent'],
  oco: ['trigger_price', 'price', 'stop_limit_price'],
} as const satisfies Record<ConditionalText['kind'], readonly string[]>

export const checkConditionalFields = (form: ConditionalText): Outcome<null, 'field_not_taken'> =>
  refuseUnknownFields(
    {
      trigger_price: form.triggerPrice,
      price: form.price,
      stop_limit_price: form.stopLimitPrice,
      trail_amount: form.trailAmount,
      trail_percent: form.trailPercent,
    },
    CONDITIONAL_FIELDS[form.kind],
  )

const FUTURES_FIELDS = {
  market: ['worst_price'],
  limit: ['price'],
  stop: ['price'],
} as const satisfies Record<EntryKind, readonly string[]>

export const checkFuturesFields = ({
  kind,
  price,
  worst_price,
}: {
  readonly kind: EntryKind
  readonly price?: string | undefined
  readonly worst_price?: string | undefined
}): Outcome<null, 'field_not_taken'> => refuseUnknownFields({ price, worst_price }, FUTURES_FIELDS[kind])
