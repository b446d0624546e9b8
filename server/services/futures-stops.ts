// Take-profit and stop-loss of a position as people and clients ask for them: decimal text in, the position out.

import { type Outcome, done } from '#domain/outcome'
import type { FuturesRow } from '#party/protocol/futures'
import type { Session } from '#session/session'
import { askCommand } from './account-room'
import { findFutures, findPlace, readPrices } from './futures'

export interface StopsForm {
  readonly positionNo: number
  /** Absent: there is none any more. */
  readonly takeProfit?: string | undefined
  readonly stopLoss?: string | undefined
  readonly takeProfitLots?: number | undefined
  readonly stopLossLots?: number | undefined
}

export function setFuturesStops(
  env: Env,
  session: Session,
  { commandId, form }: { readonly commandId: string; readonly form: StopsForm },
): Promise<Outcome<FuturesRow>> {
  const { positionNo, takeProfitLots = null, stopLossLots = null } = form
  const said = { positionNo, takeProfitLots, stopLossLots }
  return askCommand(env, session, { type: 'set_futures_stops', commandId, said }, () => readStops(env, session, form))
}

async function readStops(env: Env, session: Session, form: StopsForm) {
  const found = await findFutures(env, session, form.positionNo)
  if (!found.ok) return found
  const place = await findPlace(env, found.value.symbol)
  if (!place.ok) return place
  const { pair, reference } = place.value
  const prices = readPrices(pair, { takeProfit: form.takeProfit, stopLoss: form.stopLoss })
  if (!prices.ok) return prices
  const { positionNo, takeProfitLots = null, stopLossLots = null } = form
  return done({ positionNo, ...prices.value, takeProfitLots, stopLossLots, reference })
}
