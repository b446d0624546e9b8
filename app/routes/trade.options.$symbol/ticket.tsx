// Options ticket with two submit buttons. Works without scripts; with scripts it shows both outcomes while typing.

import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Amount, ZERO, formatAmount, subtract, trimZeros } from '#domain/money/amount'
import { OPTIONS_WALLET, stakeChips } from '#domain/options/terms'
import { buttonClass } from '../../components/button'
import { DecimalField } from '../../components/field'
import { RoundOfOrder } from '../../components/fairness/held-round'
import { Hideable } from '../../components/hidden-amounts'
import { FrozenNotice, Notice } from '../../components/notice'
import { Left } from '../../components/options/options-list'
import { AskOption } from '../../components/trade/order-question'
import { TicketLogin } from '../../components/trade/ticket-login'
import { TransferLink } from '../../components/wallet/transfer-link'
import { useAlive } from '../../components/use-alive'
import { OwnLimitsLink } from '../../components/trade/own-limits-link'
import type { OptionFacts, OptionFields, OptionFigures, OptionReading } from '../../forms/options'
import { problemAt, problemOfForm } from '../../site/answer'
import { useSite } from '../../site/site'
import { moneyIn, useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'
import type { OptionAnswer } from './data.server'
import { Figures, useAskedRows } from './ticket-figures'
import { type TicketProps, useTicket } from './use-ticket'

export function Ticket(props: TicketProps) {
  const { facts, hasPrice } = props
  const { t } = useTranslation('options')
  const { userId } = useSite()
  const { fetcher, form, guard, shown, fields, change, reading, ownId, isSending, direction, question } =
    useTicket(props)
  const words = useRefusalWords()
  const rows = useAskedRows(facts, fields, { direction, figures: reading.figures })
  return (
    <section aria-label={t('ticket')} className="p-3">
      <fetcher.Form ref={form} method="post" className="grid gap-2.5" aria-busy={isSending} onSubmit={guard}>
        <input type="hidden" name="commandId" value={ownId} />
        <input type="hidden" name="language" value={facts.language} />
        {/* Disabled default button, so that Enter does not submit a direction. */}
        <button type="submit" disabled hidden />
        <Durations facts={facts} fields={fields} change={change} />
        <Stake
          facts={facts}
          fields={fields}
          change={change}
          problem={reading.problem ? words(reading.problem) : problemAt(shown, 'stake')}
        />
        <Available facts={facts} figures={reading.figures} />
        <Figures figures={reading.figures} terms={facts.terms} />
        <Bar>
          <Ahead {...props} fields={fields} figures={reading.figures} />
          <Lack facts={facts} reading={reading} />
          {DIRECTIONS.map(([direction, variant]) =>
            userId === null ? (
              <TicketLogin key={direction} words={t(`place_${direction}`)} variant={variant} typed={{ ...fields }} />
            ) : (
              <button
                key={direction}
                name="direction"
                value={direction}
                aria-disabled={isSending}
                className={`${buttonClass({ variant, isWide: true })} px-1`}
              >
                {isSending ? t('sending') : t(`place_${direction}`)}
              </button>
            ),
          )}
        </Bar>
        {userId === null && <p className="text-xs text-muted">{t('log_in')}</p>}
        {!facts.terms.isOpen && <Notice tone="plain">{t('halted')}</Notice>}
        {facts.terms.isOpen && !hasPrice && <Notice tone="plain">{t('no_price')}</Notice>}
        <AnswerNotice answer={shown} reading={reading} />
        <RoundOfOrder text={shown?.round} />
        <p className="text-2xs text-muted">{t('risk')}</p>
        <p className="text-2xs text-muted">{t('first_tick')}</p>
        <p className="flex flex-wrap gap-x-4 text-2xs">
          <Link to="/fairness" className="py-1 text-selected-text hover:underline">
            {t('fairness_title')}
          </Link>
          <OwnLimitsLink />
        </p>
      </fetcher.Form>
      {userId !== null && <AskOption isAsking={props.isAsking} onAsking={props.onAsking} />}
      {question && (
        <question.ConfirmOrder
          isOpen={question.isOpen}
          onAnswer={question.onAnswer}
          rows={rows}
          yes={t(`place_${direction}`)}
          variant={direction === 'rise' ? 'buy' : 'sell'}
        >
          <p className="mt-3 text-xs text-muted">{t('risk')}</p>
        </question.ConfirmOrder>
      )}
    </section>
  )
}

const DIRECTIONS = [
  ['rise', 'buy'],
  ['fall', 'sell'],
] as const

/** The buttons: on a phone they stay above the tab bar. */
const Bar = ({ children }: { readonly children: ReactNode }) => (
  <div className="phone-bar grid grid-cols-2 gap-2">{children}</div>
)

interface AheadProps extends Pick<TicketProps, 'facts' | 'next' | 'drawnAt'> {
  readonly fields: OptionFields
  readonly figures: OptionFigures | null
}

/** On a phone, above the buttons: what a win adds, and the remaining time of the running order. */
function Ahead({ facts: { terms }, next, drawnAt, fields, figures }: AheadProps) {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const ratio = terms.durations.find(({ seconds }) => String(seconds) === fields.seconds)?.ratio
  return (
    <p className="col-span-2 flex flex-wrap justify-between gap-x-3 text-xs text-muted lg:hidden">
      <span>
        {t('if_won')}{' '}
        <span className="text-good-text tabular-nums">
          {figures
            ? `+${moneyIn(numbers, terms.stake)(subtract(figures.ifRight, figures.ifWrong))}`
            : ratio !== undefined && `+${numbers.rate(ratio)}`}
        </span>
      </span>
      {next && next.dueAt !== null && (
        <span>
          {t('running')} · {t(next.direction)} · <Left key={next.orderNo} row={next} drawnAt={drawnAt} />
        </span>
      )}
    </p>
  )
}

interface LackProps extends Pick<PartProps, 'facts'> {
  readonly reading: OptionReading
}

/** On a phone the buttons cover the field's error: a lack of money stands above them, with the way to end it. */
function Lack({ facts: { available, terms }, reading: { figures, problem } }: LackProps) {
  const { t } = useTranslation('options')
  const words = useRefusalWords()
  const missing = available !== null && figures ? subtract(figures.ifWrong, available) : ZERO
  if (!problem || missing <= ZERO) return null
  return (
    <p className="col-span-2 flex items-center justify-between gap-3 text-xs lg:hidden">
      <span aria-hidden className="text-bad-text">
        {words(problem)}
      </span>
      <TransferLink
        asset={terms.stake}
        to={OPTIONS_WALLET}
        missing={missing}
        className="flex min-h-11 shrink-0 items-center text-selected-text"
      >
        {t('transfer_in')}
      </TransferLink>
    </p>
  )
}

interface AnswerNoticeProps {
  readonly answer: OptionAnswer | undefined
  readonly reading: OptionReading
}

function AnswerNotice({ answer, reading }: AnswerNoticeProps) {
  const { t } = useTranslation('shell')
  const { problem } = answer ?? {}
  if (problem?.code === 'trading_frozen') return <FrozenNotice code={problem.code} />
  // Omit an error already shown beside its field.
  const isSaid = problem?.code === reading.problem?.code
  const text = answer?.isUnanswered ? t('unanswered') : isSaid ? null : problemOfForm(answer, ['stake'])
  return text ? <Notice tone="bad">{text}</Notice> : null
}

interface PartProps {
  readonly facts: OptionFacts
  readonly fields: OptionFields
  readonly change: (part: Partial<OptionFields>) => void
}

/** Durations with their win rates. */
function Durations({ facts: { terms }, fields, change }: PartProps) {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm text-muted">{t('duration')}</legend>
      <div className="grid grid-cols-3 gap-1">
        {terms.durations.map(({ seconds, ratio }) => (
          <label
            key={seconds}
            className="relative grid min-h-12 place-items-center rounded-lg border border-line px-1 py-1.5 text-center text-sm has-checked:border-selected has-checked:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-selected"
          >
            <input
              type="radio"
              name="seconds"
              value={seconds}
              checked={fields.seconds === String(seconds)}
              onChange={() => change({ seconds: String(seconds) })}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <span className="font-medium">{t('seconds', { count: seconds })}</span>
            <span className="text-2xs text-muted tabular-nums">+{numbers.rate(ratio)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Stake({ facts, fields, change, problem }: PartProps & { readonly problem: string | undefined }) {
  const { terms } = facts
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  const isAlive = useAlive()
  const duration = terms.durations.find(({ seconds }) => String(seconds) === fields.seconds) ?? terms.durations[0]
  if (!duration) return null
  const bound = (value: Amount) => numbers.decimal(trimZeros(formatAmount(terms.stake, value)))
  return (
    <div>
      <DecimalField
        label={t('stake')}
        name="stake"
        value={fields.stake}
        onChange={(event) => change({ stake: event.target.value })}
        aside={t('stake_hint', { min: bound(duration.min), max: bound(duration.max), asset: terms.stake.code })}
        problem={problem}
        unit={terms.stake.code}
      />
      <div className={`mt-2 grid grid-flow-col gap-1 noscript:hidden ${isAlive ? '' : 'invisible'}`}>
        {stakeChips(duration, terms.stake).map((chip) => (
          <button
            key={chip}
            type="button"
            onClick={() => change({ stake: String(chip) })}
            className="button button-quiet button-sm px-1"
          >
            {numbers.count(chip)}
          </button>
        ))}
      </div>
    </div>
  )
}

interface AvailableProps extends Pick<PartProps, 'facts'> {
  readonly figures: OptionFigures | null
}

function Available({ facts: { available, terms }, figures }: AvailableProps) {
  const { t } = useTranslation('options')
  const numbers = useNumbers()
  if (available === null) return null
  return (
    <p className="flex flex-wrap justify-between gap-x-2 text-xs text-muted">
      <span>
        {t('available')}{' '}
        <span className="text-ink">
          <Hideable>{numbers.usdt(formatAmount(terms.stake, available))}</Hideable> {terms.stake.code}
        </span>
      </span>
      <TransferLink
        asset={terms.stake}
        to={OPTIONS_WALLET}
        missing={figures && subtract(figures.ifWrong, available)}
        className="text-selected-text hover:underline"
      >
        {t('transfer_in')}
      </TransferLink>
    </p>
  )
}
