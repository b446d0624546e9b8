// Identity verification: current level, limits of each level, and the basic form.

import { useLoaderData, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { VerificationState } from '#domain/verification'
import { Badge } from '../../components/badge'
import { ButtonLink } from '../../components/button'
import { FigureGrid } from '../../components/figure-list'
import { Icon } from '../../components/icon'
import { ListGroup, ListRow } from '../../components/list-row'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { Steps } from '../../components/steps'
import { LevelNotice, VerificationBadge } from '../../components/verification/state'
import { useFreshPage } from '../../live/use-fresh-list'
import { useAccount } from '../../live/account-channel'
import { useSite } from '../../site/site'
import { stepOf } from '../../forms/verification'
import { BasicForm } from './basic-form'
import { Caps } from './caps'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export default function Identity() {
  const { t } = useTranslation('verification')
  const { verification, reason, returnTo } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  // A decision arrives as a message, which triggers revalidation.
  useFreshPage(useAccount(userId).state?.messages.unread)
  return (
    <div>
      <PageHeader title={t('title')} backTo="/settings" />
      <div className="grid gap-5 px-4 pb-6 lg:px-0">
        {reason !== null && <Notice tone="bad">{reason}</Notice>}
        <p className="text-sm text-muted">{t('text')}</p>
        <Steps
          label={t('steps')}
          steps={[t('step_contact'), t('step_basic'), t('step_advanced')]}
          current={stepOf(verification)}
        />
        {returnTo && (
          <ButtonLink to={returnTo} variant={verification.passed > 0 ? 'brand' : 'quiet'}>
            {t('go_on')}
          </ButtonLink>
        )}
        <Contact />
        <Basic />
        <Advanced />
        <Caps />
        <p className="flex items-start gap-2 text-xs text-muted">
          <Icon name="lock" className="size-4 shrink-0" />
          {t('privacy')}
        </p>
      </div>
    </div>
  )
}

/** Contact addresses to bind first. */
function Contact() {
  const { t } = useTranslation('verification')
  const { verification } = useLoaderData<typeof loader>()
  const { pathname, search } = useLocation()
  // Links to binding pages return here and preserve this page's own return path.
  const back = new URLSearchParams({ returnTo: pathname + search }).toString()
  const { hasEmail, hasMobile, basic } = verification
  if ((hasEmail && hasMobile) || basic.state !== 'none') return null
  const rows = [
    ['mail', 'contact_email', hasEmail, '/settings/security/email'],
    ['phone', 'contact_mobile', hasMobile, '/settings/security/mobile'],
  ] as const
  return (
    <div className="grid gap-3">
      <Notice tone="plain">{t('contact_needed')}</Notice>
      <ListGroup>
        {rows.map(([icon, words, isBound, path]) => (
          <ListRow
            key={words}
            lead={<Icon name={icon} />}
            title={t(words)}
            end={isBound ? <Badge tone="good">{t('contact_bound')}</Badge> : t('contact_bind')}
            {...(!isBound && { to: `${path}?${back}` })}
          />
        ))}
      </ListGroup>
    </div>
  )
}

function Basic() {
  const { t } = useTranslation('verification')
  const { verification } = useLoaderData<typeof loader>()
  const { basic, document, hasEmail, hasMobile } = verification
  const mayApply = (basic.state === 'none' || basic.state === 'failed') && hasEmail && hasMobile
  return (
    <section className="panel grid gap-4 p-4 lg:p-6">
      <LevelTitle words={t('basic')} state={basic.state} />
      <LevelNotice status={basic} />
      {mayApply && <BasicForm />}
      {!mayApply && document && (
        <FigureGrid
          rows={[
            { key: 'id_type', label: t('id_type'), value: t(`id_type_${document.idType}`) },
            { key: 'name', label: t('name'), value: document.name },
            { key: 'number', label: t('number'), value: document.maskedNumber },
          ]}
          className="gap-3 text-sm sm:grid-cols-3"
        />
      )}
    </section>
  )
}

/** The title wraps before the state badge leaves the line end, in every panel. */
const LevelTitle = ({ words, state }: { readonly words: string; readonly state: VerificationState }) => (
  <h2 className="flex items-baseline justify-between gap-2 font-semibold">
    {words}
    <VerificationBadge state={state} />
  </h2>
)

function Advanced() {
  const { t } = useTranslation('verification')
  const { verification } = useLoaderData<typeof loader>()
  const { advanced, passed } = verification
  return (
    <section className="panel grid gap-4 p-4 lg:p-6">
      <LevelTitle words={t('advanced')} state={advanced.state} />
      <LevelNotice status={advanced} />
      {passed === 0 ? (
        <p className="text-sm text-muted">{t('advanced_locked')}</p>
      ) : (
        advanced.state !== 'passed' && (
          <ButtonLink
            to="/settings/identity/advanced"
            variant={advanced.state === 'under_review' ? 'quiet' : 'brand'}
            className="justify-self-start"
          >
            {t(advanced.state === 'under_review' ? 'see_submitted' : 'to_advanced')}
          </ButtonLink>
        )
      )}
    </section>
  )
}
