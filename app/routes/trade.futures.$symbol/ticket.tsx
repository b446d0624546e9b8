// Futures ticket. Works without scripts; with scripts it shows figures while typing.

import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { OrderOutlook } from '#domain/futures/order'
import { FUTURES_WALLET } from '#domain/futures/terms'
import { type Amount, amount, formatAmount, subtract } from '#domain/money/amount'
import { buttonClass } from '../../components/button'
import { RoundOfOrder } from '../../components/fairness/held-round'
import { Hideable } from '../../components/hidden-amounts'
import { FrozenNotice, Notice } from '../../components/notice'
import { AskOption } from '../../components/trade/order-question'
import { MarkedSlider } from '../../components/marked-slider'
import { PercentSlider } from '../../components/trade/percent-slider'
import { Segmented } from '../../components/segmented'
import { SelectField } from '../../components/select'
import { TicketLogin } from '../../components/trade/ticket-login'
import { TransferLink } from '../../components/wallet/transfer-link'
import type { FuturesFacts, FuturesField, FuturesFields, FuturesReading } from '../../forms/futures'
import { lotsForShare, shareOf } from '../../forms/futures-size'
import { StopWarning } from '../../forms/futures-stops'
import { problemOfForm } from '../../site/answer'
import { useSite } from '../../site/site'
import { useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import type { FuturesAnswer } from './data.server'
import { Figures, useAskedRows } from './figures'
import { PriceInput } from './price-input'
import { Size } from './size'
import { type TicketProps, useTicket } from './use-ticket'

export function Ticket(props: TicketProps) {
  const { facts, drawnAt } = props
  const { t } = useTranslation('futures')
  const { userId } = useSite()
  const { fetcher, form, guard, shown, fields, change, reading, ownId, isSending, question } = useTicket(props)
  const problems = useProblems(reading.problem, shown)
  const needsIdentity = (reading.problem?.refusal ?? shown?.problem)?.code === NEEDS_IDENTITY
  const part = { facts, fields, change, reading, problems, needsIdentity }
  const rows = useAskedRows(facts, fields, { figures: reading.figures, drawnAt })
  const place = t(`open_${fields.direction}`)
  const variant = fields.direction === 'long' ? 'buy' : 'sell'
  return (
    <section aria-label={t('ticket')} className="p-3">
      <fetcher.Form ref={form} method="post" className="grid gap-2.5" aria-busy={isSending} onSubmit={guard}>
        <input type="hidden" name="intent" value="open" />
        <input type="hidden" name="commandId" value={ownId} />
        <input type="hidden" name="language" value={facts.language} />
        <Kinds {...part} />
        <Sizes {...part} />
        <Leverage {...part} />
        <Stops {...part} />
        <Available facts={facts} figures={reading.figures} />
        <Figures figures={reading.figures} facts={facts} drawnAt={drawnAt} />
        <div className="phone-bar">
          {userId === null ? (
            <TicketLogin words={t('log_in')} typed={{ ...fields }} />
          ) : (
            <button aria-disabled={isSending} className={buttonClass({ variant, isWide: true })}>
              {isSending ? t('sending') : place}
            </button>
          )}
        </div>
        <Notices facts={facts} reading={reading} answer={shown} />
        {fields.kind === 'market' && <p className="text-2xs text-muted">{t('first_tick')}</p>}
      </fetcher.Form>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        {userId !== null && <AskOption isAsking={props.isAsking} onAsking={props.onAsking} />}
        <Link to="/insurance" className="py-1 text-2xs text-selected-text hover:underline">
          {t('insurance_title')}
        </Link>
      </div>
      {question && (
        <question.ConfirmOrder
          isOpen={question.isOpen}
          onAnswer={question.onAnswer}
          rows={rows}
          yes={place}
          variant={variant}
        >
          <StopWarning outlook={reading.figures} priceDecimals={facts.terms.priceDecimals} />
          {fields.kind === 'market' && <p className="mt-3 text-xs text-muted">{t('first_tick')}</p>}
        </question.ConfirmOrder>
      )}
    </section>
  )
}

interface PartProps {
  readonly facts: FuturesFacts
  readonly fields: FuturesFields
  readonly change: (part: Partial<FuturesFields>) => void
  readonly reading: FuturesReading
  readonly problems: Partial<Record<FuturesField, string>>
  readonly needsIdentity: boolean
}

/** Direction and kind of the order. */
function Kinds({ fields, change }: PartProps) {
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
    </>
  )
}

