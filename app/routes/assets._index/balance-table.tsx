// Asset balances: a table on a desktop; on a phone two lines each, linked to the asset.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { Asset, Wallet } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import type { Appraised, HeldAsset } from '#domain/portfolio/appraisal'
import { buttonClass } from '../../components/button'
import { CoinMark } from '../../components/coin'
import { FiatText } from '../../components/fiat'
import { Hideable } from '../../components/hidden-amounts'
import { SignedUsdt } from '../../components/portfolio/signed-usdt'
import { usdtText } from '../../live/use-portfolio'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'

export type ShownLine = Appraised<HeldAsset & Pick<Asset, 'name' | 'logo'>>

interface BalanceTableProps {
  readonly lines: readonly ShownLine[]
  /** Unrealized profit or loss in USDT by asset code, over all wallets. */
  readonly results: ReadonlyMap<string, Amount> | undefined
  /** Null for all wallets together. */
  readonly wallet: Wallet | null
  /** Symbols by base asset code. */
  readonly pairs: Readonly<Record<string, string>>
}

const NUMBER_HEAD = 'px-3 py-2.5 text-right font-normal whitespace-nowrap'

export function BalanceTable({ lines, results, wallet, pairs }: BalanceTableProps) {
  const { t } = useTranslation('wallet')
  return (
    // Some browsers drop a table's roles when it is displayed as blocks, so they are set explicitly.
    <table role="table" className="block w-full text-sm lg:table">
      <caption className="sr-only">{t('title')}</caption>
      <thead role="rowgroup" className="hidden text-xs text-muted lg:table-header-group">
        <tr role="row">
          <th role="columnheader" scope="col" className="px-4 py-2.5 text-left font-normal">
            {t('asset')}
          </th>
          <th role="columnheader" scope="col" className={NUMBER_HEAD}>
            {t('available')}
          </th>
          <th role="columnheader" scope="col" className={NUMBER_HEAD}>
            {t('held')}
          </th>
          <th role="columnheader" scope="col" className={NUMBER_HEAD}>
            {t('total')}
          </th>
          <th role="columnheader" scope="col" className={NUMBER_HEAD}>
            {t('value')}
          </th>
          <td />
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line lg:table-row-group lg:border-t lg:border-line">
        {lines.map((line) => (
          <BalanceRow
            key={line.asset.id}
            line={line}
            result={wallet === null ? results?.get(line.asset.code) : undefined}
            wallet={wallet}
            symbol={pairs[line.asset.code]}
          />
        ))}
      </tbody>
    </table>
  )
}

interface BalanceRowProps {
  readonly line: ShownLine
  readonly result: Amount | undefined
  readonly wallet: Wallet | null
  readonly symbol: string | undefined
}

const CELL = 'min-w-0 lg:table-cell lg:px-3 lg:py-3 lg:text-right lg:align-middle'

function BalanceRow({ line, result, wallet, symbol }: BalanceRowProps) {
  const { t } = useTranslation('wallet')
  const numbers = useNumbers()
  const { asset, available, held, whole, price, value } = line
  const search = new URLSearchParams({ asset: String(asset.id), ...(wallet && { wallet }) })
  return (
    <tr
      role="row"
      data-asset={asset.code}
      className="relative grid grid-cols-[minmax(7rem,1fr)_minmax(0,auto)] gap-x-3 gap-y-1 px-4 py-3 transition hover:bg-raised lg:table-row"
    >
      <td role="cell" className="row-span-2 min-w-0 lg:table-cell lg:px-4 lg:py-3 lg:align-middle">
        <Link
          to={`/assets/record?${search.toString()}`}
          className="flex items-center gap-2.5 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-selected"
        >
          <CoinMark asset={asset} className="size-8 lg:size-7" />
          <span className="min-w-0">
            <span className="block truncate">
              <span className="font-semibold">{asset.code}</span>
              <span className="ml-1.5 text-xs text-muted">{asset.name}</span>
            </span>
            {price !== null && asset.code !== 'USDT' && (
              <span className="text-stale block text-xs text-muted">
                {numbers.usdtPrice(usdtText(price))}
                {bound('USDT')}
              </span>
            )}
          </span>
        </Link>
      </td>
      <td role="cell" className={`order-3 max-lg:text-xs ${CELL}`}>
        <Figure name="available" asset={asset} amount={available} />
      </td>
      <td role="cell" className={`order-4 text-right max-lg:text-xs ${CELL}`}>
        <Figure name="held" asset={asset} amount={held} />
      </td>
      <td role="cell" className={`order-1 text-right font-medium ${CELL}`}>
        <Figure name="total" asset={asset} amount={whole} isBare />
      </td>
      <td role="cell" className={`text-stale order-2 text-right text-xs text-muted lg:text-sm lg:text-ink ${CELL}`}>
        <Hideable>{price === null ? <NoPrice /> : <Value usdt={usdtText(value)} />}</Hideable>
        {result !== undefined && (
          <Hideable>
            <span className="flex flex-wrap justify-end gap-x-1 text-xs">
              <span className="text-muted">{t('unrealized')}</span>{' '}
              <span className="whitespace-nowrap">
                <SignedUsdt usdt={usdtText(result)} />
                {bound('USDT')}
              </span>
            </span>
          </Hideable>
        )}
      </td>
      <td role="cell" className="hidden lg:table-cell lg:pr-4 lg:text-right lg:align-middle lg:whitespace-nowrap">
        <span className="relative z-10 inline-flex gap-1">
          {symbol && (
            <Link to={`/trade/spot/${symbol}`} className={buttonClass({ variant: 'plain', size: 'sm' })}>
              {t('trade')}
            </Link>
          )}
          <Link
            to={`/assets/transfer?${new URLSearchParams({ asset: String(asset.id), ...(wallet && { from: wallet }) }).toString()}`}
            className={buttonClass({ variant: 'plain', size: 'sm' })}
          >
            {t('transfer')}
          </Link>
        </span>
      </td>
    </tr>
  )
}

interface FigureProps {
  readonly name: 'available' | 'held' | 'total'
  readonly asset: Pick<Asset, 'scale'>
  readonly amount: Amount
  /** Without a label on a phone. */
  readonly isBare?: boolean
}

function Figure({ name, asset, amount, isBare = false }: FigureProps) {
  const { t } = useTranslation('wallet')
  const numbers = useNumbers()
  return (
    <>
      {!isBare && <span className="text-muted lg:hidden">{t(name)} </span>}
      <span data-figure={name} className="break-words">
        <Hideable>{numbers.amount(asset, amount)}</Hideable>
      </span>
    </>
  )
}

function Value({ usdt }: { readonly usdt: string }) {
  const numbers = useNumbers()
  return (
    <>
      <FiatText usdt={usdt} className="block" />
      <span className="hidden text-xs whitespace-nowrap text-muted lg:block">
        {numbers.usdt(usdt)}
        {bound('USDT')}
      </span>
    </>
  )
}

function NoPrice() {
  const { t } = useTranslation('wallet')
  return <span title={t('no_price')}>—</span>
}
