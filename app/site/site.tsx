// Visitor and site data for all pages, from the root loader.

import { type ReactNode, createContext, startTransition, useContext, useEffect, useMemo, useState } from 'react'
import type { Fiat } from '#domain/catalogue'
import type { Language } from '#domain/language'
import { OFFSET_COOKIE, choiceCookie } from '../visitor/choice-cookies'
import type { PublicProfile } from '../visitor/client-state'
import { type Zone, writeZone, zoneOf } from '../visitor/zone'
import type { ProductGroup } from './products'

/** Colour theme; `auto` follows the device. */
export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]
/** Colour of rising prices. */
export type Rise = 'green' | 'red'

export interface Site {
  readonly name: string
  /** Logo URL on this site; null shows the first letter of the site name. */
  readonly logo: string | null
  readonly language: Language
  readonly theme: Theme
  readonly rise: Rise
  readonly fiat: Fiat
  readonly fiats: readonly Fiat[]
  /** Time zone last reported by the browser; UTC before the first report. */
  readonly offset: Zone
  /** Server time (ms) at rendering, the initial reference for relative times. */
  readonly drawnAt: number
  readonly userId: number | null
  /** Public profile stored by the browser; null for guests and before the account menu loads it. */
  readonly profile: PublicProfile | null
  readonly isDemo: boolean
  /** Codes and mails are stored on a local page instead of being sent. */
  readonly hasOutbox: boolean
  /** True when the simulated chain's faucet is available. */
  readonly hasFaucet: boolean
  /** In header order. */
  readonly products: readonly ProductGroup[]
}

const SiteContext = createContext<Site | null>(null)

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  const offset = useBrowserOffset(site.offset)
  const known = useMemo(() => ({ ...site, offset }), [site, offset])
  return <SiteContext.Provider value={known}>{children}</SiteContext.Provider>
}

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('useSite outside of SiteProvider')
  return site
}

/** Server-rendered offset, then the browser's; saved in a cookie for the next page. */
function useBrowserOffset(drawn: Zone): Zone {
  const [offset, setOffset] = useState(drawn)
  const text = writeZone(drawn)
  useEffect(() => {
    const own = zoneOf((at) => 0 - new Date(at).getTimezoneOffset(), Date.now())
    if (writeZone(own) === text) return
    document.cookie = choiceCookie(OFFSET_COOKIE, writeZone(own))
    // As a transition, because all dates re-render.
    startTransition(() => setOffset(own))
  }, [text])
  return offset
}

/** CSP nonce of this answer, for inline scripts and styles. Empty in the browser, which hides it. */
const NonceContext = createContext('')

export const NonceProvider = NonceContext.Provider
export const useNonce = (): string => useContext(NonceContext)
