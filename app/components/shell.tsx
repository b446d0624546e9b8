// The frame of every page: demo ribbon, top bar, content, footer, and on a phone the five tabs of spec §2.

import { Form, Link, NavLink, useLocation, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { LANGUAGE_NAMES } from '../text/languages'
import { type WordKey, useWords } from '../text/words'
import { Icon, type IconName } from './icon'
import { Overlays } from './overlays'
import { useSite } from './site'

interface Tab {
  readonly to: string
  /** Paths under it keep the tab selected. */
  readonly under: string
  readonly icon: IconName
  readonly word: WordKey<'shell'>
}

const TABS: readonly Tab[] = [
  { to: '/', under: '/', icon: 'home', word: 'nav_home' },
  { to: '/market', under: '/market', icon: 'market', word: 'nav_market' },
  { to: '/trade/spot/BTC-USDT', under: '/trade', icon: 'trade', word: 'nav_trade' },
  { to: '/orders', under: '/orders', icon: 'orders', word: 'nav_orders' },
  { to: '/assets', under: '/assets', icon: 'assets', word: 'nav_assets' },
]

export function Shell({ children }: { children: ReactNode }) {
  const say = useWords('shell')
  const { pathname } = useLocation()
  const isTerminal = pathname.startsWith('/trade/')
  return (
    <>
      <a
        href="#content"
        className="button button-brand sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        {say('skip_to_content')}
      </a>
      <LoadingLine />
      <DemoRibbon />
      <TopBar pathname={pathname} />
      <main id="content" className={isTerminal ? 'w-full pb-20 lg:pb-0' : 'mx-auto w-full max-w-7xl pb-8 lg:pb-10'}>
        {children}
      </main>
      {!isTerminal && <Footer />}
      <BottomTabs pathname={pathname} />
      <Overlays />
    </>
  )
}

/** A line at the top while a page is on its way; it shows only when that takes longer than 800 ms (spec §7). */
function LoadingLine() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return <div aria-hidden="true" className="loading-line fixed inset-x-0 top-0 z-50 h-0.5 bg-selected" />
}

function DemoRibbon() {
  const say = useWords('shell')
  const { isDemo } = useSite()
  if (!isDemo) return null
  return <p className="bg-brand px-3 py-1 text-center text-xs font-medium text-brand-ink">{say('demo_ribbon')}</p>
}

function TopBar({ pathname }: { pathname: string }) {
  const say = useWords('shell')
  const { name, language, userId } = useSite()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <div className="flex h-14 items-center gap-2 px-3 lg:gap-6 lg:px-5">
        <Link to="/" className="flex items-center gap-2 font-bold">
          <span
            aria-hidden="true"
            className="grid size-7 place-items-center rounded-md bg-brand text-sm text-brand-ink"
          >
            {name.slice(0, 1)}
          </span>
          {name}
        </Link>
        <nav aria-label={say('nav_main')} className="hidden gap-1 lg:flex">
          {TABS.map((tab) => (
            <TopTab key={tab.to} tab={tab} isSelected={isUnder(pathname, tab)} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1.5 text-sm">
          <Link
            to={`/settings?returnTo=${encodeURIComponent(pathname)}`}
            aria-label={say('settings')}
            className="flex min-h-11 items-center gap-1.5 rounded-lg px-2 text-muted hover:text-ink"
          >
            <Icon name="globe" />
            <span className="hidden sm:inline">{LANGUAGE_NAMES[language]}</span>
          </Link>
          {userId === null ? <GuestLinks /> : <OwnLinks userId={userId} />}
        </div>
      </div>
    </header>
  )
}

function TopTab({ tab, isSelected }: { tab: Tab; isSelected: boolean }) {
  const say = useWords('shell')
  return (
    <Link
      to={tab.to}
      aria-current={isSelected ? 'page' : undefined}
      className={`flex h-14 items-center border-b-2 px-3 text-sm font-medium ${
        isSelected ? 'border-selected text-selected-text' : 'border-transparent text-muted hover:text-ink'
      }`}
    >
      {say(tab.word)}
    </Link>
  )
}

function GuestLinks() {
  const say = useWords('shell')
  return (
    <>
      <Link to="/login" className="flex min-h-11 items-center px-2 font-medium whitespace-nowrap">
        {say('log_in')}
      </Link>
      <Link to="/register" className="button button-brand min-h-9 px-3 py-1 whitespace-nowrap">
        {say('register')}
      </Link>
    </>
  )
}

function OwnLinks({ userId }: { userId: number }) {
  const say = useWords('shell')
  return (
    <>
      <Link to="/assets" className="hidden min-h-11 items-center gap-1.5 px-2 text-muted hover:text-ink sm:flex">
        <Icon name="person" />
        {say('account_number', { id: userId })}
      </Link>
      <Form method="post" action="/logout">
        <button className="min-h-11 px-2 font-medium whitespace-nowrap">{say('log_out')}</button>
      </Form>
    </>
  )
}

function BottomTabs({ pathname }: { pathname: string }) {
  const say = useWords('shell')
  return (
    <nav
      aria-label={say('nav_main')}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {TABS.map((tab) => {
        const isSelected = isUnder(pathname, tab)
        return (
          <Link
            key={tab.to}
            to={tab.to}
            aria-current={isSelected ? 'page' : undefined}
            className={`flex h-14 flex-col items-center justify-center gap-0.5 text-[11px] ${
              isSelected ? 'font-semibold text-selected-text' : 'text-muted'
            }`}
          >
            <Icon name={tab.icon} className={isSelected ? 'size-6 text-selected' : 'size-6'} />
            {say(tab.word)}
          </Link>
        )
      })}
    </nav>
  )
}

const isUnder = (pathname: string, { under }: Tab): boolean =>
  under === '/' ? pathname === '/' : pathname === under || pathname.startsWith(`${under}/`)

function Footer() {
  const say = useWords('shell')
  const sayContent = useWords('content')
  const { name, hasOutbox } = useSite()
  const className = 'block py-1.5 text-muted hover:text-ink'
  return (
    <footer className="mx-auto mb-14 grid max-w-7xl grid-cols-2 gap-6 border-t border-line px-4 py-8 text-sm sm:grid-cols-4 lg:mb-0">
      <div className="col-span-2 sm:col-span-1">
        <p className="font-bold">{name}</p>
      </div>
      <div>
        <p className="mb-1 font-medium">{say('footer_service')}</p>
        <NavLink to="/market" className={className}>
          {say('nav_market')}
        </NavLink>
        <NavLink to="/news" className={className}>
          {sayContent('news')}
        </NavLink>
      </div>
      <div>
        <p className="mb-1 font-medium">{say('footer_help')}</p>
        {(['faq', 'contact', 'about', 'compliance'] as const).map((page) => (
          <NavLink key={page} to={`/${page}`} className={className}>
            {sayContent(page)}
          </NavLink>
        ))}
      </div>
      <div>
        <p className="mb-1 font-medium">{say('footer_system')}</p>
        <NavLink to="/feeds" className={className}>
          {say('feed_health')}
        </NavLink>
        <a href="/api/docs" className={className}>
          {say('api_docs')}
        </a>
        {hasOutbox && (
          <NavLink to="/outbox" className={className}>
            {say('open_outbox')}
          </NavLink>
        )}
      </div>
    </footer>
  )
}
