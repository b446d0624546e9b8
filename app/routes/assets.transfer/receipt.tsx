// Transfer receipt, read from the ledger: identical at every view.

import { useTranslation } from 'react-i18next'
import type { TransferLine } from '#services/bills'
import { ButtonLink } from '../../components/button'
import { CopyButton } from '../../components/copy-button'
import { Fact, FactList } from '../../components/fact'
import { Hideable } from '../../components/hidden-amounts'
import { Icon } from '../../components/icon'
import { Moment } from '../../components/moment'
import { useNumbers } from '../../text/numbers'

/** At least the scale of every asset. */
const DECIMALS_MAX = 18

export function Receipt({ receipt }: { readonly receipt: TransferLine }) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const numbers = useNumbers()
  const { amount, code, from, to, fromAfter, toAfter, at, commandId, assetId } = receipt
  const sides = [
    [t('from'), from, fromAfter],
    [t('to'), to, toAfter],
  ] as const
  return (
    <div data-testid="receipt">
      <div role="status" className="grid justify-items-center gap-2 text-center">
        <span className="grid size-14 place-items-center rounded-full bg-good/12 text-good-text">
          <Icon name="check" className="size-8" />
        </span>
        <p className="font-semibold">{t('transfer_done')}</p>
        <p className="text-2xl font-bold break-all">
          <Hideable>{numbers.readable(amount, DECIMALS_MAX)}</Hideable>{' '}
          <span className="text-base font-medium text-muted">{code}</span>
        </p>
      </div>
      <FactList className="mt-4">
        {sides.map(([label, wallet, after]) => (
          <Fact key={label} label={label}>
            <span className="font-medium">{tRefusals(`wallet_${wallet}`)}</span>
            <span className="block text-xs text-muted">
              {t('after')} <Hideable>{numbers.readable(after, DECIMALS_MAX)}</Hideable> {code}
            </span>
          </Fact>
        ))}
        <Fact label={t('fee')}>{t('free')}</Fact>
        <Fact label={t('time')}>
          <Moment at={at} />
        </Fact>
        <Fact label={t('reference')}>
          <span className="inline-flex items-center gap-1 text-2xs break-all">
            {commandId}
            <CopyButton text={commandId} label={t('reference')} />
          </span>
        </Fact>
      </FactList>
      <div className="mt-5 grid gap-2">
        <ButtonLink to={`/assets/transfer?asset=${assetId}&from=${from}&to=${to}`} variant="brand">
          {t('transfer_another')}
        </ButtonLink>
        <ButtonLink to="/assets">{t('to_assets')}</ButtonLink>
      </div>
    </div>
  )
}
