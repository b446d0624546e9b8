// Login sessions: device, place, time; end one or all.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isHandheld } from '#domain/device'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { Problem } from '../../components/field'
import { Dotted } from '../../components/dotted'
import { Icon } from '../../components/icon'
import { ListGroup, ListRow } from '../../components/list-row'
import { Moment } from '../../components/moment'
import { Pane } from '../../components/pane'
import { useSecurityForm } from '../../forms/use-security-form'
import { useColon } from '../../text/colon'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function Sessions() {
  const { t } = useTranslation('security')
  const withColon = useColon()
  const { sessions } = useLoaderData<typeof loader>()
  const { problemOf, sending } = useSecurityForm()
  return (
    <Pane title={t('sessions_title')} text={t('sessions_text')} backTo="/settings/security">
      <ListGroup>
        {sessions.map(({ id, device, place, openedAt, isOwn }) => (
          <ListRow
            key={id}
            lead={<Icon name={isHandheld(device) ? 'phone' : 'globe'} />}
            title={device || t('device_unknown')}
            text={
              <Dotted>
                {place || t('place_unknown')}
                <Moment at={openedAt} />
              </Dotted>
            }
            end={
              isOwn ? (
                <Badge tone="good">{t('session_own')}</Badge>
              ) : (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="id" value={id} />
                  <Button
                    name="intent"
                    value="end"
                    variant="remove"
                    aria-label={`${withColon(t('session_end'))}${device}`}
                  >
                    {t('session_end')}
                  </Button>
                </Form>
              )
            }
          />
        ))}
      </ListGroup>
      <Problem text={problemOf('form')} />
      <Form method="post">
        <Button name="intent" value="all" variant="danger" size="lg" isWide isBusy={sending === 'all'}>
          {t('sessions_end_all')}
        </Button>
      </Form>
    </Pane>
  )
}
