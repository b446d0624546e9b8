// The frame of every page: demo ribbon, top bar, content, footer, and on a phone the five tabs of spec §2.

import { useLocation } from '@remix-run/react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Overlays } from '../components/overlays'
import { useSite } from '../site/site'
import { ReleaseBar } from '../pwa/release-bar'
import { BottomTabs } from './bottom-tabs'
import { Finder } from './finder'
import { Footer } from './footer'
import { useStoredState } from './keep-state'
import { LoadingLine } from './loading-line'
import { usePageFade } from './page-fade'
import { PageAnnouncer } from './page-announcer'
import { StayOffline } from './stay-offline'
import { TopBar } from './top-bar'

/** Common page width, including columns; only the trading terminal fills the window. */
const PAGE_WIDTH = 'mx-auto w-full max-w-7xl pb-8'
/** On short pages the footer sticks to the window bottom: a sticky top that can never be reached. */
const FOOT_PLACE = 'lg:sticky lg:top-[100vh]'
/** Pages with a footer on a phone: public reading pages. Other pages end above the tab bar. */
const READ = /^\/(?:$|(?:about|compliance|contact|download|faq|feeds|news|status)(?:\/|$))/

/** Seen only with the focus. */
const SKIP = 'button button-brand sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-overlay'

export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // The desk has its own frame (routes/admin); the app never links to it.
  if (/^\/admin(?:\/|$)/.test(pathname)) return <BareFrame>{children}</BareFrame>
  return <AppFrame pathname={pathname}>{children}</AppFrame>
}

function BareFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <LoadingLine />
      <PageAnnouncer />
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Overlays />
    </>
  )
}

function AppFrame({ pathname, children }: { pathname: string; children: ReactNode }) {
  const { t } = useTranslation('shell')
  const isTerminal = pathname.startsWith('/trade/')
  const hasFoot = READ.test(pathname)
  const page = useRef<HTMLElement>(null)
  usePageFade(page)
  useStoredState()
  return (
    <>
      <a href="#content" className={SKIP}>
        {t('skip_to_content')}
      </a>
      {isTerminal && (
        <a href="#ticket" className={SKIP}>
          {t('skip_to_ticket')}
        </a>
      )}
      <LoadingLine />
      <DemoRibbon />
      <TopBar pathname={pathname} />
      <PageAnnouncer />
      <main
        ref={page}
        id="content"
        tabIndex={-1}
        className={`outline-none ${isTerminal ? 'w-full' : PAGE_WIDTH} ${hasFoot ? '' : 'max-lg:pb-24'}`}
      >
        {children}
      </main>
      {!isTerminal && (
        <div className={`${FOOT_PLACE} ${hasFoot ? 'below-fold' : 'max-lg:hidden'}`}>
          <Footer />
        </div>
      )}
      <BottomTabs pathname={pathname} />
      <Finder />
      <StayOffline />
      <ReleaseBar />
      <Overlays />
    </>
  )
}

function DemoRibbon() {
  const { t } = useTranslation('shell')
  const { isDemo } = useSite()
  if (!isDemo) return null
  return (
    <aside aria-labelledby="demo-ribbon" className="bg-brand px-3 py-1 text-center text-xs font-medium text-brand-ink">
      <p id="demo-ribbon">{t('demo_ribbon')}</p>
    </aside>
  )
}
