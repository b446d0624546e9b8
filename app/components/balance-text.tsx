// Available balance beside an amount field: amount and fiat value, both hidden while amounts are hidden.

import type { Asset } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import { bound, usdtValueText } from '../text/money'
import { useNumbers } from '../text/numbers'
import { FiatText } from './fiat'
import { Hideable } from './hidden-amounts'

interface BalanceTextProps {
  readonly asset: Pick<Asset, 'code' | 'scale'>
  readonly value: Amount
  /** Price of one unit in USDT (plain decimal); without it only the amount is shown. */
  readonly usdtPrice: string | null | undefined
}

export function BalanceText({ asset, value, usdtPrice }: BalanceTextProps) {
  const numbers = useNumbers()
  return (
    <Hideable>
      <span data-testid="available">{numbers.amount(asset, value) + bound(asset.code)}</span>{' '}
      {typeof usdtPrice === 'string' && (
        <FiatText usdt={usdtValueText(asset, value, usdtPrice)} className="text-2xs text-muted" />
      )}
    </Hideable>
  )
}
