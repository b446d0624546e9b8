// Result of the option that just ended: price line with entry and exit, payout, receipt link.

import { Link, useFetcher } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSteps } from '#domain/quotes/steps'
import type { OptionRow } from '#party/protocol/options'
import { OptionLine } from '../../components/options/option-line'
import { OptionResult, stateKey } from '../../components/options/options-list'
import { Button } from '../../components/button'
import { FigureList } from '../../components/figure-list'
import { Sheet } from '../../components/sheet'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'

/** Loader data of the order page. */
interface OrderPage {
  readonly row: OptionRow
  readonly prices: readonly string[]
}

interface ResultSheetProps {
  readonly row: OptionRow
  readonly onClose: () => void
  /** Fills the ticket with the same stake and duration. */
  readonly onAgain: () => void
}

export function ResultSheet({ row, onClose, onAgain }: ResultSheetProps) {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const { data, load } = useFetcher<OrderPage>()
  const path = `/orders/seconds/${row.orderNo}`
  useEffect(() => load(path), [load, path])
  const price = (priceSteps: number | null) =>
    priceSteps === null ? '—' : numbers.decimal(formatSteps(priceSteps, row.terms.priceDecimals))
  const prices = data?.row.orderNo === row.orderNo ? data.prices : []
  const facts = [
    ['pair', `${row.symbol.replace('-', '/')} · ${t(row.direction)}`],
    ['entry', price(row.entrySteps)],
    ['exit', price(row.exitSteps)],
  ] as const
  return (
    <Sheet isOpen onClose={onClose} size="sm" title={<Title row={row} />}>
      <div className="grid gap-3">
        {prices.length > 1 && (
          <OptionLine prices={prices} isRight={row.outcome === 'won'} labels={[t('entry'), t('exit')]} />
        )}
        <FigureList
          rows={facts.map(([key, value]) => ({ key, label: t(key), value }))}
          look="close"
          className="text-sm"
        />
        <Button variant="quiet" isWide onClick={onAgain}>
          {t('again')}
        </Button>
        <nav className="flex flex-wrap gap-x-4 text-sm">
          <Link to={path} className="py-2 text-selected-text hover:underline">
            {t('details')}
          </Link>
          {row.receiptId && (
            <Link to={`/receipts/${row.receiptId}`} className="py-2 text-selected-text hover:underline">
              {t('receipt')}
            </Link>
          )}
        </nav>
      </div>
    </Sheet>
  )
}

/** "Won +8.50 USDT". */
function Title({ row }: { readonly row: OptionRow }) {
  const { t } = useTranslation('options')
  return (
    <span data-testid="option-outcome">
      {t(stateKey(row))} <OptionResult row={row} />
      {bound('USDT')}
    </span>
  )
}
