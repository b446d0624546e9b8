// Amounts that nobody beside the reader shall see. The choice is a cookie, so the server already draws dots and nothing flashes.

import { type ReactNode, createContext, useContext, useState } from 'react'
import { useLocation } from '@remix-run/react'
import { choiceCookie } from '../choice-cookies'
import { useWords } from '../text/words'
import { Icon } from './icon'

export const HIDDEN_COOKIE = 'cm_hidden'

interface HiddenAmountsState {
  readonly isHidden: boolean
  readonly toggle: () => void
}

/** Outside of a provider every amount is shown. */
const HiddenContext = createContext<HiddenAmountsState>({ isHidden: false, toggle: () => undefined })

export function HiddenAmounts({ isHidden: isDrawnHidden, children }: { isHidden: boolean; children: ReactNode }) {
  const [isHidden, setHidden] = useState(isDrawnHidden)
  const toggle = () => {
    document.cookie = choiceCookie(HIDDEN_COOKIE, isHidden ? '0' : '1')
    setHidden(!isHidden)
  }
  return <HiddenContext.Provider value={{ isHidden, toggle }}>{children}</HiddenContext.Provider>
}

export const useHiddenAmounts = (): boolean => useContext(HiddenContext).isHidden

/** An amount, or always the same six dots: their number says nothing. */
export function Hideable({ children }: { children: ReactNode }) {
  const say = useWords('wallet')
  if (!useHiddenAmounts()) return <>{children}</>
  return (
    // Relative, so that what is only heard scrolls along with what is around it.
    <span className="relative whitespace-nowrap">
      <span aria-hidden="true">••••••</span>
      <span className="sr-only">{say('amount_hidden')}</span>
    </span>
  )
}

/** Works without scripts too: then the server sets the cookie and draws the page anew. */
export function HideToggle() {
  const say = useWords('wallet')
  const { isHidden, toggle } = useContext(HiddenContext)
  const { pathname, search } = useLocation()
  return (
    <form
      method="post"
      action="/assets"
      onSubmit={(event) => {
        event.preventDefault()
        toggle()
      }}
    >
      <input type="hidden" name="hide" value={isHidden ? '0' : '1'} />
      <input type="hidden" name="returnTo" value={pathname + search} />
      <button
        aria-pressed={isHidden}
        aria-label={say('hide_amounts')}
        className="grid size-11 place-items-center rounded-full text-muted transition hover:bg-raised hover:text-ink"
      >
        <Icon name={isHidden ? 'hidden' : 'eye'} />
      </button>
    </form>
  )
}
