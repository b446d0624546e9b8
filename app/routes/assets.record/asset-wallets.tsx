// Balances of an asset per wallet: available, held, value.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { PortfolioLine } from '#domain/portfolio/appraisal'
import { Dotted } from '../../components/dotted'
import { FiatText } from '../../components/fiat'
import { Hideable } from '../../components/hidden-amounts'
import { usdtText } from '../../live/use-portfolio'
import { useNumbers } from '../../text/numbers'

export function AssetWallets({ lines }: { readonly lines: readonly PortfolioLine[] }) {
  const { t } = useTranslation('wallet')
  return (
    <section className="panel overflow-hidden">
      <h2 className="px-4 pt-4 pb-1 text-sm font-semibold lg:px-5">{t('wallets')}</h2>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <WalletRow key={line.wallet} line={line} />
        ))}
      </ul>
    </section>
  )
}

function WalletRow({ line }: { readonly line: PortfolioLine }) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const numbers = useNumbers()
  const { wallet, asset, available, held, whole, price, value } = line
  const isEmpty = whole === 0n
  return (
    <li className="px-4 py-3 text-sm lg:px-5" data-wallet={wallet}>
      <div className="flex items-baseline justify-between gap-3">
        <span className={isEmpty ? 'text-muted' : 'font-medium'}>{tRefusals(`wallet_${wallet}`)}</span>
        <span className={`min-w-0 text-right break-all ${isEmpty ? 'text-muted' : 'font-medium'}`} data-figure="total">
          <Hideable>{numbers.amount(asset, whole)}</Hideable>
        </span>
      </div>
      {!isEmpty && (
        <>
          <div className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-3 text-xs text-muted">
            {/* Wraps before the value leaves its column, which happens only with very large fonts. */}
            <span className="min-w-0 flex-[1_1_8rem]">
              <Dotted>
                <>
                  {t('available')}{' '}
                  <span data-figure="available">
                    <Hideable>{numbers.amount(asset, available)}</Hideable>
                  </span>
                </>
                {held > 0n && (
                  <>
                    {t('held')}{' '}
                    <span data-figure="held">
                      <Hideable>{numbers.amount(asset, held)}</Hideable>
                    </span>
                  </>
                )}
              </Dotted>
            </span>
            {price !== null && (
              <span className="ml-auto">
                <Hideable>
                  <FiatText usdt={usdtText(value)} />
                </Hideable>
              </span>
            )}
          </div>
          <Link
            to={`/assets/transfer?asset=${asset.id}&from=${wallet}`}
            className="-mb-2 inline-flex min-h-9 items-center text-xs font-medium text-selected-text max-lg:min-h-11"
          >
            {t('transfer')}
          </Link>
        </>
      )}
    </li>
  )
}