/** Below the size, so that a phone shows the size sooner. */
function Leverage({ facts: { terms }, fields, change, problems, needsIdentity }: PartProps) {
  const { t } = useTranslation('futures')
  return (
    <>
      <div className="grid grid-cols-2 gap-2.5">
        <SelectField
          label={t('mode')}
          name="mode"
          value={fields.mode}
          onChange={(event) => change({ mode: event.target.value as FuturesFields['mode'] })}
          options={(['cross', 'isolated'] as const).map((mode) => ({ value: mode, words: t(mode) }))}
        />
        <SelectField
          label={t('leverage')}
          name="leverage"
          value={fields.leverage}
          problem={problems.leverage}
          onChange={(event) => change({ leverage: event.target.value })}
          options={terms.leverages.map((leverage) => ({ value: String(leverage), words: `${leverage}×` }))}
        />
      </div>
      <LeverageSlider leverages={terms.leverages} fields={fields} change={change} />
      {needsIdentity && <ToIdentity />}
    </>
  )
}

interface LeverageProps extends Pick<PartProps, 'fields' | 'change'> {
  readonly leverages: readonly number[]
}

function LeverageSlider({ leverages, fields, change }: LeverageProps) {
  const { t } = useTranslation('futures')
  const words = (leverage: number) => `${leverage}×`
  return (
    <MarkedSlider
      label={t('leverage')}
      value={Math.max(0, leverages.map(String).indexOf(fields.leverage))}
      max={leverages.length - 1}
      valueText={`${fields.leverage}×`}
      marks={leverages.map((leverage, at) => ({
        at,
        words: words(leverage),
        label: `${t('leverage')} ${words(leverage)}`,
      }))}
      onValue={(at) => change({ leverage: String(leverages[at]) })}
    />
  )
}

function Sizes({ facts, fields, change, reading, problems }: PartProps) {
  const { t } = useTranslation('futures')
  const fill = (percent: number) => {
    const lots = lotsForShare(facts, fields, percent)
    change({ lots: lots === 0 ? '' : String(lots) })
  }
  return (
    <>
      {fields.kind !== 'market' && (
        <PriceInput name="price" label={t('price')} {...{ facts, fields, change, problems }} />
      )}
      <Size facts={facts} fields={fields} change={change} problem={problems.lots} />
      {facts.available !== null && <PercentSlider percent={shareOf(facts, reading.figures?.needed)} onPercent={fill} />}
    </>
  )
}

function Stops(part: PartProps) {
  const { t } = useTranslation('futures')
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <PriceInput name="take_profit" label={t('take_profit')} {...part} />
      <PriceInput name="stop_loss" label={t('stop_loss')} {...part} />
    </div>
  )
}

/** A hundredth more than an order needs now: the price goes on while the money moves. */
const withReserve = (needed: Amount): Amount => amount(needed + needed / 100n)

interface AvailableProps extends Pick<PartProps, 'facts'> {
  readonly figures: OrderOutlook | null
}

function Available({ facts: { available, terms }, figures }: AvailableProps) {
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
      <TransferLink
        asset={terms.quote}
        to={FUTURES_WALLET}
        missing={figures && subtract(withReserve(figures.needed), available)}
        className="text-selected-text hover:underline"
      >
        {t('transfer_in')}
      </TransferLink>
    </p>
  )
}

interface NoticesProps extends Pick<PartProps, 'facts' | 'reading'> {
  readonly answer: FuturesAnswer | undefined
}

function Notices({ facts, reading, answer }: NoticesProps) {
  const { t } = useTranslation('futures')
  const { t: tShell } = useTranslation('shell')
  const { terms, index } = facts
  const problem = answer?.problem
  const text = problemOfForm(answer, BESIDE)
  return (
    <>
      {!terms.isOpen && <Notice tone="plain">{t('halted')}</Notice>}
      {terms.isOpen && index === null && <Notice tone="plain">{t('no_price')}</Notice>}
      {/* Omit an error already shown beside its field. */}
      {problem?.code === 'trading_frozen' ? (
        <FrozenNotice code={problem.code} />
      ) : (
        text && problem?.code !== reading.problem?.refusal.code && <Notice tone="bad">{text}</Notice>
      )}
      {answer?.isUnanswered && <Notice tone="bad">{tShell('unanswered')}</Notice>}
      <RoundOfOrder text={answer?.round} />
    </>
  )
}

const NEEDS_IDENTITY = 'futures_leverage_needs_identity'
const BESIDE: readonly FuturesField[] = ['price', 'lots', 'leverage', 'take_profit', 'stop_loss']

function ToIdentity() {
  const { t } = useTranslation('shell')
  return (
    <Link to="/settings/identity" className="justify-self-start text-sm text-selected-text underline">
      {t('verify_now')}
    </Link>
  )
}

/** Typed values are checked at once; otherwise the server's refusal is shown. */
function useProblems(
  problem: FuturesReading['problem'],
  answer: FuturesAnswer | undefined,
): Partial<Record<FuturesField, string>> {
  const words = useRefusalWords()
  if (problem) return { [problem.field]: words(problem.refusal) }
  const { field, text } = answer?.problem ?? {}
  return field ? { [field]: text } : {}
}
