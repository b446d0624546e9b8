// Inbox messages for conditional orders whose trigger price was reached.

import { formatSteps } from '#domain/quotes/steps'
import type { Conditionals } from './state'
import { type Conditional, conditionalRef } from './store'

export function notify(
  { account }: Conditionals,
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
  account.capabilities.notices.add({ kind, facts, ref: `${conditionalRef(conditionalNo)}:${kind}` }, at)
}
