// Inbox messages for conditional orders whose trigger price was reached.

import { formatSteps } from '#domain/quotes/steps'
import type { Conditionals } from './book'
import { type Conditional, conditionalRef } from './store'

export function tell(
  { book }: Conditionals,
  order: Conditional,
  kind: 'conditional_triggered' | 'conditional_refused',
  at: number,
): void {
  const { conditionalNo, symbol, firedSteps, priceDecimals } = order
  const facts = {
    pair: symbol.replace('-', '/'),
    order: String(conditionalNo),
    price: firedSteps === null ? '' : formatSteps(firedSteps, priceDecimals),
  }
  book.capabilities.notices.bring({ kind, facts, ref: `${conditionalRef(conditionalNo)}:${kind}` }, at)
}
