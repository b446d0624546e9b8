// Ticket amounts: available balance and order total. Lines are reserved while empty.

import { useTranslation } from 'react-i18next'
import { tradingWallet } from '#domain/catalogue'
import { type Amount, type AssetScale, parseAmount, subtract } from '#domain/money/amount'
import { FiatText } from '../../components/fiat'
import { Hideable } from '../../components/hidden-amounts'
import { Icon } from '../../components/icon'
import { TransferLink } from '../../components/wallet/transfer-link'
import type { TicketFacts, TicketFields, TicketReading, TicketSummary } from '../../forms/spot'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import { useWorth } from './pair-quotes'

interface AvailableProps {
  readonly facts: TicketFacts
  readonly fields: Pick<TicketFields, 'side' | 'wallet' | 'plan'>
  readonly reading: TicketReading
}

export function Available({ facts, fields: { side, wallet, plan }, reading }: AvailableProps) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  const worth = useWorth()
  const { pair, available } = facts
  if (!available) return null
  const [asset, value] = side === 'buy' ? [pair.quote, available.quote] : [pair.base, available.base]
  const missing = missingOf(asset, reading)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 text-xs">
      <p className="text-muted">{t('available')}</p>
      <p data-testid="available" className="ml-auto min-w-0 text-right wrap-anywhere">
        <Hideable>
          {numbers.traded(pair, asset, value)}
          {bound(asset.code)}
        </Hideable>
      </p>
      {/* Reserved line, to avoid a layout shift when the price arrives. */}
      <p className="flex min-h-6 w-full items-center justify-end text-2xs">
        <Hideable>
          <FiatText usdt={worth.ofAmount(asset, value)} className="text-muted" />
        </Hideable>
        <TransferLink
          asset={asset}
          to={tradingWallet(pair, wallet && !plan ? wallet : null)}
          missing={missing}
          aria-label={t('transfer_in', { asset: asset.code })}
          className="-my-2 -mr-2 flex h-10 min-w-8 shrink-0 items-center justify-center gap-1 px-2 text-selected-text"
        >
          {missing !== null && <span className="text-xs underline">{t('transfer')}</span>}
          <Icon name="swap" className="size-4" />
        </TransferLink>
      </p>
    </div>
  )
}

/** What an order needs beyond the balance; null while it is covered. */
function missingOf(asset: AssetScale, { problems }: TicketReading): Amount | null {
  const lack = problems.find(({ refusal }) => refusal.code === 'insufficient_available')?.refusal.facts
  if (!lack) return null
  const [needed, available] = [parseAmount(asset, lack['needed'] ?? ''), parseAmount(asset, lack['available'] ?? '')]
  return needed.ok && available.ok ? subtract(needed.value, available.value) : null
}

interface TotalProps {
  readonly pair: TicketFacts['pair']
  /** Null while the fields form no valid order. */
  readonly summary: TicketSummary | null
}

/** Total above the submit button: the amount spent or received. */
export function Total({ pair, summary }: TotalProps) {
  const { t } = useTranslation('spot')
  const numbers = useNumbers()
  return (
    <dl className="flex flex-wrap justify-between gap-x-2 text-xs">
      <dt className="text-muted">{t('total_estimate')}</dt>
      <dd data-figure="total_estimate" className="ml-auto text-right wrap-anywhere">
        {summary ? `${numbers.brief(pair.quote, summary.total)}\u00a0${pair.quote.code}` : '—'}
      </dd>
    </dl>
  )
}
