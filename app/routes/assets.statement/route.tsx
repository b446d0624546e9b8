// Monthly statement, made to be printed: every asset's opening, movements by reason, and closing.

import { Form, useLoaderData, useNavigate } from '@remix-run/react'
import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { WALLETS } from '#domain/catalogue'
import { billWord } from '#domain/bill-reason'
import { BillViewTabs } from '../../components/wallet/bills-page'
import { Button, ButtonLink } from '../../components/button'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { Hideable } from '../../components/hidden-amounts'
import { HideToggle } from '../../components/hide-toggle'
import { PageHeader } from '../../components/page-header'
import { Select } from '../../components/select'
import { useAlive } from '../../components/use-alive'
import { useSite } from '../../site/site'
import { monthWords } from '../../text/dates'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

export default featurePage('portfolio', Page)

function Page() {
  const { t } = useTranslation('portfolio')
  const { t: tWallet } = useTranslation('wallet')
  const { wallet, assets, month } = useLoaderData<typeof loader>()
  const isAlive = useAlive()
  return (
    <>
      <PageHeader
        title={tWallet('statement_month')}
        backTo="/assets"
        end={
          <div className="flex items-center gap-1 print:hidden">
            <HideToggle />
            {isAlive && (
              <Button size="sm" onClick={() => window.print()}>
                {t('print')}
              </Button>
            )}
          </div>
        }
      />
      <div className="px-3 lg:px-0">
        <BillViewTabs view="months" wallet={wallet} />
        <Choice />
        <Heading />
        {assets.length === 0 ? (
          <div className="panel">
            <Empty icon="history">{t('month_empty')}</Empty>
          </div>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {assets.map((asset) => (
              <AssetTable key={asset.code} asset={asset} />
            ))}
          </div>
        )}
        <div className="flex flex-wrap items-center justify-between gap-2 py-3 text-xs text-muted">
          <p>{t('identity')}</p>
          <ButtonLink to={entriesOf(month.name, wallet)} variant="plain" size="sm" className="print:hidden">
            {t('entries')}
          </ButtonLink>
        </div>
      </div>
    </>
  )
}

function entriesOf(month: string, wallet: string): string {
  const [year = 0, no = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, no, 0)).toISOString().slice(0, 10)
  return `/assets/bills?${new URLSearchParams({ ...(wallet && { wallet }), from: `${month}-01`, to: last }).toString()}`
}

/** A plain form; with scripts, a choice shows its statement at once. */
function Choice() {
  const { t } = useTranslation('portfolio')
  const { t: tWallet } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const { months, month, wallet } = useLoaderData<typeof loader>()
  const { language } = useSite()
  const navigate = useNavigate()
  const show = ({ currentTarget: { form } }: ChangeEvent<HTMLSelectElement>) => {
    if (!form) return
    const fields = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    )
    navigate(`?${new URLSearchParams(fields).toString()}`, { replace: true, preventScrollReset: true })
  }
  return (
    <Form method="get" className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] items-end gap-2 lg:flex print:hidden">
      <Select
        label={t('month')}
        name="month"
        key={month.name}
        defaultValue={month.name}
        onChange={show}
        options={months.map(({ at, name }) => ({ value: name, words: monthWords(at, language) }))}
      />
      <Select
        label={tWallet('wallet')}
        name="wallet"
        key={`wallet ${wallet}`}
        defaultValue={wallet}
        onChange={show}
        options={[
          { value: '', words: tWallet('all_wallets') },
          ...WALLETS.map((name) => ({ value: name, words: tRefusals(`wallet_${name}`) })),
        ]}
      />
      <div className="hidden max-lg:col-span-2 noscript:grid">
        <Button>{t('show')}</Button>
      </div>
    </Form>
  )
}

