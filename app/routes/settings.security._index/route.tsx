// The security hub: everything that secures the account, each with how it stands.

import { Form, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
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
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function Security() {
  const say = useWords('security')
  const { withdrawalsLockedUntil } = useLoaderData<typeof loader>()
  return (
    <Pane title={say('title')} text={say('text')} backTo="/settings">
      {withdrawalsLockedUntil !== null && (
        <Notice tone="plain">
          {say('locked_until')} <Moment at={withdrawalsLockedUntil} />
        </Notice>
      )}
      <Passwords />
      <Addresses />
      <SecondSteps />
      <ListGroup title={say('logins')}>
        <Row to="sessions" icon="phone" title={say('sessions_title')} text={say('sessions_short')} />
        <ListRow
          to="/settings/notifications"
          lead={<Icon name="bell" />}
          title={say('login_notice')}
          text={say('login_notice_text')}
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
  const say = useWords('security')
  const { hasPayPassword, passwordChangedAt } = useLoaderData<typeof loader>()
  return (
    <ListGroup title={say('passwords')}>
      <Row
        to="password"
        icon="lock"
        title={say('login_password')}
        text={
          <>
            {say('login_password_text')} <Moment at={passwordChangedAt} />
          </>
        }
      />
      {hasPayPassword ? (
        <>
          <Row
            to="fund-password"
            icon="shield"
            title={say('fund_password')}
            text={say('fund_password_text')}
            end={<Standing isOn />}
          />
          <Row to="pay-password" icon="mail" title={say('pay_password_reset')} text={say('pay_password_reset_text')} />
        </>
      ) : (
        <Row
          to="pay-password"
          icon="shield"
          title={say('pay_password')}
          text={say('pay_password_text')}
          end={<Standing isOn={false} />}
        />
      )}
    </ListGroup>
  )
}

function Addresses() {
  const say = useWords('security')
  const { email, mobile } = useLoaderData<typeof loader>()
  return (
    <ListGroup title={say('addresses')}>
      <Row to="email" icon="mail" title={say('email')} end={email ?? <Unbound />} />
      <Row to="mobile" icon="phone" title={say('mobile')} end={mobile ?? <Unbound />} />
    </ListGroup>
  )
}

function SecondSteps() {
  const say = useWords('security')
  const { hasTotp, passkeyCount, recoveryCodesLeft } = useLoaderData<typeof loader>()
  return (
    <ListGroup title={say('second_step')}>
      <Row
        to="authenticator"
        icon="clock"
        title={say('totp_title')}
        text={say('totp_short')}
        end={<Standing isOn={hasTotp} />}
      />
      <Row
        to="passkeys"
        icon="person"
        title={say('passkeys_title')}
        text={say('passkeys_short')}
        end={passkeyCount > 0 ? say('passkeys_added', { count: passkeyCount }) : <Unbound />}
      />
      {hasSecondFactor({ hasTotp, passkeyCount }) && (
        <Row
          to="recovery"
          icon="help"
          title={say('recovery_title')}
          end={say('recovery_left', { count: recoveryCodesLeft })}
        />
      )}
    </ListGroup>
  )
}

function Standing({ isOn }: { isOn: boolean }) {
  const say = useWords('security')
  return <Badge tone={isOn ? 'good' : 'plain'}>{say(isOn ? 'is_set' : 'is_not_set')}</Badge>
}

/** What one registers, where a password is set: some languages have two words for it. */
function Unbound() {
  const say = useWords('security')
  return <Badge tone="plain">{say('is_not_bound')}</Badge>
}

function Phrase() {
  const say = useWords('security')
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
        label={say('phrase')}
        name="phrase"
        defaultValue={phrase}
        hint={say('phrase_hint')}
        problem={problemOf('phrase') ?? problemOf('form')}
        maxLength={60}
        autoComplete="off"
      />
      <Button name="intent" value="phrase" variant="brand" isBusy={sending === 'phrase'} className="sm:mt-7">
        {say('save')}
      </Button>
    </Form>
  )
}
