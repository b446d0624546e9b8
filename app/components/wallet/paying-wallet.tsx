// Paying wallet: available balance, and a transfer link when the balance is too low.

import { useTranslation } from 'react-i18next'
import type { Wallet } from '#domain/catalogue'
import { type Amount, subtract } from '#domain/money/amount'
import { useNumbers } from '../../text/numbers'
import { Hideable } from '../hidden-amounts'
import { TransferLink } from './transfer-link'

interface PayingWalletProps {
  readonly wallet: Wallet
  readonly asset: { readonly id: number; readonly code: string; readonly scale: number }
  /** Null for a guest. */
  readonly available: Amount | null
  /** Amount that the form would debit; null while the field is empty. */
  readonly needed: Amount | null
}

export function PayingWallet({ wallet, asset, available, needed }: PayingWalletProps) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const numbers = useNumbers()
  return (
    <p data-testid="paying-wallet" className="flex flex-wrap justify-between gap-x-3 text-xs text-muted">
      <span>
        {t('pays_from')} <span className="text-ink">{tRefusals(`wallet_${wallet}`)}</span>
      </span>
      {available !== null && (
        <span>
          {t('available')}{' '}
          <span data-testid="available" className="text-ink tabular-nums">
            <Hideable>{`${numbers.amount(asset, available)}\u00a0${asset.code}`}</Hideable>
          </span>
        </span>
      )}
      <MoveIn wallet={wallet} asset={asset} available={available} needed={needed} />
    </p>
  )
}

/** Transfer link of a wallet whose balance is too low. */
export function MoveIn({ wallet, asset, available, needed }: PayingWalletProps) {
  const { t } = useTranslation('wallet')
  const isShort = available !== null && (available === 0n || (needed !== null && needed > available))
  if (!isShort) return null
  return (
    <TransferLink
      asset={asset}
      to={wallet}
      missing={needed === null ? null : subtract(needed, available)}
      className="w-full py-1.5 text-xs text-selected-text hover:underline"
    >
      {t('transfer_more')}
    </TransferLink>
  )
}
