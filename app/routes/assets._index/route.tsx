// Assets: total value, then each wallet. Balances follow the account's channel; values are of the last drawing.

import { Link, useLoaderData, useRevalidator, useSearchParams } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { WALLETS, type Asset, type Wallet } from '#domain/catalogue'
import type { BalanceRow } from '#party/protocol/account'
import { add, decodeAmount } from '#domain/money/amount'
import { CoinMark } from '../../components/coin-mark'
import { Empty } from '../../components/empty'
import { FiatText } from '../../components/fiat'
import { Icon } from '../../components/icon'
import { LinkBadge } from '../../components/link-badge'
import { useSite } from '../../components/site'
import { useAccount } from '../../live/use-rooms'
import { directionOf } from '../../text/decimal-text'
import { type Numbers, useNumbers } from '../../text/numbers'
import { useWords } from '../../text/words'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default function Assets() {
  const say = useWords('wallet')
  const sayRefusals = useWords('refusals')
  const { sheet } = useLoaderData<typeof loader>()
  const { userId } = useSite()
  const account = useAccount(userId)
  useFreshValues(account.state?.seq)
  const [search] = useSearchParams()
  const wallet: Wallet = WALLETS.find((name) => name === search.get('wallet')) ?? 'change'
  const isZeroShown = search.get('zero') === '1'
  return (
    <div className="grid gap-4 px-3 pt-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-6 lg:px-5 lg:pt-6">
      <div className="grid h-fit gap-4">
        <Total usdtTotal={sheet.usdtTotal} link={account.link} />
        <nav aria-label={say('wallets')} className="panel no-scrollbar flex overflow-x-auto lg:grid">
          {sheet.wallets.map((row) => (
            <Link
              key={row.wallet}
              to={`?${new URLSearchParams({ wallet: row.wallet, ...(isZeroShown && { zero: '1' }) }).toString()}`}
              preventScrollReset
              aria-current={row.wallet === wallet ? 'true' : undefined}
              className={`flex min-h-12 shrink-0 flex-col justify-center border-b-2 px-4 py-2 text-sm lg:flex-row lg:items-center lg:justify-between lg:border-b-0 lg:border-l-2 ${
                row.wallet === wallet
                  ? 'border-selected font-semibold text-selected-text'
                  : 'border-transparent text-muted'
              }`}
            >
              <span className="whitespace-nowrap">{sayRefusals(`wallet_${row.wallet}`)}</span>
              <FiatText usdt={row.usdtTotal} className="text-xs lg:text-sm" />
            </Link>
          ))}
        </nav>
      </div>
      <WalletPanel wallet={wallet} isZeroShown={isZeroShown} liveBalances={account.state?.balances} />
    </div>
  )
}

function Total({ usdtTotal, link }: { usdtTotal: string; link: ReturnType<typeof useAccount>['link'] }) {
  const say = useWords('wallet')
  const numbers = useNumbers()
  return (
    <section className="panel p-5">
      <div className="flex items-center justify-between gap-2 text-sm text-muted">
        <h1>{say('total_value')}</h1>
        <LinkBadge link={link} />
      </div>
      <p className="mt-1 text-2xl font-bold" data-testid="total">
        {numbers.usdt(usdtTotal)} <span className="text-base font-medium text-muted">USDT</span>
      </p>
      <p>
        <FiatText usdt={usdtTotal} className="text-sm text-muted" />
      </p>
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Link to="/assets/transfer" className="button button-brand">
          <Icon name="swap" />
          {say('transfer')}
        </Link>
        <Link to="/assets/bills" className="button button-quiet">
          <Icon name="orders" />
          {say('bills')}
        </Link>
      </div>
    </section>
  )
}

/** Values are counted by the server, so a change of balances asks it again; the amounts themselves never wait for that. */
function useFreshValues(seq: number | undefined) {
  const { revalidate, state } = useRevalidator()
  const counted = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (seq === undefined || seq === counted.current || state !== 'idle') return
    const isFirst = counted.current === undefined
    counted.current = seq
    if (!isFirst) revalidate()
  }, [seq, state, revalidate])
}

type ShownAsset = Pick<Asset, 'id' | 'code' | 'name' | 'logo' | 'scale'>

interface BalanceLineWords {
  readonly asset: ShownAsset
  readonly available: string
  readonly held: string
  readonly total: string
  readonly usdtValue: string
}

