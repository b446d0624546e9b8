// Saves page state in the browser (client-state.ts): language, fiat, fiat list; removes the profile for a guest.

import { useEffect } from 'react'
import type { Fiat } from '#domain/catalogue'
import { RATE_SCALE, formatRate } from '#domain/money/rate'
import { type StoredFiat, inStorage, keepFiat, keepFiats, keepLanguage } from '../visitor/client-state'
import { useSite } from '../site/site'
import { cutDecimals } from '../text/decimal-text'
import { dropProfile } from '../visitor/profile-store'

export function useStoredState(): void {
  const { language, fiat, fiats, userId } = useSite()
  useEffect(() => {
    inStorage((storage) => {
      keepLanguage(storage, language)
      keepFiats(storage, fiats.map(storedFiat), Date.now())
      keepFiat(storage, fiat.code)
    })
    if (userId === null) dropProfile()
  }, [language, fiat, fiats, userId])
}

const storedFiat = ({ code, rate }: Fiat): StoredFiat => ({
  currency_code: code,
  rate: cutDecimals(formatRate(rate), RATE_SCALE),
})
