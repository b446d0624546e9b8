// Comparison of two traders: both lines of profit in one chart, and their figures side by side.

import { Form, Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/avatar'
import { Button, ButtonLink } from '../../components/button'
import { SignedUsdt, inUsdt, useCopyNumbers, useHoldingTime } from '../../components/copy/figures'
import { Empty } from '../../components/empty'
import { featurePage } from '../../components/feature-words'
import { PageHeader } from '../../components/page-header'
import { ResultCurve } from '../../components/result-curve'
import { SelectField } from '../../components/select'
import { bound } from '../../text/money'
import { useNumbers } from '../../text/numbers'
import type { loader } from './data.server'

export { loader } from './data.server'
export { pageTitle as meta } from '../../text/title'

type Trader = ReturnType<typeof useLoaderData<typeof loader>>['traders'][number]

export default featurePage('copy', Compare)

function Compare() {
  const { t } = useTranslation('copy')
  const { title, traders, choices } = useLoaderData<typeof loader>()
  const [first, second] = traders
  return (
    <div className="pb-8 lg:px-5 lg:py-3">
      <PageHeader title={title} backTo="/copy" />
      {choices.length < 2 ? (
        <Empty icon="person" action={<ButtonLink to="/copy">{t('all_traders')}</ButtonLink>}>
          {t('compare_none')}
        </Empty>
      ) : (
        <Choices />
      )}
      {first && second && (
        <div className="grid gap-3 px-4 pt-4 lg:grid-cols-2 lg:items-start lg:px-0">
          <Curves pair={[first, second]} />
          <Figures pair={[first, second]} />
        </div>
      )}
    </div>
  )
}

/** A GET form, so each comparison has its address. */
function Choices() {
  const { t } = useTranslation('copy')
  const { traders, choices } = useLoaderData<typeof loader>()
  const ids = traders.map(({ id }) => String(id))
  const options = [
    { value: '', words: t('compare_pick') },
    ...choices.map(({ id, nickname }) => ({ value: String(id), words: nickname })),
  ]
  return (
    <Form method="get" key={ids.join()} className="flex flex-wrap items-end gap-2 px-4 lg:px-0">
      {(['compare_first', 'compare_second'] as const).map((label, place) => (
        <SelectField
          key={label}
          label={t(label)}
          name="trader"
          required
          options={options}
          defaultValue={ids[place] ?? ''}
          className="min-w-36 flex-1 lg:max-w-72"
        />
      ))}
      <Button variant="brand" className="max-sm:w-full">
        {t('compare')}
      </Button>
    </Form>
  )
}

type Pair = readonly [Trader, Trader]

function Curves({ pair }: { readonly pair: Pair }) {
  const { t } = useTranslation('copy')
  const { usdt } = useCopyNumbers()
  const said = pair.map(({ nickname, profit }) => `${nickname} ${usdt(profit)}${bound('USDT')}`).join(', ')
  const lines = pair.flatMap(({ nickname, curve }) => (curve.length > 1 ? { name: nickname, points: curve } : []))
  return (
    <section className="panel grid gap-3 p-4">
      <h2 className="font-semibold">{t('curve')}</h2>
      {lines.length === 0 ? (
        <p className="text-sm text-muted">{t('no_log')}</p>
      ) : (
        <ResultCurve isResult lines={lines} label={`${t('curve')}: ${said}`} write={(units) => usdt(String(units))} />
      )}
    </section>
  )
}

interface Row {
  readonly word:
    | 'profit'
    | 'return'
    | 'accuracy'
    | 'drawdown'
    | 'followers_profit'
    | 'followers'
    | 'trades'
    | 'share'
    | 'holding'
  readonly cell: (trader: Trader) => ReactNode
  /** The larger value gets a mark. Null without trades to compare, which shows a dash. */
  readonly value?: (trader: Trader) => bigint | null
}

const ofTrades =
  (value: (trader: Trader) => bigint) =>
  (trader: Trader): bigint | null =>
    trader.ended === 0 ? null : value(trader)

function useRows(): readonly Row[] {
  const numbers = useNumbers()
  const { change, percent, usdt } = useCopyNumbers()
  const holding = useHoldingTime()
  return [
    {
      word: 'profit',
      cell: ({ profit }) => inUsdt(<SignedUsdt units={profit} />),
      value: ofTrades(({ profit }) => BigInt(profit)),
    },
    {
      word: 'return',
      cell: ({ returnRate }) => change(returnRate),
      value: ofTrades(({ returnRate }) => BigInt(returnRate)),
    },
    {
      word: 'accuracy',
      cell: ({ accuracy }) => percent(accuracy),
      value: ofTrades(({ accuracy }) => BigInt(accuracy)),
    },
    {
      word: 'drawdown',
      cell: ({ drawdown }) => inUsdt(usdt(drawdown)),
      value: ofTrades(({ drawdown }) => -BigInt(drawdown)),
    },
    {
      word: 'followers_profit',
      cell: ({ followersProfit }) => inUsdt(<SignedUsdt units={followersProfit} />),
      value: ({ followersProfit, copies }) => (copies === 0 ? null : BigInt(followersProfit)),
    },
    { word: 'followers', cell: ({ followers }) => numbers.count(followers) },
    { word: 'trades', cell: ({ ended }) => numbers.count(ended) },
    { word: 'holding', cell: ({ heldMs }) => holding(heldMs) },
    { word: 'share', cell: ({ share }) => percent(share), value: ({ share }) => -BigInt(share) },
  ]
}

function Figures({ pair }: { readonly pair: Pair }) {
  const { t } = useTranslation('copy')
  const rows = useRows()
  return (
    <section className="panel overflow-hidden">
      <table className="w-full table-fixed text-sm">
        <caption className="sr-only">{t('compare_title')}</caption>
        <thead>
          <tr className="border-b border-line align-top">
            <td />
            {pair.map(({ id, nickname, portrait }) => (
              <th key={id} scope="col" className="p-3 text-left font-semibold">
                <Avatar name={nickname} src={portrait || null} />
                <Link to={`/copy/traders/${id}`} className="mt-1 inline-block py-1 break-words hover:underline">
                  {nickname}
                </Link>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ word, cell, value }) => (
            <tr key={word}>
              <th scope="row" className="p-3 text-left text-xs font-normal text-muted">
                {t(word)}
              </th>
              {pair.map((trader, place) => {
                const other = pair[1 - place]
                const [own, others] = [value?.(trader) ?? null, other ? (value?.(other) ?? null) : null]
                const isBetter = own !== null && others !== null && own > others
                return (
                  <td key={trader.id} className={`p-3 tabular-nums ${isBetter ? 'font-bold' : ''}`}>
                    {value && own === null ? '—' : cell(trader)}
                    {isBetter && (
                      <span className="ml-1 text-selected-text">
                        <span aria-hidden="true">✓</span>
                        <span className="sr-only">{t('better')}</span>
                      </span>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="grid grid-cols-3 gap-2 border-t border-line p-3">
        <span />
        {pair.map(({ id, nickname, isClosed }) =>
          isClosed ? (
            <span key={id} />
          ) : (
            <ButtonLink key={id} to={`/copy/traders/${id}/follow`} variant="brand" size="sm">
              {t('copy_now')}
              <span className="sr-only"> {nickname}</span>
            </ButtonLink>
          ),
        )}
      </div>
    </section>
  )
}
