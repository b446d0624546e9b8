// A short message for each fill of a resting order: its counterparty may come at any moment. What the ticket itself
// takes from the book is said at the ticket.

import { useEffect, useRef, useState } from 'react'
import type { Pair } from '#domain/catalogue'
import type { FillRow } from '#party/protocol/account'
import { Notice } from '../../components/notice'
import { priceWords, quantityWords } from '../../text/money'
import { useWords } from '../../text/words'

/** Longer than the 1.5 s of other toasts: it says what happened to money. */
const SHOWN_MS = 5_000
const SHOWN_MAX = 3

export function FillToasts({ pair, fills }: { pair: Pair; fills: readonly FillRow[] }) {
  const say = useWords('spot')
  const shown = useFresh(fills).filter((fill) => fill.role === 'maker')
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 top-16 z-40 grid justify-items-center gap-2 lg:right-4 lg:left-auto lg:justify-items-end"
    >
      {shown.map((fill) => (
        <div
          key={`${fill.tradeNo}.${fill.orderNo}`}
          data-testid="fill-toast"
          className="rounded-lg bg-surface shadow-xl"
        >
          <Notice tone="good">
            {say('live_fill', {
              side: say(fill.side),
              quantity: quantityWords(pair, fill.lots),
              asset: pair.base.code,
              price: priceWords(pair, fill.ticks),
            })}
          </Notice>
        </div>
      ))}
    </div>
  )
}

/** Fills that came in since the last drawing, for a while. */
function useFresh(fills: readonly FillRow[]): readonly FillRow[] {
  const [shown, setShown] = useState<readonly FillRow[]>([])
  const known = useRef(0)
  useEffect(() => {
    const fresh = fills.slice(0, Math.max(0, fills.length - known.current)).slice(0, SHOWN_MAX)
    known.current = fills.length
    if (fresh.length === 0) return
    setShown(fresh)
    const timer = setTimeout(() => setShown([]), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [fills])
  return shown
}
