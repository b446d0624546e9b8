// The ticket of contracts. A plain form: without scripts the server says what is wrong; with them every figure is shown as one types.

import { Link, useFetcher, useSearchParams } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FUTURES_WALLET, LOT_DECIMALS } from '#domain/futures/terms'
import { type Amount, formatAmount, formatUnits, trimZeros } from '#domain/money/amount'
import { formatSteps } from '#domain/quotes/steps'
import { DAY_MS } from '#domain/time'
import { buttonClass } from '../../components/button'
import { Field } from '../../components/field'
import { Hideable } from '../../components/hidden-amounts'
import { Moment } from '../../components/moment'
import { Notice } from '../../components/notice'
import { Segmented } from '../../components/segmented'
import { SelectField } from '../../components/select'
import { Stepper } from '../../components/stepper'
import { TicketLogin } from '../../components/ticket-login'
import { toast } from '../../components/toast'
import {
  type FuturesFacts,
  type FuturesField,
  type FuturesFields,
  type FuturesFigures,
  readFutures,
} from '../../forms/futures'
import type { FuturesAnswer } from '../../forms/futures-answer'
import { useSite } from '../../site/site'
import { type Numbers, useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'

interface TicketProps {
  readonly facts: FuturesFacts
  readonly commandId: string
  readonly drawnAnswer: FuturesAnswer | undefined
  readonly drawnAt: number
}

const PRESET_MULTIPLE = 10

export function Ticket({ facts, commandId, drawnAnswer, drawnAt }: TicketProps) {
  const { t } = useTranslation('futures')
  const { userId } = useSite()
  const { fetcher, answer, fields, change, reading, ownId, isSending } = useTicket(facts, { commandId, drawnAnswer })
  const part = { facts, fields, change, problems: useProblems(reading.problem) }
  return (
    <section aria-label={t('ticket')} className="p-3">
      <fetcher.Form
        method="post"
        className="grid gap-2.5"
        aria-busy={isSending}
        onSubmit={(event) => isSending && event.preventDefault()}
      >
        <input type="hidden" name="intent" value="open" />
        <input type="hidden" name="commandId" value={ownId} />
        <input type="hidden" name="language" value={facts.language} />
        <Choices {...part} />
        <Sizes {...part} />
        <Available facts={facts} />
        <Figures figures={reading.figures} facts={facts} drawnAt={drawnAt} />
        {userId === null ? (
          <TicketLogin words={t('log_in')} typed={{ ...fields }} />
        ) : (
          <button
            aria-disabled={isSending}
            className={buttonClass({ variant: fields.direction === 'long' ? 'buy' : 'sell', isWide: true })}
          >
            {isSending ? t('sending') : t(`open_${fields.direction}`)}
          </button>
        )}
        <Notices facts={facts} answer={isSending ? undefined : answer} />
        {fields.kind === 'market' && <p className="text-2xs text-muted">{t('first_tick')}</p>}
        <Link to="/insurance" className="py-1 text-2xs text-muted hover:underline">
          {t('insurance_title')}
        </Link>
      </fetcher.Form>
    </section>
  )
}

interface PartProps {
  readonly facts: FuturesFacts
  readonly fields: FuturesFields
  readonly change: (part: Partial<FuturesFields>) => void
  readonly problems: Partial<Record<FuturesField, string>>
}

/** What the order is, before how much of it. */
function Choices({ facts: { terms }, fields, change, problems }: PartProps) {
  const { t } = useTranslation('futures')
  return (
    <>
      <Segmented
        label={t('ticket')}
        name="direction"
        value={fields.direction}
        onChange={(direction) => change({ direction: direction === 'short' ? 'short' : 'long' })}
        options={[
          { value: 'long', words: t('long'), tone: 'buy' },
          { value: 'short', words: t('short'), tone: 'sell' },
        ]}
      />
      <Segmented
        label={t('kind')}
        name="kind"
        value={fields.kind}
        onChange={(kind) => change({ kind: kind as FuturesFields['kind'] })}
        options={(['market', 'limit', 'stop'] as const).map((kind) => ({ value: kind, words: t(`kind_${kind}`) }))}
      />
      <div className="grid grid-cols-2 gap-2.5">
        <SelectField
          label={t('mode')}
          name="mode"
          value={fields.mode}
          onChange={(event) => change({ mode: event.target.value as FuturesFields['mode'] })}
          options={(['cross', 'isolated'] as const).map((mode) => ({ value: mode, words: t(mode) }))}
        />
        <SelectField
          label={t('multiple')}
          name="multiple"
          value={fields.multiple}
          problem={problems.multiple}
          onChange={(event) => change({ multiple: event.target.value })}
          options={terms.multiples.map((multiple) => ({ value: String(multiple), words: `${multiple}×` }))}
        />
      </div>
    </>
  )
}

function Sizes({ facts, fields, change, problems }: PartProps) {
  const { pair, terms } = facts
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const bounds = { min: numbers.count(terms.lotsMin), max: numbers.count(terms.lotsMax) }
  const size = numbers.decimal(trimZeros(formatUnits(terms.lotSize, LOT_DECIMALS)))
  const price = (name: 'price' | 'takeProfit' | 'stopLoss', label: string) => (
    <PriceInput
      name={name}
      label={label}
      value={fields[name]}
      problem={problems[name]}
      facts={facts}
      onChange={(text) => change({ [name]: text })}
    />
  )
  return (
    <>
      {fields.kind !== 'market' && price('price', t('price'))}
      <Stepper
        label={t('lots')}
        name="lots"
        value={fields.lots}
        min={String(terms.lotsMin)}
        max={String(terms.lotsMax)}
        onText={(lots) => change({ lots })}
        hint={t('lot_hint', { size, asset: pair.base.code, ...bounds })}
        problem={problems.lots}
      />
      <div className="grid grid-cols-2 gap-2.5">
        {price('takeProfit', t('take_profit'))}
        {price('stopLoss', t('stop_loss'))}
      </div>
    </>
  )
}

function Available({ facts: { available, terms } }: Pick<PartProps, 'facts'>) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  if (available === null) return null
  return (
    <p className="flex flex-wrap justify-between gap-x-2 text-xs text-muted">
      <span>
        {t('available')}{' '}
        <span className="text-ink">
          <Hideable>{numbers.usdt(formatAmount(terms.quote, available))}</Hideable> {terms.quote.code}
        </span>
      </span>
      <Link
        to={`/assets/transfer?asset=${terms.quote.id}&to=${FUTURES_WALLET}`}
        className="text-selected-text hover:underline"
      >
        {t('transfer_in')}
      </Link>
    </p>
  )
}

