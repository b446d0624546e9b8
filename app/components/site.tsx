// What every page knows of its visitor and site, as the root loader drew it.

import { type ReactNode, createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import type { Fiat } from '#domain/catalogue'
import type { Language } from '#domain/language'
import type { ZoneOffset } from '../text/dates'

export type Theme = 'auto' | 'light' | 'dark'
/** The colour of a rise. */
export type Rise = 'green' | 'red'

export interface Site {
  readonly name: string
  readonly language: Language
  readonly theme: Theme
  readonly rise: Rise
  readonly fiat: Fiat
  readonly fiats: readonly Fiat[]
  /** Minutes east of UTC, as the browser said last; zero before it ever did. */
  readonly offset: ZoneOffset
  /** When the server drew the page: what first says how long ago something was. */
  readonly drawnAt: number
  readonly userId: number | null
  readonly isDemo: boolean
  /** Codes and mails are kept on a local page instead of being sent. */
  readonly hasOutbox: boolean
  /** Coins of the simulated chain may be had. */
  readonly hasFaucet: boolean
}

const SiteContext = createContext<Site | null>(null)

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  const offset = useBrowserOffset(site.offset)
  return <SiteContext.Provider value={{ ...site, offset }}>{children}</SiteContext.Provider>
}

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite outside of SiteProvider')
  return site
}

/** The offset that was drawn first, then the browser's own; told to the server by cookie for the next page. */
function useBrowserOffset(drawn: ZoneOffset): ZoneOffset {
  const offset = useSyncExternalStore(neverChanges, ownOffset, () => drawn)
  useEffect(() => {
    if (offset !== drawn) document.cookie = `cm_offset=${offset}; Path=/; Max-Age=31536000; SameSite=Lax`
  }, [offset, drawn])
  return offset
}

const neverChanges = () => () => undefined
const ownOffset = (): ZoneOffset => -new Date().getTimezoneOffset()
