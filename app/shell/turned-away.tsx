// Notice that a page requires login or identity verification; redirects after a moment (spec §2 and §4).

import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../components/button'
import { useSite } from '../site/site'
import { StatusPage } from './status-page'
import { type TurnedAway, pathAway } from '../visitor/turning-away'
import { useTurnAway } from '../components/use-turn-away'

export function TurnedAwayPage({ turned }: { turned: TurnedAway }) {
  const { t } = useTranslation('shell')
  const { userId } = useSite()
  const place = useLocation()
  const turnAway = useTurnAway()
  const isLogin = turned.type === '999'
  useEffect(() => turnAway(turned), [turnAway, turned])
  return (
    <StatusPage
      icon={isLogin ? 'lock' : 'shield'}
      title={turned.message}
      text={t(isLogin ? 'leaving_login' : 'leaving_identity')}
    >
      <ButtonLink to={pathAway(turned, place)} replace variant="brand">
        {t(isLogin ? 'log_in' : 'verify_now')}
      </ButtonLink>
      {isLogin && userId === null && (
        <ButtonLink to={`/register?${new URLSearchParams({ returnTo: place.pathname + place.search }).toString()}`}>
          {t('register')}
        </ButtonLink>
      )}
    </StatusPage>
  )
}
