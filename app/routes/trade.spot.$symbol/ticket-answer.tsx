// What the ticket says after a submit: what went well is a toast, or a sentence when the page has no scripts; what did not stays.

import { Link } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pair } from '#domain/catalogue'
import { toast } from '../../components/toast'
import type { OrderAnswer } from '../../forms/order-answer'
import type { TicketFields } from '../../forms/spot'
import { fieldOfRefusal } from '../../forms/spot-submission'
import { useNumbers } from '../../text/numbers'
import { useRefusalWords } from '../../text/words'

interface Message {
  readonly text: string
  readonly isGood: boolean
  /** Only the desk can help. */
  readonly isFrozen?: boolean
}

/** What an answer to the ticket comes to in words; null for nothing, or what stands beside a field. */
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
    // What an entry has come to at once is the news; its way out is in the list.
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
    // The market took it and ended it at once: with a reason, or because there was nothing to trade against.
    const text = order.refusal ? refusalWords({ code: order.refusal, facts: order.refusalFacts }) : t('placed_unfilled')
    return { text, isGood: false }
  }
}

interface TicketAnswerProps {
  readonly pair: Pair
  readonly fields: TicketFields
  /** The answer to look at; none while another is on its way or after it was put aside. */
  readonly answer: OrderAnswer | undefined
  /** The same, when scripts sent the form. */
  readonly heard: OrderAnswer | undefined
  /** What stands there otherwise. */
  readonly children: React.ReactNode
}

export function TicketAnswer({ pair, fields, answer, heard, children }: TicketAnswerProps) {
  const messageOf = useMessage(pair, fields)
  const { t: tContent } = useTranslation('content')
  useEffect(() => {
    const message = messageOf(heard)
    if (message?.isGood) toast(message.text, { tone: 'good' })
    // oxlint-disable-next-line react/exhaustive-deps -- one answer is one toast, however often it is drawn
  }, [heard])
  const message = messageOf(answer)
  const isToast = message?.isGood && answer === heard
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
    </div>
  )
}