function Notices({ facts, answer }: Pick<PartProps, 'facts'> & { readonly answer: FuturesAnswer | undefined }) {
  const { t } = useTranslation('futures')
  const { t: tShell } = useTranslation('shell')
  const { terms, index } = facts
  return (
    <>
      {!terms.isOpen && <Notice tone="plain">{t('halted')}</Notice>}
      {terms.isOpen && index === null && <Notice tone="plain">{t('no_price')}</Notice>}
      {answer?.intent === 'open' && answer.problem && <Notice tone="bad">{answer.problem}</Notice>}
      {answer?.isUnanswered && <Notice tone="bad">{tShell('unanswered')}</Notice>}
    </>
  )
}

function useTicket(facts: FuturesFacts, { commandId, drawnAnswer }: Pick<TicketProps, 'commandId' | 'drawnAnswer'>) {
  const { terms } = facts
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const fetcher = useFetcher<FuturesAnswer>()
  // As it was sent, or as a guest left it for the login page.
  const [search] = useSearchParams()
  const sent: Readonly<Record<string, string>> = drawnAnswer?.fields ?? Object.fromEntries(search)
  const [fields, setFields] = useState<FuturesFields>(() => ({
    direction: sent['direction'] === 'short' ? 'short' : 'long',
    kind: sent['kind'] === 'limit' || sent['kind'] === 'stop' ? sent['kind'] : 'market',
    mode: sent['mode'] === 'isolated' ? 'isolated' : 'cross',
    multiple:
      terms.multiples.map(String).find((multiple) => multiple === sent['multiple']) ??
      String(terms.multiples.includes(PRESET_MULTIPLE) ? PRESET_MULTIPLE : (terms.multiples[0] ?? 1)),
    lots: sent['lots'] ?? '',
    price: sent['price'] ?? '',
    takeProfit: sent['takeProfit'] ?? '',
    stopLoss: sent['stopLoss'] ?? '',
  }))
  const heard = fetcher.data
  useEffect(() => {
    const row = heard?.intent === 'open' ? heard.row : null
    if (!row) return
    const price = row.openSteps === null ? null : numbers.decimal(formatSteps(row.openSteps, row.terms.priceDecimals))
    toast(price === null ? t('waiting_notice', { order: row.positionNo }) : t('opened_notice', { price }), {
      tone: 'good',
    })
    setFields((before) => ({ ...before, lots: '', takeProfit: '', stopLoss: '' }))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one answer is one toast, however often it is drawn
  }, [heard])
  const answer = heard ?? drawnAnswer
  const ownId = (heard?.isUnanswered && heard.fields['commandId']) || commandId
  return {
    fetcher,
    answer,
    fields,
    change: (part: Partial<FuturesFields>) => setFields((before) => ({ ...before, ...part })),
    reading: readFutures(facts, fields),
    ownId,
    isSending: fetcher.state !== 'idle',
  }
}

