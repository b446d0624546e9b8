// Second factors of a staff member: authenticator app and passkeys. The last factor cannot be removed.

import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AppToScan, StaffCodeField } from '../../admin/entry'
import { DeskForm, DeskPage, Panel } from '../../admin/page'
import { PasskeyButton } from '../../admin/passkey-button'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { Dotted } from '../../components/dotted'
import { Field, Problem } from '../../components/field'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

const NAME_LENGTH_MAX = 40

export default function Factors() {
  const { t } = useTranslation('desk')
  const { title, done, factors } = useLoaderData<typeof loader>()
  return (
    <DeskPage title={title} text={t('factors_text')} done={done}>
      {!factors.mayChange && <LogInAgain />}
      <div className="lg:grid lg:grid-cols-2 lg:items-start lg:gap-4">
        <Passkeys />
        <div>
          <App />
          <OwnCustomers />
        </div>
      </div>
    </DeskPage>
  )
}

/** Factors can be changed only shortly after a login. */
function LogInAgain() {
  const { t } = useTranslation('desk')
  return (
    <div className="mb-4 grid gap-3 px-4 lg:px-0">
      <Notice tone="plain">{t('factors_stale')}</Notice>
      <Form method="post" action="/admin/logout">
        <input type="hidden" name="returnTo" value="/admin/factors" />
        <Button type="submit" variant="brand">
          {t('login_again')}
        </Button>
      </Form>
    </div>
  )
}

function Passkeys() {
  const { t } = useTranslation('desk')
  const { factors, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { passkeys, mayChange } = factors
  return (
    <Panel title={t('passkeys')}>
      {passkeys.length === 0 && <p className="p-4 text-sm text-muted">{t('passkeys_none')}</p>}
      <ul className="divide-y divide-line">
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
      {(answer?.fields['step'] === 'rename' || answer?.fields['step'] === 'remove') && (
        <div className="px-4 pb-3">
          <Problem text={answer.problem?.text} />
        </div>
      )}
      {mayChange && (
        <Form method="post" className="grid gap-3 border-t border-line p-4">
          <input type="hidden" name="commandId" value={`${commandId}:add`} />
          <input type="hidden" name="step" value="add" />
          <Field label={t('passkey_name')} name="name" maxLength={NAME_LENGTH_MAX} autoComplete="off" />
          <PasskeyButton purpose="add" needs={[]} words={t('passkey_add')} />
          {answer?.fields['step'] === 'add' && <Problem text={answer.problem?.text} />}
        </Form>
      )}
    </Panel>
  )
}

type OwnFactors = ReturnType<typeof useLoaderData<typeof loader>>['factors']

/** The last factor cannot be removed, since login requires one. */
const mayRemove = ({ mayChange, hasApp, passkeys }: OwnFactors) => mayChange && passkeys.length + Number(hasApp) > 1

type Passkey = OwnFactors['passkeys'][number]

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('desk')
  const { commandId, factors } = useLoaderData<typeof loader>()
  const id = <input type="hidden" name="id" value={passkey.id} />
  return (
    <li className="grid gap-2 p-4">
      <DeskForm
        commandId={`${commandId}:name:${passkey.createdAt}`}
        step="rename"
        answer={undefined}
        submit={t('save')}
        variant="quiet"
        className="flex items-end gap-2"
      >
        {id}
        <Field
          label={t('passkey_name')}
          name="name"
          defaultValue={passkey.name}
          maxLength={NAME_LENGTH_MAX}
          autoComplete="off"
          required
        />
      </DeskForm>
      <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
        <Dotted>
          <>
            {t('passkey_since')} <Moment at={passkey.createdAt} />
          </>
          {passkey.lastUsedAt !== null && (
            <>
              {t('passkey_used')} <Moment at={passkey.lastUsedAt} />
            </>
          )}
        </Dotted>
        {mayRemove(factors) && (
          <DeskForm
            commandId={`${commandId}:off:${passkey.createdAt}`}
            step="remove"
            answer={undefined}
            submit={t('factor_remove')}
            variant="danger"
          >
            {id}
          </DeskForm>
        )}
      </div>
    </li>
  )
}

function App() {
  const { t } = useTranslation('desk')
  const { factors, app: drawn, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const app = (answer && 'app' in answer && answer.app) || drawn
  return (
    <Panel
      title={t('app')}
      end={<Badge tone={factors.hasApp ? 'good' : 'plain'}>{t(factors.hasApp ? 'app_on' : 'app_off')}</Badge>}
    >
      <div className="grid gap-3 p-4">
        {factors.hasApp && <p className="text-sm text-muted">{t('app_text')}</p>}
        {factors.hasApp && mayRemove(factors) && (
          <DeskForm
            commandId={`${commandId}:app`}
            step="remove_app"
            answer={answer}
            submit={t('factor_remove')}
            variant="danger"
          />
        )}
        {!factors.hasApp && app && (
          <DeskForm commandId={`${commandId}:app`} step="add_app" answer={answer} submit={t('app_add')}>
            <input type="hidden" name="sealed" value={app.sealed} />
            <AppToScan setup={app} />
            <StaffCodeField />
          </DeskForm>
        )}
      </div>
    </Panel>
  )
}

/** Declared own customer accounts, excluded from the member's decisions; removal needs another admin. */
function OwnCustomers() {
  const { t } = useTranslation('desk')
  const { customers, commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <Panel title={t('own_customers')}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted">{t('own_customers_text')}</p>
        <ul className="text-sm">
          {customers.map(({ userId, declaredAt }) => (
            <li key={userId}>
              #{userId} <Moment at={declaredAt} />
            </li>
          ))}
        </ul>
        <DeskForm
          key={customers.length}
          commandId={`${commandId}:own`}
          step="declare"
          answer={answer}
          submit={t('own_customer_declare')}
          variant="quiet"
        >
          <Field label={t('own_customer_number')} name="userId" inputMode="numeric" maxLength={15} required />
        </DeskForm>
      </div>
    </Panel>
  )
}
