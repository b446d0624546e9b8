// The authenticator app: proof, secret, first code; or how to be rid of it.

import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../../components/use-alive'
import { Button } from '../../components/button'
import { CodeField } from '../../components/code-field'
import { CopyButton } from '../../components/copy-button'
import { Problem } from '../../components/field'
import { Notice } from '../../components/notice'
import { Pane } from '../../components/pane'
import { QrCode } from '../../components/qr-code'
import { FirstButton, OwnerFields } from '../../forms/sent-code'
import { RecoveryCodes, RecoveryField } from '../../forms/recovery-codes'
import { type SecurityFormState, useSecurityForm } from '../../forms/use-security-form'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { askSecurity as clientAction } from '../../forms/ask'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
export { pageTitle as meta } from '../../text/title'

export default function Authenticator() {
  const { t } = useTranslation('security')
  const { hasTotp, setup } = useLoaderData<typeof loader>()
  const form = useSecurityForm()
  const codes = form.answer?.recoveryCodes ?? []
  return (
    <Pane title={t('totp_title')} text={t('totp_text')} backTo="/settings/security">
      {codes.length > 0 ? (
        <RecoveryCodes codes={codes} />
      ) : hasTotp ? (
        <Remove form={form} />
      ) : setup ? (
        <Confirm form={form} setup={setup} />
      ) : (
        <Start form={form} />
      )}
    </Pane>
  )
}

interface PartProps {
  readonly form: SecurityFormState
}

function Start({ form }: PartProps) {
  const { t } = useTranslation('security')
  const { owner } = useLoaderData<typeof loader>()
  return (
    <Form method="post" noValidate className="panel grid gap-4 p-4">
      <FirstButton intent="start" />
      <OwnerFields owner={owner} form={form} />
      <Problem text={form.problemOf('form')} />
      <Button name="intent" value="start" variant="brand" size="lg" isBusy={form.sending === 'start'}>
        {t('totp_start')}
      </Button>
    </Form>
  )
}

function Confirm({ form, setup }: PartProps & { setup: { readonly secret: string; readonly uri: string } }) {
  const isAlive = useAlive()
  const { t } = useTranslation('security')
  return (
    <div className="panel grid gap-4 p-4">
      <p className="text-sm">{t('totp_scan')}</p>
      <div className="grid justify-items-center gap-3">
        <QrCode text={setup.uri} label={t('totp_qr')} caption={null} />
        <p className="flex items-center gap-1 text-sm">
          <code className="break-all">{setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={setup.secret} label={t('totp_secret')} />
        </p>
        <a href={setup.uri} className="text-sm text-selected-text underline lg:hidden">
          {t('totp_open')}
        </a>
      </div>
      <Form method="post" noValidate={isAlive} className="grid gap-4">
        <CodeField
          label={t('totp_code')}
          name="code"
          hint={t('totp_code_hint')}
          isRequired
          problem={form.problemOf('code')}
        />
        <Problem text={form.problemOf('form')} />
        <Button name="intent" value="confirm" variant="brand" size="lg" isBusy={form.sending === 'confirm'}>
          {t('totp_confirm')}
        </Button>
      </Form>
    </div>
  )
}

function Remove({ form }: PartProps) {
  const { t } = useTranslation('security')
  const { owner, hasRecoveryCodes } = useLoaderData<typeof loader>()
  return (
    <>
      <Notice tone="good">{t('totp_is_on')}</Notice>
      <Form method="post" noValidate className="panel grid gap-4 p-4">
        <h2 className="font-semibold">{t('totp_remove')}</h2>
        <p className="text-sm text-muted">{t('removal_locks')}</p>
        <FirstButton intent="remove" />
        <OwnerFields owner={owner} form={form} />
        {hasRecoveryCodes && <RecoveryField problem={form.problemOf('code')} />}
        <Problem text={form.problemOf('form')} />
        <Button name="intent" value="remove" variant="danger" size="lg" isBusy={form.sending === 'remove'}>
          {t('totp_remove')}
        </Button>
      </Form>
    </>
  )
}
