// Filter form of the NFT market: the address holds every choice, also without scripts. With scripts a select submits the form directly, and
// the address omits empty fields.

import { Form, Link, useSearchParams } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkQuery } from '../../lists/nft-works.server'
import { useNumbers } from '../../text/numbers'
import { Button } from '../button'
import { FigureGrid } from '../figure-list'
import { Icon } from '../icon'
import { SearchField } from '../search-field'

const KINDS = ['image', 'gif', 'audio', 'video'] as const
const PHASES = ['on_sale', 'not_started', 'ended'] as const
const SORTS = ['newest', 'price_low', 'price_high', 'ending'] as const

interface Groups {
  readonly series: readonly { readonly id: number; readonly name: string }[]
  readonly artists: readonly { readonly id: number; readonly name: string }[]
}

interface FilterProps {
  readonly query: WorkQuery
  readonly groups: Groups
}

export function WorkFilter({ query, groups }: FilterProps) {
  const { t } = useTranslation('nft')
  const [search, setSearch] = useSearchParams()
  const address = search.toString()
  const [own, setOwn] = useState(address)
  const [fields, setFields] = useState({ address, key: address })
  // Fields are drawn anew when the address changes by a link or the browser, and keep the focus when it changes by them.
  if (fields.address !== address) setFields({ address, key: address === own ? fields.key : address })
  const { sale, keyword } = query
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = [...new FormData(event.currentTarget)].filter(
      (field): field is [string, string] => typeof field[1] === 'string' && field[1].trim() !== '',
    )
    const next = new URLSearchParams(typed.filter(([name, value]) => name !== 'sort' || value !== 'newest'))
    setOwn(next.toString())
    setSearch(next, { preventScrollReset: true })
  }
  return (
    <Form
      method="get"
      role="search"
      key={fields.key}
      onSubmit={send}
      onChange={({ currentTarget, target }) => target instanceof HTMLSelectElement && currentTarget.requestSubmit()}
      className="px-4 py-3 lg:px-0"
    >
      {sale && <input type="hidden" name="sale" value={sale} />}
      <div className="flex flex-wrap gap-2">
        <SearchField
          label={t('keyword')}
          width="min-w-40 flex-[2_1_10rem]"
          name="keyword"
          maxLength={60}
          defaultValue={keyword}
          placeholder={t('search_hint')}
        />
        <Button>{t('find')}</Button>
      </div>
      <MoreFilters query={query} groups={groups} />
    </Form>
  )
}

/** Folded, so that the works are seen: the head says how many choices are made, and takes them back. */
function MoreFilters({ query, groups }: FilterProps) {
  const { t } = useTranslation('nft')
  const { sale, kind, phase, group, from, to, sort } = query
  const chosen = [kind, phase, group, from, to, sort === 'newest' ? null : sort].filter(
    (value) => value !== null,
  ).length
  return (
    <div className="mt-2 flex flex-wrap items-start gap-x-4">
      <details className="group open:w-full">
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 text-sm font-medium">
          <Icon name="settings" className="size-5 text-muted" />
          {chosen > 0 ? t('filters_chosen', { count: chosen }) : t('filters')}
          <Icon name="down" className="size-4 transition group-open:rotate-180" />
        </summary>
        <div className="grid grid-cols-2 gap-2 pt-1 lg:grid-cols-6">
          <Choice
            name="kind"
            label={t('kind')}
            chosen={kind}
            options={KINDS.map((value) => [value, t(`of_${value}`)])}
          />
          <Choice
            name="phase"
            label={t('phase')}
            chosen={phase}
            options={PHASES.map((value) => [value, t(`of_${value}`)])}
          />
          <label className="text-sm text-muted max-lg:col-span-2">
            <span className="mb-1 block">{t('group')}</span>
            <select name="group" defaultValue={group ?? ''} className="field">
              <option value="">{t('all')}</option>
              <GroupOptions label={t('series')} kind="series" rows={groups.series} />
              <GroupOptions label={t('artists')} kind="artist" rows={groups.artists} />
            </select>
          </label>
          <label className="min-w-0 text-sm text-muted max-lg:col-span-2">
            <span className="mb-1 block">{t('sort')}</span>
            <select name="sort" defaultValue={sort} className="field">
              {SORTS.map((value) => (
                <option key={value} value={value}>
                  {t(`sort_${value}`)}
                </option>
              ))}
            </select>
          </label>
          <PriceField name="from" label={t('price_from')} value={from} />
          <PriceField name="to" label={t('price_to')} value={to} />
        </div>
      </details>
      {chosen > 0 && (
        <Link
          to={sale ? `?sale=${sale}` : '?'}
          preventScrollReset
          className="inline-flex min-h-11 items-center text-sm text-selected-text hover:underline"
        >
          {t('filters_clear')}
        </Link>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly chosen: string | null
  readonly options: readonly (readonly [value: string, words: string])[]
}

function Choice({ name, label, chosen, options }: ChoiceProps) {
  const { t } = useTranslation('nft')
  return (
    <label className="min-w-0 text-sm text-muted">
      <span className="mb-1 block">{label}</span>
      <select name={name} defaultValue={chosen ?? ''} className="field">
        <option value="">{t('all')}</option>
        {options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}

interface GroupOptionsProps {
  readonly label: string
  readonly kind: 'series' | 'artist'
  readonly rows: Groups['series']
}

const GroupOptions = ({ label, kind, rows }: GroupOptionsProps) =>
  rows.length === 0 ? null : (
    <optgroup label={label}>
      {rows.map(({ id, name }) => (
        <option key={id} value={`${kind}-${id}`}>
          {name}
        </option>
      ))}
    </optgroup>
  )

interface PriceFieldProps {
  readonly name: 'from' | 'to'
  readonly label: string
  readonly value: string | null
}

const PriceField = ({ name, label, value }: PriceFieldProps) => (
  <label className="min-w-0 text-sm text-muted">
    <span className="mb-1 block">{label}</span>
    <input
      name={name}
      inputMode="decimal"
      pattern="\d+(\.\d{1,6})?"
      maxLength={20}
      defaultValue={value ?? ''}
      className="field tabular-nums"
    />
  </label>
)

interface Prices {
  /** In USDT. */
  readonly floor: string | null
  readonly last: string | null
  readonly sold: number
}

/** Floor price, last sale and number of sales of a series or an artist. */
export function GroupPrices({ prices }: { readonly prices: Prices }) {
  const { t } = useTranslation('nft')
  const numbers = useNumbers()
  const money = (text: string | null) => (text === null ? '—' : `${numbers.usdt(text)}\u00a0USDT`)
  const rows = [
    ['floor', money(prices.floor)],
    ['last_sale', money(prices.last)],
    ['sales', numbers.count(prices.sold)],
  ] as const
  return (
    <FigureGrid
      rows={rows.map(([key, value]) => ({ key, label: t(key), value, isStrong: true }))}
      className="panel mx-4 mb-3 grid-cols-3 gap-3 p-3 text-sm lg:mx-0"
    />
  )
}
