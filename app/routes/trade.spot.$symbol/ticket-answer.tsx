// What the ticket says after a submit.

import type { Pair } from '#domain/catalogue'
import { Problem } from '../../components/field'
import { Notice } from '../../components/notice'
import type { TicketFields } from '../../forms/spot'
import { fieldOfRefusal } from '../../forms/spot-submission'
import { averagePriceWords, quantityWords } from '../../text/money'
import { useRefusalWords, useWords } from '../../text/words'
import type { TradeAnswer } from './data.server'

export function TicketAnswer({
  pair,
  answer,
  fields,
}: {
  pair: Pair
  answer: TradeAnswer | undefined
  fields: TicketFields
}) {
  const say = useWords('spot')
  const sayShell = useWords('shell')
  if (answer?.intent !== 'place') return null
  if (answer.isUnanswered) return <Notice tone="bad">{sayShell('unanswered')}</Notice>
  if (answer.problem) {
    const isBesideField = fieldOfRefusal(answer.problem.code, fields) !== 'form'
    return isBesideField ? null : <Problem text={answer.problem.text} />
  }
  const { order } = answer
  if (!order) return null
  const price = averagePriceWords(pair, order)
  if (price !== null) {
    const facts = { quantity: quantityWords(pair, order.lotsFilled), asset: pair.base.code, price }
    return <Notice tone="good">{say('placed_filled', facts)}</Notice>
  }
  if (order.state === 'open' || order.state === 'pending') {
    return <Notice tone="good">{say('placed_open', { order: order.orderNo })}</Notice>
  }
  return <RefusedOrder order={order} />
}

/** An order that the market took and ended at once: refused with a reason, or with nothing to trade against. */
function RefusedOrder({ order }: { order: NonNullable<TradeAnswer['order']> }) {
  const say = useWords('spot')
  const refusalWords = useRefusalWords()
  return (
    <Notice tone="plain">
      {order.refusal ? refusalWords({ code: order.refusal, facts: {} }) : say('placed_unfilled')}
    </Notice>
  )
}
