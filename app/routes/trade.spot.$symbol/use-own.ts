// Own terminal data: loader data until the account channel answers.

import { useLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import type { BalanceRow, SpotFillRow, SpotOrderRow } from '#party/protocol/account'
import type { ConditionalRow } from '#party/protocol/conditional'
import type { FeeDiscounts } from '#party/protocol/account-promotion'
import type { MarginChoice } from '#services/loan/margin'
import { useSite } from '../../site/site'
import { fillName, mergeOrders } from '../../live/account-state'
import { useAccount } from '../../live/account-channel'
import type { loader } from './data.server'

export interface Own {
  readonly balances: readonly BalanceRow[]
  readonly margin: MarginChoice | null
  /** Of this pair, newest first. */
  readonly openOrders: readonly SpotOrderRow[]
  readonly endedOrders: readonly SpotOrderRow[]
  readonly fills: readonly SpotFillRow[]
  /** Conditional orders: waiting, and ended (newest first). */
  readonly conditionals: readonly ConditionalRow[]
  readonly endedConditionals: readonly ConditionalRow[]
  /** Fills since the page listens. */
  readonly freshFills: readonly SpotFillRow[]
  /**
   * Fee terms from the channel, which may change in another window (coupon used, level reached); null before the first
   * message.
   */
  readonly liveFees: FeeDiscounts | null
}

/** Null for a guest. */
export function useOwn(): Own | null {
  const { own: drawn, pair } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  const { state } = useAccount(drawn ? userId : null)
  return useMemo(() => {
    if (!drawn) return null
    if (!state) return { ...drawn, freshFills: NONE, liveFees: null }
    const isHere = (row: { symbol: string }) => row.symbol === pair.symbol
    const freshFills = state.spot.fills.filter(isHere)
    const known = new Set(freshFills.map(fillName))
    return {
      balances: state.balances,
      margin: drawn.margin,
      openOrders: state.spot.openOrders.filter(isHere),
      endedOrders: mergeOrders(drawn.endedOrders, state.spot.endedOrders.filter(isHere)),
      fills: [...freshFills, ...drawn.fills.filter((fill) => !known.has(fillName(fill)))],
      conditionals: state.conditional.live.filter(isHere),
      endedConditionals: mergeConditionals(drawn.endedConditionals, state.conditional.ended.filter(isHere)),
      freshFills,
      liveFees: state.promotion,
    }
  }, [drawn, state, pair.symbol])
}

/** Merges rows by order, keeping the latest version. */
function mergeConditionals(
  known: readonly ConditionalRow[],
  received: readonly ConditionalRow[],
): readonly ConditionalRow[] {
  const fresh = new Set(received.map(({ conditionalNo }) => conditionalNo))
  return [...received, ...known.filter(({ conditionalNo }) => !fresh.has(conditionalNo))]
}

const NONE: readonly SpotFillRow[] = []
