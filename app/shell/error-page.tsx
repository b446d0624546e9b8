// Error page: server unreachable, or an error answer (answered-error.tsx).

import { useLocation, useNavigate } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../components/button'
import { AnsweredError } from './answered-error'
import { noteUnanswered, useNetwork } from '../live/network'
import { StatusPage } from './status-page'

export function ErrorPage({ error }: { error: unknown }) {
  if (isUnreachable(error)) return <UnreachablePage error={error} />
  return <AnsweredError error={error} />
}

/** `fetch` network errors, in the wording of all browsers. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError && /fetch|network|load failed/i.test(error.message)

/** Retries automatically until the server answers. */
function UnreachablePage({ error }: { error: unknown }) {
  const { t } = useTranslation('shell')
  const { t: tUi } = useTranslation('ui')
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const network = useNetwork()
  const tryAgain = () => navigate(pathname + search, { replace: true })
  const wasAway = useRef(false)
  useEffect(() => noteUnanswered(), [error])
  useEffect(() => {
    if (network !== 'online') wasAway.current = true
    else if (wasAway.current) navigate(pathname + search, { replace: true })
  }, [network, navigate, pathname, search])
  return (
    <StatusPage
      icon="warning"
      title={t(network === 'offline' ? 'offline_title' : 'server_away_title')}
      text={t('offline_text')}
    >
      <Button variant="brand" onClick={tryAgain}>
        {tUi('retry')}
      </Button>
      <ButtonLink to="/">{t('back_home')}</ButtonLink>
    </StatusPage>
  )
}
