// Transfers between one's own wallets, newest first: lines of a table at a desk, two lines each on a phone.

import type { TransferLine } from '#services/bills'
import { useNumbers } from '../text/numbers'
import { useWords } from '../text/words'
import { Hideable } from './hidden-amounts'
import { Icon } from './icon'
import { Moment } from './moment'

/** More than any asset has. */
const DECIMALS_MAX = 18

export function TransferRow({ transfer }: { readonly transfer: TransferLine }) {
  const sayRefusals = useWords('refusals')
  const numbers = useNumbers()
  return (
    <div
      data-transfer={transfer.commandId}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 gap-y-0.5 border-b border-line px-4 py-3 text-sm"
    >
      <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 font-medium">
        {sayRefusals(`wallet_${transfer.from}`)}
        <Icon name="right" className="size-3.5 text-muted" />
        {sayRefusals(`wallet_${transfer.to}`)}
      </span>
      <span className="text-right font-medium" data-testid="transfer-amount">
        <Hideable>{numbers.readable(transfer.amount, DECIMALS_MAX)}</Hideable> {transfer.code}
      </span>
      <span className="text-xs text-muted">
        <Moment at={transfer.at} />
      </span>
    </div>
  )
}
