// Keeps in the browser what the page was drawn with (client-state.ts): language, fiat, fiats, and nobody's profile for a guest.

import { useEffect } from 'react'
import type { Fiat } from '#domain/catalogue'
import { type KeptFiat, keepFiat, keepFiats, keepLanguage } from '../client-state'
import { useSite } from '../components/site'
import { dropProfile } from './profile-store'

export function useKeptState(): void {
  const { language, fiat, fiats, userId } = useSite()
  useEffect(() => {
    try {
      keepLanguage(localStorage, language)
      keepFiats(localStorage, fiats.map(keptFiat), Date.now())
      keepFiat(localStorage, fiat.code)
      if (userId === null) dropProfile()
    } catch {
      // Storage that is full or forbidden: the page works without, from its cookies.
    }
  }, [language, fiat, fiats, userId])
}

const RATE_DECIMALS = 8

const keptFiat = ({ code, rate }: Fiat): KeptFiat => {
  const digits = rate.toString().padStart(RATE_DECIMALS + 1, '0')
  const text = `${digits.slice(0, -RATE_DECIMALS)}.${digits.slice(-RATE_DECIMALS)}`
  return { currency_code: code, rate: text.replace(/\.?0+$/, '') }
}
