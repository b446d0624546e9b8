// Hidden amounts setting. Stored in a cookie, so the server already renders dots and no amount flashes.

import { type ReactNode, createContext, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refusal } from '#domain/outcome'
import { choiceCookie } from '../visitor/choice-cookies'
import { HIDDEN_DOTS, hideAvailable } from '../text/masked'
import { useRefusalWords } from '../text/words'

export const HIDDEN_COOKIE = 'cm_hidden'

interface HiddenAmountsState {
  readonly isHidden: boolean
  readonly toggle: () => void
}

/** Without a provider, all amounts are visible. */
export const HiddenContext = createContext<HiddenAmountsState>({ isHidden: false, toggle: () => undefined })

export function HiddenAmounts({ isHidden: isDrawnHidden, children }: { isHidden: boolean; children: ReactNode }) {
  const [isHidden, setHidden] = useState(isDrawnHidden)
  const toggle = () => {
    document.cookie = choiceCookie(HIDDEN_COOKIE, isHidden ? '0' : '1')
    setHidden(!isHidden)
  }
  return <HiddenContext.Provider value={{ isHidden, toggle }}>{children}</HiddenContext.Provider>
}

export const useHiddenAmounts = (): boolean => useContext(HiddenContext).isHidden

/** Amount, or a constant six dots while amounts are hidden. */
export function Hideable({ children }: { children: ReactNode }) {
  const { t } = useTranslation('wallet')
  if (!useHiddenAmounts()) return <>{children}</>
  return (
    // `relative` makes the visually hidden text scroll with its surroundings.
    <span className="relative whitespace-nowrap">
      <span aria-hidden="true">{HIDDEN_DOTS}</span>
      <span className="sr-only">{t('amount_hidden')}</span>
    </span>
  )
}

/** Refusal text whose available balance is replaced by dots while amounts are hidden. */
export function useOwnRefusalWords(): (refusal: Refusal) => string {
  const words = useRefusalWords()
  const isHidden = useHiddenAmounts()
  return (refusal) => words(isHidden ? hideAvailable(refusal) : refusal)
}
