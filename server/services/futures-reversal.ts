// Reversal of a futures position.

import * as v from 'valibot'
import { wholeLots } from '#domain/futures/terms'
import { done, refuse } from '#domain/outcome'
import { findFutures, readPlacing } from './futures'
import { id } from './input'
import { accountCommand } from './operation'

/** Closes a position and opens the same lots in the other direction, with its leverage and margin mode. */
export const reverseFutures = accountCommand('reverse_futures', {
  input: v.object({ position_id: id }),
  prepare: async ({ env, session, country }, { position_id: positionNo }) => {
    const found = await findFutures(env, session, positionNo)
    if (!found.ok) return found
    const { symbol: of, direction, mode, leverage, lots, terms } = found.value
    if (found.value.state !== 'open') return refuse('futures_position_not_open')
    const opposite = direction === 'long' ? ('short' as const) : ('long' as const)
    const form = { symbol: of, direction: opposite, kind: 'market' as const, mode, leverage }
    const order = await readPlacing(env, session, { form: { ...form, lots: wholeLots(lots, terms) }, country })
    return order.ok ? done({ positionNo, order: order.value }) : order
  },
})
