// Balances of one wallet or all wallets, filtered by search and minimum value.

import { Form, useLoaderData, useSearchParams, useSubmit } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Wallet } from '#domain/catalogue'
import type { Amount } from '#domain/money/amount'
import { type PortfolioLine, isSmall, mergeByAsset, openWallets } from '#domain/portfolio/appraisal'
import { Button, ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { useFiat } from '../../components/fiat'
import { Hideable } from '../../components/hidden-amounts'
import { Icon } from '../../components/icon'
import { useSite } from '../../site/site'
import { Tabs } from '../../components/tabs'
import { usdtText } from '../../live/use-portfolio'
import { matchesText } from '../../text/match'
import { type ShownLine, BalanceTable } from './balance-table'
import type { loader } from './data.server'

export type PageLine = PortfolioLine<ReturnType<typeof useLoaderData<typeof loader>>['assets'][number]>

interface View {
  readonly wallet: Wallet | null
  readonly isSmallHidden: boolean
  readonly areZerosShown: boolean
}

function useView(wallets: readonly Wallet[]): View {
  const [search] = useSearchParams()
  return {
    wallet: wallets.find((name) => name === search.get('wallet')) ?? null,
    isSmallHidden: search.get('small') === 'hidden',
    areZerosShown: search.get('zero') === '1',
  }
}

function pathOf({ wallet, isSmallHidden, areZerosShown }: View): string {
  const search = new URLSearchParams({
    ...(wallet && { wallet }),
    ...(isSmallHidden && { small: 'hidden' }),
    ...(areZerosShown && { zero: '1' }),
  })
  return search.size > 0 ? `/assets?${search.toString()}` : '/assets'
}

interface WalletPanelProps {
  readonly lines: readonly PageLine[]
  /** Unrealized profit or loss in USDT by asset code, over all wallets. */
  readonly results: ReadonlyMap<string, Amount> | undefined
  /** Card above the balances of the selected wallet. */
  readonly status: ReactNode
}

export function WalletPanel({ lines, results, status }: WalletPanelProps) {
  const { t } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const fiat = useFiat()
  const [searchParams] = useSearchParams()
  const [sought, setSought] = useState(searchParams.get('q') ?? '')
  const wallets = openWallets(lines)
  const view = useView(wallets)
  const inView = view.wallet ? lines.filter((line) => line.wallet === view.wallet) : lines
  const tabs = [null, ...wallets].map((wallet) => {
    const own = wallet ? lines.filter((line) => line.wallet === wallet) : lines
    return {
      to: pathOf({ ...view, wallet }),
      isSelected: wallet === view.wallet,
      words: (
        <span className="py-1.5">
          <span className="block">{wallet ? tRefusals(`wallet_${wallet}`) : t('all_wallets')}</span>
          <span className="block text-2xs font-normal text-muted">
            <Hideable>{fiat.value(...mergeByAsset(own).map(({ value }) => usdtText(value)))}</Hideable>
          </span>
        </span>
      ),
    }
  })
  return (
    <div className="panel overflow-hidden">
      <Tabs label={t('wallets')} tabs={tabs} />
      {status}
      <Toolbar view={view} sought={sought} onSought={setSought} />
      <Balances all={mergeByAsset(inView)} results={results} view={view} sought={sought} />
    </div>
  )
}

interface ToolbarProps {
  readonly view: View
  readonly sought: string
  readonly onSought: (text: string) => void
}

function Toolbar({ view, sought, onSought }: ToolbarProps) {
  const { t } = useTranslation('wallet')
  const submit = useSubmit()
  return (
    <Form
      method="get"
      action="/assets"
      replace
      preventScrollReset
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2"
    >
      {view.wallet && <input type="hidden" name="wallet" value={view.wallet} />}
      {view.areZerosShown && <input type="hidden" name="zero" value="1" />}
      <div className="relative min-w-40 flex-1 lg:max-w-64">
        <Icon name="search" className="pointer-events-none absolute top-3 left-3 size-5 text-muted" />
        <input
          type="search"
          name="q"
          value={sought}
          onChange={(event) => onSought(event.target.value)}
          aria-label={t('search_assets')}
          placeholder={t('search_assets')}
          autoComplete="off"
          className="field pl-10 text-sm"
        />
      </div>
      <label className="flex min-h-11 items-center gap-2 text-sm text-muted">
        <input
          type="checkbox"
          autoComplete="off"
          name="small"
          value="hidden"
          key={String(view.isSmallHidden)}
          defaultChecked={view.isSmallHidden}
          onChange={(event) => submit(event.currentTarget.form, { replace: true, preventScrollReset: true })}
          className="size-4.5"
        />
        {t('hide_small')}
      </label>
      <Button size="sm" className="hidden noscript:inline-flex">
        {t('filter')}
      </Button>
    </Form>
  )
}

interface BalancesProps {
  readonly all: readonly ShownLine[]
  readonly results: WalletPanelProps['results']
  readonly view: View
  readonly sought: string
}

function Balances({ all, results, view, sought }: BalancesProps) {
  const { t } = useTranslation('wallet')
  const { pairs } = useLoaderData<typeof loader>()
  const wanted = sought.trim()
  const matching = all.filter(({ asset }) => matchesText(`${asset.code} ${asset.name}`, wanted))
  // A search by name also finds assets without a balance.
  const held = view.areZerosShown || wanted !== '' ? matching : matching.filter((line) => line.whole > 0n)
  const shown = view.isSmallHidden ? held.filter((line) => !isSmall(line)) : held
  const ordered = [...shown].sort((left, right) => (left.value < right.value ? 1 : left.value > right.value ? -1 : 0))
  if (all.every((line) => line.whole === 0n) && !view.areZerosShown && wanted === '') return <Nothing view={view} />
  return (
    <>
      {ordered.length > 0 ? (
        <BalanceTable lines={ordered} results={results} wallet={view.wallet} pairs={pairs} />
      ) : (
        <Empty icon="search">{t(wanted === '' ? 'only_small' : 'no_asset_match')}</Empty>
      )}
      {wanted === '' && <ZeroLink view={view} />}
    </>
  )
}

function ZeroLink({ view }: { readonly view: View }) {
  const { t } = useTranslation('wallet')
  return (
    <p className="border-t border-line px-4 text-center">
      <ButtonLink
        to={pathOf({ ...view, areZerosShown: !view.areZerosShown })}
        preventScrollReset
        variant="plain"
        size="sm"
        className="my-1"
      >
        {t(view.areZerosShown ? 'hide_zeros' : 'show_zeros')}
      </ButtonLink>
    </p>
  )
}

/** Empty states: an empty wallet links to a transfer; an empty account shows first steps. */
function Nothing({ view }: { readonly view: View }) {
  const { t } = useTranslation('wallet')
  const { isDemo } = useSite()
  if (view.wallet) {
    return (
      <Empty
        icon="assets"
        title={t('wallet_empty')}
        action={
          <ButtonLink to={`/assets/transfer?to=${view.wallet}`} variant="brand">
            {t('transfer_in')}
          </ButtonLink>
        }
      >
        {t('wallet_empty_text')}
      </Empty>
    )
  }
  return (
    <Empty icon="assets" title={t('empty_title')} action={<ButtonLink to="/market">{t('see_market')}</ButtonLink>}>
      {t(isDemo ? 'empty_demo' : 'empty_new')}
    </Empty>
  )
}
