// Own futures and prices: as loaded, then live.

import { useMemo } from 'react'
import { type FuturesTerms, FUTURES_WALLET } from '#domain/futures/terms'
import { type Amount, ZERO, decodeAmount } from '#domain/money/amount'
import { parseSteps } from '#domain/quotes/steps'
import type { FuturesRow } from '#party/protocol/futures'
import type { Quote } from '#party/protocol/quotes'
import { useAccount } from '../live/account-channel'
import { useQuotes } from '../live/quotes-channel'
import { bySymbol } from '../live/quotes-state'
import { useSite } from '../site/site'
import type { OwnFacts } from './futures'

interface Drawn {
  readonly quote: FuturesTerms['quote']
  readonly quotes: readonly Quote[]
  /** Null for a guest. */
  readonly own: { readonly rows: readonly FuturesRow[]; readonly available: string; readonly held: string } | null
}

export function useOwnFacts({ quote, quotes: drawnQuotes, own }: Drawn) {
  const { language, userId } = useSite()
  const { quotes: list, live: quotesLive } = useQuotes(drawnQuotes)
  const quotes = useMemo(() => bySymbol(list), [list])
  const { state } = useAccount(own ? userId : null)
  const wallet = useMemo((): { readonly available: Amount | null; readonly held: Amount } => {
    if (!own) return { available: null, held: ZERO }
    const received = state?.balances.find((row) => row.wallet === FUTURES_WALLET && row.assetId === quote.id)
    const { available, held } = state ? (received ?? { available: '0', held: '0' }) : own
    return { available: decodeAmount(available), held: decodeAmount(held) }
  }, [own, state, quote.id])
  const prices = useMemo(
    () =>
      new Map(
        list.flatMap(({ symbol, price }) => {
          const priceSteps = parseSteps(price.replace('.', ''), 0)
          return priceSteps ? [[symbol, priceSteps] as const] : []
        }),
      ),
    [list],
  )
  const live = useMemo(
    // The channel tells the newest first.
    () => state?.futures.live ?? [...(own?.rows ?? [])].sort((left, right) => right.positionNo - left.positionNo),
    [state, own],
  )
  const facts: OwnFacts = { language, quote, ...wallet, live, prices }
  return { facts, quotes, quotesLive, heard: state?.futures }
}
