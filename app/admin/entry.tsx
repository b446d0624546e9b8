// Shared parts of staff login and enrolment pages: centred card, authenticator QR code, code field.

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../components/field'
import { QrCode } from '../components/qr-code'

export function EntryCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-svh place-items-center p-4">
      <div className="panel w-full max-w-md p-5 sm:p-7 [&_form_.button]:w-full">
        <h1 className="mb-4 text-xl font-bold">{title}</h1>
        {children}
      </div>
    </div>
  )
}

/** Authenticator setup: QR code and the same secret as text. */
export function AppToScan({ setup }: { setup: { readonly uri: string; readonly secret: string } }) {
  const { t } = useTranslation('desk')
  return (
    <div className="grid justify-items-center gap-2">
      <QrCode text={setup.uri} label={t('enrol_scan')} caption={null} />
      <p className="text-center text-xs text-muted">{t('enrol_type')}</p>
      <code className="text-center text-sm break-all select-all">{setup.secret}</code>
    </div>
  )
}

export function StaffCodeField() {
  const { t } = useTranslation('desk')
  return (
    <Field
      label={t('app_code')}
      hint={t('app_code_hint')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]*"
      maxLength={7}
      required
    />
  )
}
