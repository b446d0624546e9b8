// The order ticket. A plain form first: side, type and size are links that the server draws; with scripts they switch in place.

import { Link, useFetcher, useLocation } from '@remix-run/react'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Rate } from '#domain/money/rate'
import { discountedRate } from '#domain/promotion/fee'
import { useAlive } from '../../components/alive'
import { FiatText } from '../../components/fiat'
import { Hideable } from '../../components/hidden-amounts'
import { Icon } from '../../components/icon'
import { preloadSheet } from '../../components/sheet'
import { useSite } from '../../site'
import { useLoaded } from '../../components/use-loaded'
import type { OrderAnswer } from '../../forms/order-answer'
import { type TicketFacts, type TicketFields, readTicket } from '../../forms/spot'
import { convertSize } from '../../forms/ticket-size'
import { choiceSearch } from '../../forms/spot-submission'
import { useNetwork } from '../../live/network'
import { useNumbers } from '../../text/numbers'
import { useWords } from '../../text/words'
import type { action } from './data.server'
import { useWorth } from './pair-quotes'
import { TicketAnswer } from './ticket-answer'
import { KindTabs, SideTabs } from './ticket-choice'
import { PriceField, SizeField } from './ticket-fields'
import { LimitOptions, PercentSlider } from './ticket-options'
import { TicketSummary } from './ticket-summary'

const loadQuestion = () => import('./confirm-order')

interface TicketProps {
  readonly facts: TicketFacts
  readonly commandId: string
  /** What the form starts with: the choices in the address, or what a scriptless submit brought back. */
  readonly initial: TicketFields
  /** Told side and kind as an address carries them, whenever they are others. */
  readonly onSearch: (search: string) => void
  /** The answer of a scriptless submit. */
  readonly drawnAnswer: OrderAnswer | undefined
  /** Set from outside, by the book or a key; a new object each time. */
  readonly picked: Partial<TicketFields> | null
  /** Every order is asked about first. */
  readonly isAsking: boolean
  readonly onAsking: (isAsking: boolean) => void
}

export function Ticket(props: TicketProps) {
  const { facts, commandId, initial, onSearch, drawnAnswer, picked, isAsking, onAsking } = props
  const say = useWords('spot')
  const { userId } = useSite()
  const fetcher = useFetcher<typeof action>()
  const [fields, setFields] = useState(initial)
  const answer = fetcher.data ?? drawnAnswer
  // Whatever was read again since: an order without an answer is only ever repeated under its own id.
  const ownId = (answer?.isUnanswered && answer.intent === 'place' && answer.fields['commandId']) || commandId
  const reading = readTicket(facts, fields)
  const isSending = fetcher.state !== 'idle'
  const isOffline = useNetwork() === 'offline'
  const [dismissed, setDismissed] = useState<typeof answer>()
  const shown = isSending || isOffline || answer === dismissed ? undefined : answer
  const change = (part: Partial<TicketFields>) => {
    setFields((before) => ({ ...before, ...part, ...convertSize(facts, before, part) }))
    // What was said of the last order is not about this other one.
    setDismissed(answer)
  }

  const search = choiceSearch(fields)
  useEffect(() => onSearch(search), [onSearch, search])
  useOnChange(picked, () => picked && change(picked))
  useOnChange(fetcher.data, () => fetcher.data?.order && setFields((sent) => ({ ...sent, quantity: '', budget: '' })))

  const form = useRef<HTMLFormElement>(null)
  const { isAsked, ask, question } = useQuestion()
  const isWrong = reading.problems.length > 0
  // What cannot be an order needs no question: the server says what is missing.
  const mustAsk = isAsking && !isWrong && reading.summary !== null
  const guard = (event: FormEvent) => {
    if (isSending || isOffline || isWrong || mustAsk) event.preventDefault()
    if (isSending || isOffline) return
    if (isWrong) focusWrong(form)
    else if (mustAsk) ask(true)
  }
  // Once it is drawn: an answer is looked at when the page has been read again after it.
  const heardProblem = shown === fetcher.data && shown?.problem
  useEffect(() => {
    if (heardProblem) focusWrong(form)
  }, [heardProblem])
  const onAnswer = (isYes: boolean, isAskingAgain: boolean) => {
    ask(false)
    if (!isYes || isOffline) return
    if (!isAskingAgain) onAsking(false)
    fetcher.submit(form.current)
  }
  const part = { facts, fields, reading, answer: shown, onChange: change }
  return (
    <section aria-label={say('ticket')} className="p-2.5 lg:sticky lg:top-0 lg:p-3">
      <SideTabs fields={fields} onChange={change} />
      <KindTabs fields={fields} onChange={change} />
      <fetcher.Form ref={form} method="post" onSubmit={guard} className="mt-1.5 grid gap-1.5" aria-busy={isSending}>
        <HiddenFields intent="place" commandId={ownId} language={facts.language} {...choicesOf(fields)} />
        <Available facts={facts} side={fields.side} />
        <PriceField {...part} />
        <SizeField {...part} />
        <PercentSlider {...part} />
        {fields.kind === 'limit' && <LimitOptions fields={fields} onChange={change} />}
        <TicketSummary pair={facts.pair} summary={reading.outlook ? null : reading.summary} />
        {userId === null ? (
          <LoginLink />
        ) : (
          <PlaceButton
            side={fields.side}
            asset={facts.pair.base.code}
            isSending={isSending}
            isIdle={isSending || isOffline}
            isAsking={isAsking}
          />
        )}
        <TicketAnswer pair={facts.pair} fields={fields} answer={shown} heard={fetcher.data}>
          {isOffline || reading.outlook ? (
            <p role="status">{say(isOffline ? 'offline_waits' : `outlook_${reading.outlook ?? 'terms'}`)}</p>
          ) : (
            <p className="text-2xs text-muted">
              <FeeRates facts={facts} />
            </p>
          )}
        </TicketAnswer>
      </fetcher.Form>
      {userId !== null && <AskOption isAsking={isAsking} onAsking={onAsking} />}
      {question && (
        <question.ConfirmOrder
          isOpen={isAsked}
          pair={facts.pair}
          fields={fields}
          reading={reading}
          onAnswer={onAnswer}
        />
      )}
    </section>
  )
}

