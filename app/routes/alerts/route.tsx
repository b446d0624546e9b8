// Alerts page: a form of each kind, open alerts, ended alerts.

import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ALERT_KINDS } from '#domain/alerts/alert'
import { featurePage } from '../../components/feature-words'
import { Pane } from '../../components/pane'
import { Tabs } from '../../components/tabs'
import { TimeZoneNote } from '../../components/time-zone-note'
import { toast } from '../../components/toast'
import { AlertForm } from './alert-form'
import { EndedAlerts, OpenAlerts } from './alert-lists'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { clientLoader } from '../../live/further-pages'
export { pageTitle as meta } from '../../text/title'
export { clientAction, keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export default featurePage('alerts', Alerts)

function Alerts() {
  const { t } = useTranslation('alerts')
  const { title, kind, symbol, ended } = useLoaderData<typeof loader>()
  useDoneToast()
  return (
    <Pane
      title={title}
      frame="form"
      backTo={`/trade/spot/${symbol}`}
      text={
        <>
          {t('text')}{' '}
          <Link to="/settings/notifications" className="text-selected-text underline">
            {t('channels')}
          </Link>
        </>
      }
    >
      <div className="panel overflow-hidden">
        <Tabs
          label={t('kinds')}
          tabs={ALERT_KINDS.map((each) => ({
            to: `?${new URLSearchParams({ kind: each, symbol }).toString()}`,
            words: t(`kind_${each}`),
            isSelected: each === kind,
          }))}
        />
        <AlertForm key={`${kind} ${symbol}`} />
      </div>
      <OpenAlerts />
      <EndedAlerts />
      {ended.total > 0 && <TimeZoneNote />}
    </Pane>
  )
}

function useDoneToast() {
  const { t } = useTranslation('alerts')
  const answer = useActionData<typeof action>()
  useEffect(() => {
    if (answer?.done) toast(t(answer.done.intent === 'remove' ? 'is_removed' : 'is_set'), { tone: 'good' })
  }, [answer, t])
}
