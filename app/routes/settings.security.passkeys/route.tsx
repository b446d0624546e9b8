// Passkeys page: list with names, add, remove after a proof.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../components/button'
import { Dotted } from '../../components/dotted'
import { Empty } from '../../components/empty'
import { Problem } from '../../components/field'
import { Moment } from '../../components/moment'
import { Pane } from '../../components/pane'
import { FirstButton, OwnerFields } from '../../forms/sent-code'
import { RecoveryCodes, RecoveryField } from '../../forms/recovery-codes'
import { type SecurityFormState, useSecurityForm } from '../../forms/use-security-form'
import { AddPasskey } from './add-passkey'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

type Passkey = ReturnType<typeof useLoaderData<typeof loader>>['passkeys'][number]

export default function Passkeys() {
  const { t } = useTranslation('security')
  const { passkeys, removing } = useLoaderData<typeof loader>()
  const form = useSecurityForm()
  const codes = form.answer?.recoveryCodes ?? []
  const wanted = passkeys.find((passkey) => passkey.id === removing)
  return (
    <Pane title={t('passkeys_title')} text={t('passkeys_text')} backTo="/settings/security">
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} />
      ) : wanted ? (
        <RemovePasskey passkey={wanted} form={form} />
      ) : (
        <>
          {passkeys.length === 0 ? (
            <Empty icon="person">{t('passkeys_empty')}</Empty>
          ) : (
            <ul className="panel divide-y divide-line">
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )}
          <AddPasskey form={form} />
        </>
      )}
    </Pane>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('security')
  return (
    <li className="grid gap-2 p-4">
      <Form method="post" className="grid grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
        <input type="hidden" name="id" value={passkey.id} />
        <input
          name="name"
          aria-label={t('passkey_name')}
          defaultValue={passkey.name}
          maxLength={40}
          required
          className="field max-sm:col-span-2"
        />
        <Button name="intent" value="rename">
          {t('save')}
        </Button>
        <ButtonLink to={`?${new URLSearchParams({ remove: passkey.id }).toString()}`} variant="remove">
          {t('remove')}
        </ButtonLink>
      </Form>
      <p className="text-xs text-muted">
        <Dotted>
          <>
            {t('passkey_added')} <Moment at={passkey.createdAt} />
          </>
          {passkey.lastUsedAt !== null && (
            <>
              {t('passkey_used')} <Moment at={passkey.lastUsedAt} />
            </>
          )}
          {passkey.isBackedUp && t('passkey_backed_up')}
        </Dotted>
      </p>
    </li>
  )
}

function RemovePasskey({ passkey, form }: { passkey: Passkey; form: SecurityFormState }) {
  const { t } = useTranslation('security')
  const { owner, hasRecoveryCodes } = useLoaderData<typeof loader>()
  return (
    <Form method="post" noValidate className="panel grid gap-4 p-4">
      <h2 className="font-semibold">{t('passkey_remove', { name: passkey.name })}</h2>
      <p className="text-sm text-muted">{t('removal_locks')}</p>
      <FirstButton intent="remove" />
      <input type="hidden" name="id" value={passkey.id} />
      <OwnerFields owner={owner} form={form} />
      {hasRecoveryCodes && <RecoveryField problem={form.problemOf('code')} />}
      <Problem text={form.problemOf('form')} />
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink to="/settings/security/passkeys">{t('keep')}</ButtonLink>
        <Button name="intent" value="remove" variant="danger" isBusy={form.sending === 'remove'}>
          {t('remove')}
        </Button>
      </div>
    </Form>
  )
}