/** Whether the order is asked about, and what asks once it is loaded. */
function useQuestion() {
  const [isAsked, ask] = useState(false)
  return { isAsked, ask, question: useLoaded(loadQuestion, isAsked, () => ask(false)) }
}

const choicesOf = ({ side, kind, sizeIn }: TicketFields) => ({ side, kind, sizeIn })

/** What the form sends and nobody types. */
const HiddenFields = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

interface PlaceButtonProps {
  readonly side: TicketFields['side']
  readonly asset: string
  readonly isSending: boolean
  /** It can be pressed, and sends nothing. */
  readonly isIdle: boolean
  readonly isAsking: boolean
}

function PlaceButton({ side, asset, isSending, isIdle, isAsking }: PlaceButtonProps) {
  const say = useWords('spot')
  return (
    <button
      aria-disabled={isIdle}
      onPointerEnter={isAsking ? preloadSheet : undefined}
      className={`button mt-1 button-${side}`}
    >
      {isSending ? say('sending') : say(`place_${side}`, { asset })}
    </button>
  )
}

/** What is wrong comes into sight and can be mended at once. On a phone it is far above the button. */
const focusWrong = (form: RefObject<HTMLFormElement>): void =>
  form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()

/** Adjusts state in the very drawing in which `value` is another, so that no frame shows the one without the other. */
function useOnChange(value: unknown, adjust: () => void): void {
  const [last, setLast] = useState(value)
  if (value === last) return
  setLast(value)
  adjust()
}

/** What this visitor pays of a fill as maker and as taker, and the page that says why. */
function FeeRates({ facts: { pair, fees } }: Pick<TicketProps, 'facts'>) {
  const say = useWords('spot')
  const numbers = useNumbers()
  const rateOf = (own: Rate) => numbers.rate(fees ? discountedRate(own, fees.terms, fees.at) : own)
  const words = say('fee_rates', { maker: rateOf(pair.makerFee), taker: rateOf(pair.takerFee) })
  return (
    <Link to="/settings/vip" className="underline-offset-2 hover:underline">
      {words}
    </Link>
  )
}

function Available({ facts, side }: { readonly facts: TicketFacts; readonly side: TicketFields['side'] }) {
  const say = useWords('spot')
  const numbers = useNumbers()
  const worth = useWorth()
  if (!facts.available) return null
  const [asset, value] =
    side === 'buy' ? [facts.pair.quote, facts.available.quote] : [facts.pair.base, facts.available.base]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 text-xs">
      <p className="text-muted">{say('available')}</p>
      <p data-testid="available" className="ml-auto">
        <Hideable>
          {numbers.amount(asset, value)} {asset.code}
        </Hideable>
      </p>
      {/* A line of its own, there before its price is: nothing below it moves. */}
      <p className="flex min-h-6 w-full items-center justify-end text-2xs">
        <Hideable>
          <FiatText usdt={worth.ofAmount(asset, value)} className="text-muted" />
        </Hideable>
        <Link
          to="/assets/transfer"
          aria-label={say('transfer_in', { asset: asset.code })}
          className="-my-2 -mr-2 grid h-10 w-8 place-items-center text-selected-text"
        >
          <Icon name="swap" className="size-4" />
        </Link>
      </p>
    </div>
  )
}

/** Only scripts can ask, so without them there is nothing to choose. */
function AskOption({ isAsking, onAsking }: Pick<TicketProps, 'isAsking' | 'onAsking'>) {
  const say = useWords('spot')
  const isAlive = useAlive()
  return (
    <label className={`flex min-h-9 items-center gap-2 text-xs text-muted ${isAlive ? '' : 'invisible'}`}>
      <input
        type="checkbox"
        // A browser that goes back would tick it as it was ticked then, or as another box was, and that would be kept.
        autoComplete="off"
        checked={isAsking}
        onChange={(event) => onAsking(event.target.checked)}
        className="size-4 shrink-0 accent-selected"
      />
      {say('confirm_option')}
    </label>
  )
}

function LoginLink() {
  const say = useWords('spot')
  const { pathname } = useLocation()
  return (
    <Link to={`/login?${new URLSearchParams({ returnTo: pathname }).toString()}`} className="button button-brand">
      {say('log_in_to_trade')}
    </Link>
  )
}
