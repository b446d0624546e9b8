// Page of a deposit or withdrawal with its timeline.

import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { FundsRecord } from '#services/funds/records'
import { Button, ButtonLink } from '../../components/button'
import { CoinMark } from '../../components/coin'
import { CopyButton } from '../../components/copy-button'
import { Icon } from '../../components/icon'
import { FundsProblems, Notice } from '../../components/notice'
import { FundsStateBadge, isFundsOpen } from '../../components/funds/funds-record'
import { Hideable } from '../../components/hidden-amounts'
import { PageHeader } from '../../components/page-header'
import { askFunds as clientAction, commandOf } from '../../forms/funds'
import { useRefresh } from '../../live/use-fresh-list'
import { useColon } from '../../text/colon'
import { useNumbers } from '../../text/numbers'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import type { action, loader } from './data.server'
import { Timeline } from './timeline'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

/** At least the scale of every asset. */
const DECIMALS_MAX = 18
const REFRESH_MS = 5_000

export default function Request() {
  const { t } = useTranslation('funds')
  const withColon = useColon()
  const numbers = useNumbers()
  const { record } = useLoaderData<typeof loader>()
  const isOpen = isFundsOpen(record)
  useRefresh(REFRESH_MS, isOpen)
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title={t(record.type === 'deposit' ? 'deposit_of' : 'withdrawal_of', { asset: record.code })}
        backTo="/assets/requests"
      />
      <div className="grid gap-4 px-3 lg:px-0">
        <div className="panel p-4 lg:p-6">
          <div className="grid justify-items-center gap-2 text-center">
            <CoinMark asset={record} className="size-10" />
            <p className="text-2xl font-bold break-all" data-testid="request-amount">
              <Hideable>{numbers.readable(record.amount, DECIMALS_MAX)}</Hideable>{' '}
              <span className="text-base font-medium text-muted">{record.code}</span>
            </p>
            <span data-testid="request-state">
              <FundsStateBadge state={record.state} />
            </span>
          </div>
          {record.isReorganised && (
            <div className="mt-4">
              <Notice tone="bad">{t('reorganised')}</Notice>
            </div>
          )}
          {record.reason !== '' && (
            <div className="mt-4">
              <Notice tone={record.state === 'failed' ? 'bad' : 'plain'}>
                {withColon(t('reason'))}
                {record.reason}
              </Notice>
            </div>
          )}
          <Facts record={record} />
          {record.canCancel && <Cancel />}
        </div>
        <Timeline record={record} />
        <ButtonLink to={record.type === 'deposit' ? '/assets/coins?for=deposit' : '/assets/coins?for=withdraw'}>
          {t('again')}
        </ButtonLink>
      </div>
    </div>
  )
}

function Facts({ record }: { readonly record: FundsRecord }) {
  const { t } = useTranslation('funds')
  const numbers = useNumbers()
  const money = (text: string) => `${numbers.readable(text, DECIMALS_MAX)}\u00a0${record.code}`
  const { explorer } = useLoaderData<typeof loader>()
  const isWithdrawal = record.type === 'withdrawal'
  const lines: readonly (readonly [label: string, text: string, isCopied?: boolean, link?: string | null])[] = [
    [t('kind'), t(`kind_${record.kind}`)],
    [t('network'), record.network],
    [t('fee'), isWithdrawal ? money(record.fee) : ''],
    [t('arrival'), isWithdrawal ? money(record.arrival) : ''],
    [t('address'), record.target, true],
    [t('memo'), record.memo, true],
    [t('transaction'), record.txId, true, explorer],
    [
      t('confirmations'),
      record.confirmationsMin > 0 && record.txId !== ''
        ? `${numbers.count(Math.min(record.confirmations, record.confirmationsMin))} / ${numbers.count(record.confirmationsMin)}`
        : '',
    ],
    [t('remark'), record.remark],
    [t('reference'), record.key, true],
  ]
  return (
    <dl className="mt-4 divide-y divide-line text-sm">
      {lines
        .filter(([, text]) => text !== '')
        .map(([label, text, isCopied, link]) => (
          <div key={label} className="flex items-center justify-between gap-4 py-2.5">
            <dt className={`shrink-0 text-muted ${isCopied ? 'max-w-1/3' : ''}`}>{label}</dt>
            <dd
              className={`flex min-w-0 items-center gap-1 text-right ${isCopied ? '-mr-3 font-mono break-all' : 'wrap-anywhere'}`}
            >
              {text}
              {/* Negative margin, so that the button does not increase the line height. */}
              {isCopied && (
                <span className="-my-3 flex">
                  {link && (
                    <a
                      href={link}
                      target="_blank"
                      rel="noopener noreferrer nofollow"
                      aria-label={t('explorer')}
                      className="-mr-2 inline-grid size-11 shrink-0 place-items-center rounded-full text-muted transition hover:bg-raised hover:text-ink"
                    >
                      <Icon name="external" className="size-4.5" />
                    </a>
                  )}
                  <CopyButton text={text} label={label} />
                </span>
              )}
            </dd>
          </div>
        ))}
      {record.voucher !== '' && (
        <div className="py-2.5">
          <dt className="mb-2 text-muted">{t('voucher')}</dt>
          <dd>
            <img src={record.voucher} alt={t('voucher')} className="max-h-72 rounded-lg object-contain" />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Cancel() {
  const { t } = useTranslation('funds')
  const { commandId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="mt-4 grid gap-3">
      <FundsProblems answer={answer} fields={['form']} />
      <input type="hidden" name="commandId" value={commandOf(answer, commandId)} />
      <Button variant="remove" isBusy={isSending}>
        {t('take_back')}
      </Button>
      <p className="text-center text-xs text-muted">{t('take_back_text')}</p>
    </Form>
  )
}