/** Prints owner and month, because printed pages show no site header. */
function Heading() {
  const { t } = useTranslation('portfolio')
  const { t: tWallet } = useTranslation('wallet')
  const { t: tRefusals } = useTranslation('refusals')
  const { month, wallet } = useLoaderData<typeof loader>()
  const { language, userId, name } = useSite()
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2">
      <h2 className="font-semibold">{t('of_month', { month: monthWords(month.at, language) })}</h2>
      <p className="text-xs text-muted">
        {name} · {userId !== null && t('account', { number: userId })} ·{' '}
        {wallet === '' ? tWallet('all_wallets') : tRefusals(`wallet_${wallet}`)}
      </p>
    </div>
  )
}

type AssetRows = ReturnType<typeof useLoaderData<typeof loader>>['assets'][number]

function AssetTable({ asset }: { readonly asset: AssetRows }) {
  const { t } = useTranslation('portfolio')
  const { t: tRefusals } = useTranslation('refusals')
  const { month } = useLoaderData<typeof loader>()
  return (
    <div className="panel overflow-x-auto break-inside-avoid print:overflow-visible" data-asset={asset.code}>
      <table className="w-full text-xs lg:text-sm">
        <caption className="px-3 pt-3 pb-2 text-left text-sm font-semibold lg:px-4">
          {asset.code} <span className="font-normal text-muted">{asset.name}</span>
        </caption>
        <colgroup>
          <col className="w-full lg:w-[34%]" />
          <col className="lg:w-[33%]" />
          <col className="lg:w-[33%]" />
        </colgroup>
        <thead>
          <BalanceRow name="opening" words={t('opening')} value={asset.opening} />
          <tr className="border-t border-line text-muted">
            <td />
            <th scope="col" className="px-2 py-1.5 text-right font-normal">
              {t('in')}
            </th>
            <th scope="col" className="py-1.5 pr-3 pl-2 text-right font-normal lg:px-4">
              {t('out')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-y border-line">
          {asset.lines.map((line) => (
            <tr key={`${line.reason}/${line.wallet}`} data-reason={line.reason}>
              <th scope="row" className="py-1.5 pl-3 text-left font-normal lg:px-4">
                {tRefusals(billWord(line))}
              </th>
              <Cell value={line.received} />
              <Cell value={line.given} isLast />
            </tr>
          ))}
          {asset.lines.length > 1 && (
            <tr>
              <th scope="row" className="py-1.5 pl-3 text-left font-normal text-muted lg:px-4">
                {t('total')}
              </th>
              <Cell value={asset.received} />
              <Cell value={asset.given} isLast />
            </tr>
          )}
        </tbody>
        <tfoot>
          <BalanceRow
            name="closing"
            words={t(month.isCurrent ? 'closing_now' : 'closing')}
            value={asset.closing}
            isStrong
          />
        </tfoot>
      </table>
    </div>
  )
}

interface BalanceRowProps {
  readonly name: 'opening' | 'closing'
  readonly words: string
  readonly value: string
  readonly isStrong?: boolean
}

const BalanceRow = ({ name, words, value, isStrong = false }: BalanceRowProps) => (
  <tr className={isStrong ? 'bg-raised font-semibold' : 'bg-raised'}>
    <th scope="row" className={`py-2 pl-3 text-left lg:px-4 ${isStrong ? '' : 'font-normal'}`}>
      {words}
    </th>
    <td colSpan={2} data-figure={name} className="py-2 pr-3 pl-2 text-right lg:px-4 whitespace-nowrap tabular-nums">
      <Plain value={value} />
    </td>
  </tr>
)

const Cell = ({ value, isLast = false }: { readonly value: string; readonly isLast?: boolean }) => (
  <td className={`${isLast ? 'pr-3 pl-2 lg:px-4' : 'px-2'} py-1.5 text-right whitespace-nowrap tabular-nums`}>
    {/[1-9]/.test(value) ? <Plain value={value} /> : '—'}
  </td>
)

/** At least the scale of every asset. */
const DECIMALS_MAX = 18

function Plain({ value }: { readonly value: string }) {
  const numbers = useNumbers()
  return <Hideable>{numbers.readable(value, DECIMALS_MAX)}</Hideable>
}
