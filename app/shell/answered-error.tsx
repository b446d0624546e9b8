// Error page after a server answer or a render error: not found, failed, or login required.

import { isRouteErrorResponse, useLocation, useNavigate } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../components/use-alive'
import { Button, ButtonLink } from '../components/button'
import { Icon } from '../components/icon'
import { openFinder } from './finder'
import { StatusPage } from './status-page'
import { TurnedAwayPage } from './turned-away'
import { readTurnedAway } from '../visitor/turning-away'

export function AnsweredError({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <FailedPage />
  const turned = readTurnedAway(error.data)
  if (turned) return <TurnedAwayPage turned={turned} />
  if (error.status === 404) return <MissingPage />
  return error.status < 500 ? <RefusedPage status={error.status} /> : <FailedPage status={error.status} />
}

function MissingPage() {
  const { t } = useTranslation('shell')
  return (
    <StatusPage icon="search" code="404" title={t('not_found_title')} text={t('not_found_text')}>
      <ButtonLink to="/" variant="brand">
        {t('back_home')}
      </ButtonLink>
      <SearchButton />
      <BackButton />
    </StatusPage>
  )
}

function RefusedPage({ status }: { status: number }) {
  const { t } = useTranslation('shell')
  return (
    <StatusPage icon="warning" code={String(status)} title={t('refused_title')} text={t('refused_text')}>
      <ReloadLink />
      <BackButton />
      <ButtonLink to="/">{t('back_home')}</ButtonLink>
    </StatusPage>
  )
}

function FailedPage({ status }: { status?: number }) {
  const { t } = useTranslation('shell')
  const { t: tContent } = useTranslation('content')
  return (
    <StatusPage
      icon="warning"
      {...(status && { code: String(status) })}
      title={t('error_title')}
      text={t('error_text')}
    >
      <ReloadLink />
      <ButtonLink to="/">{t('back_home')}</ButtonLink>
      <ButtonLink to="/contact">{tContent('contact')}</ButtonLink>
    </StatusPage>
  )
}

/** Full document reload, which resets the broken page state. */
function ReloadLink() {
  const { t } = useTranslation('shell')
  const { pathname, search } = useLocation()
  return (
    <a href={pathname + search} className="button button-brand">
      {t('reload')}
    </a>
  )
}

/** Opens the command palette; without scripts it links to the search page. */
function SearchButton() {
  const { t } = useTranslation('shell')
  return (
    <ButtonLink
      to="/search"
      onClick={(event) => {
        event.preventDefault()
        openFinder('search')
      }}
    >
      <Icon name="search" />
      {t('search')}
    </ButtonLink>
  )
}

/** History exists only in the browser, so it renders after hydration. */
function BackButton() {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const isAlive = useAlive()
  if (!isAlive) return null
  return <Button onClick={() => navigate(-1)}>{t('go_back')}</Button>
}
