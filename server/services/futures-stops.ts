// Take-profit and stop-loss of a position for users and clients: decimal text in, position out.

import { type Outcome, done } from '#domain/outcome'
import type { FuturesRow } from '#party/protocol/futures'
import type { Session } from '#session/session'
import { askCommand } from './account-room'
import { findFutures, findPlace, readPrices } from './futures'

export interface StopsForm {
  readonly positionNo: number
  /** Absent keeps the stop; null removes it. */
  readonly takeProfit?: string | null | undefined
  readonly stopLoss?: string | null | undefined
  /** Absent keeps the lots; null means the whole position. */
  readonly takeProfitLots?: number | null | undefined
  readonly stopLossLots?: number | null | undefined
}

export function setFuturesStops(
  env: Env,
  session: Session,
  { commandId, form }: { readonly commandId: string; readonly form: StopsForm },
): Promise<Outcome<FuturesRow>> {
  const said = { positionNo: form.positionNo, ...lotsOf(form) }
  return askCommand(env, session, { type: 'set_futures_stops', commandId, said }, () => readStops(env, session, form))
}

async function readStops(env: Env, session: Session, form: StopsForm) {
  const found = await findFutures(env, session, form.positionNo)
  if (!found.ok) return found
  const place = await findPlace(env, found.value.symbol)
  if (!place.ok) return place
  const { pair, reference } = place.value
  const { positionNo, takeProfit, stopLoss } = form
  const prices = readPrices(pair, { takeProfit: takeProfit ?? undefined, stopLoss: stopLoss ?? undefined })
  if (!prices.ok) return prices
  return done({
    positionNo,
    ...(takeProfit !== undefined && { takeProfit: prices.value.takeProfit }),
    ...(stopLoss !== undefined && { stopLoss: prices.value.stopLoss }),
    ...lotsOf(form),
    reference,
  })
}

const lotsOf = ({ takeProfitLots, stopLossLots }: StopsForm) => ({
  ...(takeProfitLots !== undefined && { takeProfitLots }),
  ...(stopLossLots !== undefined && { stopLossLots }),
})
