// Transfers between the user's own wallets, newest first: table rows on a desktop, two lines each on a phone.

import { useTranslation } from 'react-i18next'
import type { TransferLine } from '#services/bills'
import { useNumbers } from '../../text/numbers'
import { bound } from '../../text/money'
import { Hideable } from '../hidden-amounts'
import { Icon } from '../icon'
import { Moment } from '../moment'

/** At least the scale of every asset. */
const DECIMALS_MAX = 18

export function TransferRow({ transfer }: { readonly transfer: TransferLine }) {
  const { t: tRefusals } = useTranslation('refusals')
  const numbers = useNumbers()
  return (
    <div data-transfer={transfer.commandId} className="border-b border-line px-4 py-3 text-sm">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="inline-flex items-center gap-x-1.5 font-medium">
          {tRefusals(`wallet_${transfer.from}`)}
          <Icon name="right" className="size-3.5 text-muted" />
          {tRefusals(`wallet_${transfer.to}`)}
        </span>
        <span className="ml-auto text-right font-medium" data-testid="transfer-amount">
          <Hideable>{numbers.readable(transfer.amount, DECIMALS_MAX)}</Hideable>
          {bound(transfer.code)}
        </span>
      </div>
      <span className="text-xs text-muted">
        <Moment at={transfer.at} />
      </span>
    </div>
  )
}
