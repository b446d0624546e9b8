// Security overview: all security settings with their states.

import { Form, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasSecondFactor } from '#domain/security'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { Field } from '../../components/field'
import { Icon, type IconName } from '../../components/icon'
import { ListGroup, ListRow } from '../../components/list-row'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { useSecurityForm } from '../../forms/use-security-form'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function Security() {
  const { t } = useTranslation('security')
  const { withdrawalsLockedUntil } = useLoaderData<typeof loader>()
  return (
    <Pane title={t('title')} text={t('text')} backTo="/settings">
      {withdrawalsLockedUntil !== null && (
        <Notice tone="plain">
          {t('locked_until')} <Moment at={withdrawalsLockedUntil} />
        </Notice>
      )}
      <Passwords />
      <Addresses />
      <SecondSteps />
      <ListGroup title={t('logins')}>
        <Row to="sessions" icon="phone" title={t('sessions_title')} text={t('sessions_short')} />
        <ListRow
          to="/settings/notifications"
          lead={<Icon name="bell" />}
          title={t('login_notice')}
          text={t('login_notice_text')}
        />
      </ListGroup>
      <Phrase />
    </Pane>
  )
}

interface RowProps {
  readonly to: string
  readonly icon: IconName
  readonly title: string
  readonly text?: ReactNode
  readonly end?: ReactNode
}

const Row = ({ to, icon, ...row }: RowProps) => (
  <ListRow to={`/settings/security/${to}`} lead={<Icon name={icon} />} {...row} />
)

function Passwords() {
  const { t } = useTranslation('security')
  const { hasPayPassword, passwordChangedAt } = useLoaderData<typeof loader>()
  return (
    <ListGroup title={t('passwords')}>
      <Row
        to="password"
        icon="lock"
        title={t('login_password')}
        text={
          <>
            {t('login_password_text')} <Moment at={passwordChangedAt} />
          </>
        }
      />
      {hasPayPassword ? (
        <>
          <Row
            to="fund-password"
            icon="shield"
            title={t('fund_password')}
            text={t('fund_password_text')}
            end={<FactorStatus isOn />}
          />
          <Row to="pay-password" icon="mail" title={t('pay_password_reset')} text={t('pay_password_reset_text')} />
        </>
      ) : (
        <Row
          to="pay-password"
          icon="shield"
          title={t('pay_password')}
          text={t('pay_password_text')}
          end={<FactorStatus isOn={false} />}
        />
      )}
    </ListGroup>
  )
}

function Addresses() {
  const { t } = useTranslation('security')
  const { email, mobile } = useLoaderData<typeof loader>()
  return (
    <ListGroup title={t('addresses')}>
      <Row to="email" icon="mail" title={t('email')} end={email ?? <Unbound />} />
      <Row to="mobile" icon="phone" title={t('mobile')} end={mobile ?? <Unbound />} />
    </ListGroup>
  )
}

function SecondSteps() {
  const { t } = useTranslation('security')
  const { hasTotp, passkeyCount, recoveryCodesLeft } = useLoaderData<typeof loader>()
  return (
    <ListGroup title={t('second_step')}>
      <Row
        to="authenticator"
        icon="clock"
        title={t('totp_title')}
        text={t('totp_short')}
        end={<FactorStatus isOn={hasTotp} />}
      />
      <Row
        to="passkeys"
        icon="person"
        title={t('passkeys_title')}
        text={t('passkeys_short')}
        end={passkeyCount > 0 ? t('passkeys_added', { count: passkeyCount }) : <Unbound />}
      />
      {hasSecondFactor({ hasTotp, passkeyCount }) && (
        <Row
          to="recovery"
          icon="help"
          title={t('recovery_title')}
          end={t('recovery_left', { count: recoveryCodesLeft })}
        />
      )}
    </ListGroup>
  )
}

function FactorStatus({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('security')
  return <Badge tone={isOn ? 'good' : 'plain'}>{t(isOn ? 'is_set' : 'is_not_set')}</Badge>
}

/** Badge of an unbound address; some languages use different words for "bind" and "set a password". */
function Unbound() {
  const { t } = useTranslation('security')
  return <Badge tone="plain">{t('is_not_bound')}</Badge>
}

function Phrase() {
  const { t } = useTranslation('security')
  const { phrase } = useLoaderData<typeof loader>()
  const { problemOf, sending } = useSecurityForm()
  return (
    <Form
      method="post"
      action="/settings/security?index"
      preventScrollReset
      className="panel grid gap-4 p-4 sm:grid-cols-[1fr_auto] sm:items-start"
    >
      <Field
        label={t('phrase')}
        name="phrase"
        defaultValue={phrase}
        hint={t('phrase_hint')}
        problem={problemOf('phrase') ?? problemOf('form')}
        maxLength={60}
        autoComplete="off"
      />
      <Button name="intent" value="phrase" variant="brand" isBusy={sending === 'phrase'} className="sm:mt-7">
        {t('save')}
      </Button>
    </Form>
  )
}
