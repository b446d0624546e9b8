// Ticket answer: success as a toast (a sentence without scripts), failure as a persistent notice.

import { Link } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { RoundOfOrder } from '../../components/fairness/held-round'
import { toast } from '../../components/toast'
import type { OrderAnswer } from '../../forms/order-answer'
import type { TicketFields } from '../../forms/spot'
import { fieldOfRefusal } from '../../forms/spot-submission'
import { useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'

interface Message {
  readonly text: string
  readonly isGood: boolean
  /** True when only staff can lift the block. */
  readonly isFrozen?: boolean
}

/** Message of an answer; null without one, or when a field already shows the error. */
function useMessage(pair: Pair, fields: TicketFields): (answer: OrderAnswer | undefined) => Message | null {
  const { t } = useTranslation('spot')
  const { t: tPlan } = useTranslation('conditional')
  const numbers = useNumbers()
  const { t: tShell } = useTranslation('shell')
  const refusalWords = useRefusalWords()
  return (answer) => {
    if (answer?.intent !== 'place') return null
    const { order, problem, isUnanswered, conditional } = answer
    if (isUnanswered) return { text: tShell('unanswered'), isGood: false }
    if (problem) {
      if (fieldOfRefusal(problem.code, fields) !== 'form') return null
      return { text: problem.text, isGood: false, isFrozen: problem.code === 'trading_frozen' }
    }
    // Announce the entry order's result; its attached exit appears in the list.
    if (conditional && conditional.kind !== 'attached')
      return { text: tPlan('placed_notice', { order: conditional.conditionalNo }), isGood: true }
    if (!order) return null
    const price = numbers.averagePrice(pair, order)
    if (price !== null) {
      const facts = { quantity: numbers.quantity(pair, order.lotsFilled), asset: pair.base.code, price }
      return { text: t('placed_filled', facts), isGood: true }
    }
    if (order.state === 'open' || order.state === 'pending') {
      return { text: t('placed_open', { order: order.orderNo }), isGood: true }
    }
    // The market accepted and closed the order at once: with a refusal, or unfilled because the book was empty.
    const text = order.refusal ? refusalWords({ code: order.refusal, facts: order.refusalFacts }) : t('placed_unfilled')
    return { text, isGood: false }
  }
}

interface TicketAnswerProps {
  readonly pair: Pair
  readonly fields: TicketFields
  /** Current answer; undefined while another request is pending or after dismissal. */
  readonly answer: OrderAnswer | undefined
  /** Answer to a scripted submit. */
  readonly fetched: OrderAnswer | undefined
  /** Default content without an answer. */
  readonly children: React.ReactNode
}

export function TicketAnswer({ pair, fields, answer, fetched, children }: TicketAnswerProps) {
  const messageOf = useMessage(pair, fields)
  const { t: tContent } = useTranslation('content')
  useEffect(() => {
    const message = messageOf(fetched)
    if (message?.isGood) toast(message.text, { tone: 'good' })
    // oxlint-disable-next-line react/exhaustive-deps -- one answer is one toast, however often it is drawn
  }, [fetched])
  const message = messageOf(answer)
  const isToast = message?.isGood && answer === fetched
  return (
    <div className="min-h-9 text-xs">
      {message && !isToast ? (
        <p role={message.isGood ? 'status' : 'alert'} className={message.isGood ? 'text-good-text' : 'text-bad-text'}>
          {message.text}{' '}
          {message.isFrozen && (
            <Link to="/contact" className="underline">
              {tContent('contact')}
            </Link>
          )}
        </p>
      ) : (
        children
      )}
      <RoundOfOrder text={answer?.round} />
    </div>
  )
}
