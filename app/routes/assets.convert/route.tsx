// Conversion page. The URL contains the pair; the amount is priced while typing, at a quote with an expiry.

import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../components/empty'
import { FrozenNotice, Notice } from '../../components/notice'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'
import { PageHeader } from '../../components/page-header'
import { askFunds as clientAction } from '../../forms/funds'
import { useNumbers } from '../../text/numbers'
import { keepUnanswered as shouldRevalidate } from '../../site/revalidation'
import { ConvertForm } from './convert-form'
import type { loader } from './data.server'

export { action, loader } from './data.server'
export { clientAction, shouldRevalidate }
export { pageTitle as meta } from '../../text/title'

/** At least the scale of every asset. */
const DECIMALS_MAX = 18

export default function Convert() {
  const { t } = useTranslation('funds')
  const { t: tWallet } = useTranslation('wallet')
  const numbers = useNumbers()
  const { recent, receipt, isFrozen } = useLoaderData<typeof loader>()
  const text = (value: string, code: string) => `${numbers.readable(value, DECIMALS_MAX)}\u00a0${code}`
  return (
    <>
      <PageHeader title={t('convert')} backTo="/assets" />
      <div className="grid gap-4 px-3 lg:grid-cols-[28rem_minmax(0,1fr)] lg:gap-5 lg:px-0">
        <div className="panel grid h-fit gap-4 p-4 lg:p-6">
          {receipt && (
            <div data-testid="converted">
              <Notice tone="good">
                {t('converted', {
                  given: text(receipt.given, receipt.fromCode),
                  received: text(receipt.received, receipt.toCode),
                })}
              </Notice>
            </div>
          )}
          {isFrozen ? <FrozenNotice code="trading_frozen" /> : <ConvertForm key={receipt?.commandId ?? 'asking'} />}
        </div>
        {recent.length === 0 ? (
          <div className="panel hidden h-fit lg:block">
            <Empty icon="history">{tWallet('records_empty')}</Empty>
          </div>
        ) : (
          <section className="min-w-0">
            <h2 className="px-4 pb-2 text-sm font-medium text-muted">{t('recent')}</h2>
            <ul className="panel divide-y divide-line overflow-hidden">
              {recent.map((row) => (
                <li key={row.id} className="flex flex-wrap justify-between gap-x-4 px-4 py-3 text-sm">
                  <span className="font-medium">
                    {row.fromCode} → {row.toCode}
                  </span>
                  <span className="text-right">
                    <Hideable>
                      {text(row.given, row.fromCode)} → {text(row.received, row.toCode)}
                    </Hideable>
                  </span>
                  <span className="w-full text-xs text-muted">
                    <Moment at={row.at} /> · {t('fee')} {text(row.fee, row.fromCode)}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}
