// Transfer page: form, review, receipt. All three work as plain pages; with scripts the review opens over the form.

import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { WALLETS, type Wallet } from '#domain/catalogue'
import { Empty } from '../../components/empty'
import { HideToggle } from '../../components/hide-toggle'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { TransferRow } from '../../components/wallet/transfer-list'
import { type TransferAnswer, startFields } from '../../forms/transfer'
import { askOr } from '../../site/revalidation'
import { ButtonLink } from '../../components/button'
import type { action, loader } from './data.server'
import { DrawnPreview } from './preview'
import { Receipt } from './receipt'
import { TransferForm } from './transfer-form'

export { action, loader } from './data.server'
export { pageTitle as meta } from '../../text/title'
export { keepUnanswered as shouldRevalidate } from '../../site/revalidation'

/** Without an answer the form keeps its fields and command id. */
export const clientAction = askOr<TransferAnswer>(
  ({ amount = '', assetId = '', from = '', to = '', commandId = '' }) => ({
    fields: { amount, assetId, from: walletOf(from), to: walletOf(to) },
    commandId,
    preview: null,
    problem: null,
    isUnanswered: true,
  }),
)

const walletOf = (text: string): Wallet => WALLETS.find((name) => name === text) ?? WALLETS[0]

export default function Transfer() {
  const { t } = useTranslation('wallet')
  const { recent, receipt } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title={t('transfer')} backTo="/assets" end={<HideToggle />} />
      <div className="grid gap-4 px-3 lg:grid-cols-[28rem_minmax(0,1fr)] lg:gap-5 lg:px-0">
        <div className="panel h-fit p-4 lg:p-6">{receipt ? <Receipt receipt={receipt} /> : <Asking />}</div>
        {recent.length === 0 ? (
          <div className="panel hidden h-fit lg:block">
            <Empty icon="swap">{t('transfers_empty')}</Empty>
          </div>
        ) : (
          <div className="min-w-0">
            <h2 className="px-4 pb-2 text-sm font-medium text-muted">{t('transfers_recent')}</h2>
            <ul className="panel overflow-hidden">
              {recent.map((transfer) => (
                <li key={`${transfer.commandId} ${transfer.at}`} className="last:*:border-b-0">
                  <TransferRow transfer={transfer} />
                </li>
              ))}
            </ul>
            <p className="pt-2 text-center">
              <ButtonLink to="/assets/transfers" variant="plain" size="sm">
                {t('transfer_history')}
              </ButtonLink>
            </p>
          </div>
        )}
      </div>
    </>
  )
}

function Asking() {
  const { t: tShell } = useTranslation('shell')
  const { commandId: drawnId, assets } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [search] = useSearchParams()
  // A request without an answer is retried only under its own id.
  const commandId = (answer?.isUnanswered && answer.commandId) || drawnId
  return (
    <>
      {answer?.isUnanswered && (
        <div className="mb-4">
          <Notice tone="bad">{tShell('unanswered')}</Notice>
        </div>
      )}
      {answer?.preview ? (
        <DrawnPreview fields={answer.fields} preview={answer.preview} commandId={commandId} />
      ) : (
        <TransferForm
          start={answer?.fields ?? startFields(search, assets)}
          commandId={commandId}
          answer={answer ?? null}
        />
      )}
    </>
  )
}
