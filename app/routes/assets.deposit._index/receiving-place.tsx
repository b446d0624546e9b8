// Receiving address with QR code, memo if required, and warnings.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/copy-button'
import { Notice } from '../../components/notice'
import { QrCode } from '../../components/qr-code'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

interface ReceivingPlaceProps {
  readonly place: { readonly network: string; readonly address: string; readonly memo: string }
  readonly code: string
}

export function ReceivingPlace({ place, code }: ReceivingPlaceProps) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const { networks, network } = useLoaderData<typeof loader>()
  const listed = networks.find(({ name }) => name === network)
  return (
    <div className="mt-4 grid gap-4">
      <div className="grid justify-items-center">
        <QrCode text={place.address} label={t('address_qr')} />
      </div>
      <Copied label={t('address')} text={place.address} testId="address" />
      {place.memo !== '' && (
        <>
          <Copied label={t('memo')} text={place.memo} testId="memo" />
          <Notice tone="bad">{t('memo_needed')}</Notice>
        </>
      )}
      <ul className="list-disc space-y-1 pl-5 text-xs text-muted">
        <li>{t('only_this', { asset: code, network: place.network })}</li>
        {listed && (
          <>
            <li>{t('deposit_min', { min: `${numbers.decimal(listed.min)}\u00a0${code}` })}</li>
            <li>{t('confirmations_needed', { replace: { count: numbers.count(listed.confirmations) } })}</li>
          </>
        )}
        <li>{t('credited_to')}</li>
      </ul>
    </div>
  )
}

interface CopiedProps {
  readonly label: string
  readonly text: string
  readonly testId: string
}

function Copied({ label, text, testId }: CopiedProps) {
  return (
    <div>
      <p className="text-sm text-muted">{label}</p>
      <p className="mt-1 flex items-center gap-1 rounded-lg bg-raised p-3">
        <span className="min-w-0 flex-1 font-mono text-sm break-all" data-testid={testId}>
          {text}
        </span>
        <CopyButton text={text} label={label} />
      </p>
    </div>
  )
}