function useProblems(problem: ReturnType<typeof readFutures>['problem']): Partial<Record<FuturesField, string>> {
  const words = useRefusalWords()
  return problem ? { [problem.field]: words(problem.refusal) } : {}
}

interface PriceInputProps {
  readonly name: 'price' | 'takeProfit' | 'stopLoss'
  readonly label: string
  readonly value: string
  readonly problem: string | undefined
  readonly facts: FuturesFacts
  readonly onChange: (text: string) => void
}

function PriceInput({ name, label, value, problem, facts, onChange }: PriceInputProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  const placeholder =
    name === 'price' && facts.index !== null ? formatSteps(facts.index, facts.terms.priceDecimals) : null
  return (
    <Field
      label={label}
      name={name}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholder === null ? t('optional') : numbers.decimal(placeholder)}
      problem={problem}
    />
  )
}

interface FiguresProps {
  readonly figures: FuturesFigures | null
  readonly facts: FuturesFacts
  readonly drawnAt: number
}

/** Everything that the order costs and may bring, before the button. */
function Figures({ figures, facts: { terms }, drawnAt }: FiguresProps) {
  const { t } = useTranslation('futures')
  const numbers = useNumbers()
  if (!figures) return null
  const money = moneyIn(numbers, terms.quote)
  const midnight = Math.floor(drawnAt / DAY_MS) * DAY_MS + DAY_MS
  const rows: readonly (readonly [label: React.ReactNode, text: string, key: string])[] = [
    [t('open_price'), numbers.decimal(formatSteps(figures.openSteps, terms.priceDecimals)), 'open_price'],
    [t('worth'), money(figures.worth), 'worth'],
    [t('margin'), money(figures.margin), 'margin'],
    [t('fee'), money(figures.fee), 'fee'],
    [
      t('liquidation'),
      figures.liquidation === null
        ? t('no_liquidation')
        : numbers.decimal(formatSteps(figures.liquidation, terms.priceDecimals)),
      'liquidation',
    ],
    ...(figures.atTakeProfit === null
      ? []
      : [[t('at_take_profit'), money(figures.atTakeProfit), 'at_take_profit'] as const]),
    ...(figures.atStopLoss === null ? [] : [[t('at_stop_loss'), money(figures.atStopLoss), 'at_stop_loss'] as const]),
  ]
  return (
    <dl className="grid gap-1 rounded-lg bg-raised px-3 py-2 text-xs">
      {rows.map(([label, text, key]) => (
        <div key={key} className="flex flex-wrap justify-between gap-x-3">
          <dt className="text-muted">{label}</dt>
          <dd data-figure={key} className="text-right tabular-nums">
            {text}
          </dd>
        </div>
      ))}
      <div className="flex flex-wrap justify-between gap-x-3">
        <dt className="text-muted">
          {t('overnight')} <Moment at={midnight} />
        </dt>
        <dd data-figure="overnight" className="text-right tabular-nums">
          {money(figures.overnight)}
        </dd>
      </div>
    </dl>
  )
}

export const moneyIn =
  (numbers: Numbers, quote: { readonly code: string; readonly scale: number }) =>
  (value: Amount): string =>
    `${numbers.decimal(trimZeros(formatAmount(quote, value)))} ${quote.code}`
