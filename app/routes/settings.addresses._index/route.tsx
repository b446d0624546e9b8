// Address book. A new address shows its activation time; deleting one requires a step-up proof.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useAlive } from '../../components/use-alive'
import { Badge } from '../../components/badge'
import { Button, ButtonLink } from '../../components/button'
import { CoinMark } from '../../components/coin'
import { CopyButton } from '../../components/copy-button'
import { Empty } from '../../components/empty'
import { UnansweredNotice, Notice } from '../../components/notice'
import { Moment } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { QrCode } from '../../components/qr-code'
import { StepUpFields } from '../../components/step-up-fields'
import { problemAt } from '../../forms/funds'
import type { action, loader } from './data.server'

export { action, loader } from './data.server'
export { askFunds as clientAction } from '../../forms/funds'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

export default function Addresses() {
  const { t } = useTranslation('funds')
  const { addresses } = useLoaderData<typeof loader>()
  return (
    <div>
      <PageHeader
        title={t('addresses')}
        backTo="/settings"
        {...(addresses.length > 0 && {
          end: (
            <ButtonLink to="/settings/addresses/new" size="sm" variant="brand">
              {t('add_address')}
            </ButtonLink>
          ),
        })}
      />
      <div className="grid gap-3 px-3 lg:px-0">
        {addresses.length === 0 ? (
          <div className="panel">
            <Empty
              icon="assets"
              action={
                <ButtonLink to="/settings/addresses/new" variant="brand">
                  {t('add_address')}
                </ButtonLink>
              }
            >
              {t('addresses_empty')}
            </Empty>
          </div>
        ) : (
          addresses.map((address) => <AddressCard key={address.id} address={address} />)
        )}
      </div>
    </div>
  )
}

type Address = ReturnType<typeof useLoaderData<typeof loader>>['addresses'][number]

function AddressCard({ address }: { readonly address: Address }) {
  const { t } = useTranslation('funds')
  const { now, leaving } = useLoaderData<typeof loader>()
  const isNew = address.usableAt > now
  return (
    <article className="panel p-4" data-address={address.address}>
      <div className="flex items-center gap-3">
        <CoinMark asset={address} />
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold break-words">{address.name || address.code}</h2>
          <p className="text-xs text-muted">
            {address.code} · {address.networkWords}
          </p>
          {isNew && (
            <p className="text-xs text-muted">
              {t('usable_at')} <Moment at={address.usableAt} />
            </p>
          )}
        </div>
        {isNew && <Badge tone="brand">{t('new')}</Badge>}
      </div>
      <p className="mt-3 flex items-center gap-1 rounded-lg bg-raised p-3 font-mono text-sm break-all">
        <span className="min-w-0 flex-1">{address.address}</span>
        <CopyButton text={address.address} label={t('address')} />
      </p>
      {address.memo && (
        <p className="mt-2 text-sm">
          <span className="text-muted">{t('memo')}</span> {address.memo}
        </p>
      )}
      <Code address={address} />
      {leaving === address.id ? (
        <Leaving id={address.id} />
      ) : (
        <div className="mt-3 flex gap-2">
          <ButtonLink to={`/settings/addresses/new?id=${address.id}`} size="sm">
            {t('change')}
          </ButtonLink>
          <ButtonLink to={`?delete=${address.id}`} size="sm" variant="remove" preventScrollReset>
            {t('delete')}
          </ButtonLink>
        </div>
      )}
    </article>
  )
}

function Leaving({ id }: { readonly id: number }) {
  const { t } = useTranslation('funds')
  const { t: tUi } = useTranslation('ui')
  const { methods } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="mt-4 grid gap-4">
      <h3 className="font-semibold">{t('delete_address')}</h3>
      {problemAt(answer, 'form') && <Notice tone="bad">{problemAt(answer, 'form')}</Notice>}
      <input type="hidden" name="id" value={id} />
      {methods.length > 0 && <StepUpFields methods={methods} problem={problemAt(answer, 'proof')} />}
      <UnansweredNotice answer={answer} />
      <div className="flex gap-2">
        <Button variant="danger" isBusy={isSending}>
          {t('delete')}
        </Button>
        <ButtonLink to="/settings/addresses" preventScrollReset>
          {tUi('cancel')}
        </ButtonLink>
      </div>
    </Form>
  )
}

/** Picture stored with the address, or a generated QR code, which needs scripts. */
function Code({ address: { address, qrcode } }: { readonly address: Address }) {
  const { t } = useTranslation('funds')
  const isAlive = useAlive()
  const label = t('address_qr')
  if (qrcode) return <img src={qrcode} alt={label} className="mt-3 size-32 rounded-lg object-contain" />
  return (
    isAlive && (
      <div className="mt-3">
        <QrCode text={address} label={label} caption={null} className="size-32" />
      </div>
    )
  )
}
