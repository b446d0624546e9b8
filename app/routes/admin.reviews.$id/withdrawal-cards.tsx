// Facts of a withdrawal in four cards: money, destination, risk, history.

import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FactLabel } from '#domain/desk/review'
import { Facts, Panel } from '../../admin/page'
import { useLabelWords, useValueWords } from '../../admin/review-parts'
import { Badge } from '../../components/badge'
import { Moment } from '../../components/moment'
import type { loader } from './data.server'

/** Labels that no card names belong to the destination: the fields of bank cards. */
const CARDS = {
  card_money: ['amount', 'fee', 'arrival', 'value', 'state', 'requested_at', 'remark'],
  card_risk: ['screened', 'signs', 'restrictions', 'recalled', 'missing', 'account_opened', 'level', 'logins'],
  card_history: ['deposits_so_far', 'withdrawals_so_far', 'other_requests'],
} as const satisfies Readonly<Record<string, readonly FactLabel[]>>

const ELSEWHERE: ReadonlySet<FactLabel> = new Set(Object.values(CARDS).flat())

type Line = { readonly label: FactLabel; readonly value: string }

export function WithdrawalCards({ lines }: { readonly lines: readonly Line[] }) {
  const { t } = useTranslation('desk')
  const of = (labels: readonly FactLabel[]) => labels.flatMap((label) => lines.filter((line) => line.label === label))
  return (
    <>
      <Card title={t('card_money')} lines={of(CARDS.card_money)} />
      <Card title={t('fact_destination')} lines={lines.filter(({ label }) => !ELSEWHERE.has(label))} />
      {lines.some(({ label }) => label === 'beneficiary') && <TravelFile />}
      <Card title={t('card_risk')} lines={of(CARDS.card_risk)} />
      <Card title={t('card_history')} lines={of(CARDS.card_history)} />
    </>
  )
}

function TravelFile() {
  const { t } = useTranslation('desk')
  const { review } = useLoaderData<typeof loader>()
  return (
    <p className="mb-4 px-4 text-sm lg:px-0">
      <a href={`/admin/export/travel-${review.subjectId}`} className="text-selected-text" download>
        {t('travel_file')}
      </a>
    </p>
  )
}

function Card({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  const sayLabel = useLabelWords()
  const say = useValue()
  return (
    <Panel title={title}>
      <Facts rows={lines.map((line) => [sayLabel(line.label), say(line)])} />
    </Panel>
  )
}

/** Lists, one entry per line: their values are joined by semicolons. */
const LISTS: ReadonlySet<FactLabel> = new Set(['logins', 'addresses', 'deposits_so_far', 'withdrawals_so_far'])

function useValue(): (line: Line) => ReactNode {
  const sayValue = useValueWords()
  const { review } = useLoaderData<typeof loader>()
  return ({ label, value }) => {
    if (label === 'requested_at') return <Moment at={Date.parse(value) || review.openedAt} />
    if (label === 'signs')
      return (
        <span className="flex flex-wrap justify-end gap-1.5">
          {value.split('; ').map((sign) => (
            <Badge key={sign} tone="bad">
              {sayValue(label, sign)}
            </Badge>
          ))}
        </span>
      )
    if (!LISTS.has(label) || !value.includes('; ')) return sayValue(label, value)
    return (
      <ul className="grid gap-1">
        {value.split('; ').map((entry) => (
          <li key={entry}>{sayValue(label, entry)}</li>
        ))}
      </ul>
    )
  }
}
