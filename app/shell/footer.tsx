// Site footer with links to further pages; on all pages except the terminal.

import { Link } from '@remix-run/react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSite } from '../site/site'

const LINK = 'flex min-h-11 items-center wrap-anywhere text-muted transition hover:text-ink lg:min-h-9'

const WORDS = { trade: 'nav_trade', earn: 'nav_earn', bar: 'footer_service', more: 'nav_more' } as const

export function Footer() {
  const { t } = useTranslation('shell')
  const { t: tContent } = useTranslation('content')
  const { t: tFunds } = useTranslation('funds')
  const { name, hasOutbox, hasFaucet, products } = useSite()
  return (
    <footer className="mt-6 border-t border-line bg-surface pb-14 text-sm lg:mt-10 lg:pb-0">
      <div className="mx-auto grid max-w-7xl grid-cols-2 gap-x-6 gap-y-4 px-4 py-6 sm:grid-cols-3 lg:grid-cols-6 lg:px-5 lg:py-10">
        <p className="col-span-full text-lg font-bold">{name}</p>
        {products.map(({ place, links }) => (
          <Column key={place} title={t(WORDS[place])}>
            {links.map(({ path, words }) => (
              <Link key={path} to={path} className={LINK}>
                {words}
              </Link>
            ))}
            {place === 'bar' && (
              <Link to="/news" className={LINK}>
                {tContent('news')}
              </Link>
            )}
          </Column>
        ))}
        <Column title={t('footer_help')}>
          {(['faq', 'contact', 'about', 'compliance', 'terms'] as const).map((page) => (
            <Link key={page} to={`/${page}`} className={LINK}>
              {tContent(page)}
            </Link>
          ))}
        </Column>
        <Column title={t('footer_system')}>
          <Link to="/feeds" className={LINK}>
            {t('feed_health')}
          </Link>
          <Link to="/status" className={LINK}>
            {t('site_status')}
          </Link>
          <Link to="/api/docs" className={LINK}>
            {t('api_docs')}
          </Link>
          {hasOutbox && (
            <Link to="/outbox" className={LINK}>
              {t('open_outbox')}
            </Link>
          )}
          {hasFaucet && (
            <Link to="/faucet" className={LINK}>
              {tFunds('faucet')}
            </Link>
          )}
        </Column>
      </div>
    </footer>
  )
}

function Column({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId()
  return (
    <nav aria-labelledby={id} className={className}>
      <h2 id={id} className="mb-1 font-semibold">
        {title}
      </h2>
      {children}
    </nav>
  )
}