function useLines(wallet: Wallet, liveBalances: readonly BalanceRow[] | undefined): readonly BalanceLineWords[] {
  const { sheet, assets } = useLoaderData<typeof loader>()
  const numbers = useNumbers()
  return sheet.lines
    .filter((line) => line.wallet === wallet)
    .flatMap((line) => {
      const asset = assets.find((row) => row.id === line.assetId)
      if (!asset) return []
      const live = liveBalances?.find((row) => row.wallet === wallet && row.assetId === line.assetId)
      const plain = (text: string) => numbers.readable(text, asset.scale)
      const drawn = { available: plain(line.available), held: plain(line.held), total: plain(line.total) }
      return [{ asset, usdtValue: line.usdtValue, ...(live ? liveWords(numbers, asset, live) : drawn) }]
    })
}

function liveWords(numbers: Numbers, asset: ShownAsset, row: BalanceRow) {
  const [available, held] = [decodeAmount(row.available), decodeAmount(row.held)]
  return {
    available: numbers.amount(asset, available),
    held: numbers.amount(asset, held),
    total: numbers.amount(asset, add(available, held)),
  }
}

interface WalletPanelProps {
  readonly wallet: Wallet
  readonly isZeroShown: boolean
  readonly liveBalances: readonly BalanceRow[] | undefined
}

function WalletPanel({ wallet, isZeroShown, liveBalances }: WalletPanelProps) {
  const say = useWords('wallet')
  const lines = useLines(wallet, liveBalances)
  const shown = isZeroShown ? lines : lines.filter((line) => directionOf(line.total) !== 'flat')
  return (
    <section className="panel min-w-0 overflow-hidden">
      <div className="flex justify-end border-b border-line px-3">
        <Link
          to={`?${new URLSearchParams({ wallet, ...(!isZeroShown && { zero: '1' }) }).toString()}`}
          preventScrollReset
          className="flex min-h-11 items-center text-sm text-selected-text"
        >
          {say(isZeroShown ? 'hide_zeros' : 'show_zeros')}
        </Link>
      </div>
      {shown.length === 0 ? (
        <Empty icon="assets">{say('wallet_empty')}</Empty>
      ) : (
        <BalanceTable lines={shown} canTrade={wallet === 'change'} />
      )}
    </section>
  )
}

function BalanceTable({ lines, canTrade }: { lines: readonly BalanceLineWords[]; canTrade: boolean }) {
  const say = useWords('wallet')
  return (
    <table className="block w-full text-sm lg:table">
      <thead className="hidden text-xs text-muted lg:table-header-group">
        <tr>
          <th className="px-4 py-2 text-left font-normal">{say('asset')}</th>
          <th className="px-4 text-right font-normal">{say('available')}</th>
          <th className="px-4 text-right font-normal">{say('held')}</th>
          <th className="px-4 text-right font-normal">{say('total')}</th>
          <th className="px-4 text-right font-normal">{say('value')} (USDT)</th>
          {canTrade && <th />}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line lg:table-row-group">
        {lines.map((line) => (
          <BalanceRowView key={line.asset.id} line={line} canTrade={canTrade} />
        ))}
      </tbody>
    </table>
  )
}

function BalanceRowView({ line, canTrade }: { line: BalanceLineWords; canTrade: boolean }) {
  const say = useWords('wallet')
  const numbers = useNumbers()
  const { pairs } = useLoaderData<typeof loader>()
  const { asset } = line
  const symbol = pairs[asset.code]
  const figures = [
    ['available', line.available],
    ['held', line.held],
    ['total', line.total],
  ] as const
  return (
    <tr className="block p-4 lg:table-row lg:p-0" data-asset={asset.code}>
      <td className="flex items-center gap-2.5 pb-2 lg:table-cell lg:px-4 lg:py-3">
        <span className="flex items-center gap-2.5">
          <CoinMark asset={asset} />
          <span>
            <span className="font-semibold">{asset.code}</span>
            <span className="block text-xs text-muted">{asset.name}</span>
          </span>
        </span>
      </td>
      {figures.map(([word, text]) => (
        <td key={word} className="flex justify-between gap-3 py-0.5 lg:table-cell lg:px-4 lg:text-right">
          <span className="text-muted lg:hidden">{say(word)}</span>
          <span data-figure={word} className="break-all">
            {text}
          </span>
        </td>
      ))}
      <td className="flex justify-between gap-3 py-0.5 lg:table-cell lg:px-4 lg:text-right">
        <span className="text-muted lg:hidden">{say('value')} (USDT)</span>
        <span className="text-right">
          {numbers.usdt(line.usdtValue)}
          <FiatText usdt={line.usdtValue} className="block text-xs text-muted" />
        </span>
      </td>
      {canTrade && (
        <td className="block pt-2 lg:table-cell lg:px-4 lg:pt-0 lg:text-right">
          {symbol && (
            <Link to={`/trade/spot/${symbol}`} className="button button-quiet min-h-9 w-full px-3 py-1 lg:w-auto">
              {say('trade')}
            </Link>
          )}
        </td>
      )}
    </tr>
  )
}
