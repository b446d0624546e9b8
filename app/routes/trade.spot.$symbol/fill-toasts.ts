// Toast for each fill of a resting order, which can happen at any time. Immediate fills are reported at the ticket.
// Loaded with the first fill.

import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import type { SpotFillRow } from '#party/protocol/account'
import { toast } from '../../components/toast'
import { fillsSince, newestName } from '../../live/account-state'
import { useNumbers } from '../../text/numbers'

const SHOWN_MAX = 3

interface FillToastsProps {
  readonly pair: Pair
  /** Since the page listens. */
  readonly fills: readonly SpotFillRow[]
}

export function FillToasts({ pair, fills }: FillToastsProps) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const seen = useRef<string | null>(null)
  useEffect(() => {
    const newFills = fillsSince(seen.current, fills).filter((fill) => fill.role === 'maker')
    seen.current = newestName(fills)
    for (const fill of newFills.slice(0, SHOWN_MAX).reverse()) {
      const [quantity, price] = [numbers.quantity(pair, fill.lots), numbers.price(pair, fill.ticks)]
      toast(t('live_fill', { side: t(fill.side), quantity, asset: pair.base.code, price }), { tone: 'good' })
    }
    // oxlint-disable-next-line react/exhaustive-deps -- words and pair stay while the page does
  }, [fills])
  return null
}
