// Alerts for users and clients: text in, rows of the Account room out. Adds the price of the moment, then makes one call to the user's
// Account.

import type { ListPart } from '#domain/list-part'
import * as v from 'valibot'
import { SPAN_HOURS, type SpanHours, checkAlertRate } from '#domain/alerts/alert'
import { findPair } from '#domain/catalogue'
import { parsePercent } from '#domain/money/rate'
import { type Outcome, done, refuse } from '#domain/outcome'
import { parsePrice } from '#domain/spot'
import type { Page } from '#party/protocol/account'
import type { AlertRow } from '#party/protocol/alerts'
import type { Session } from '#session/session'
import { callAccount } from './account-room'
import { loadCatalogue } from './catalogue'
import { decimal, id, symbol } from './input'
import { accountCommand, operation } from './operation'
import { indexPrices } from './quotes'

const hours = v.pipe(
  v.picklist(SPAN_HOURS.map(String)),
  v.transform((text) => Number(text) as SpanHours),
)

/** Waits for a rise to a price above the current one, or a fall to one below. */
export const setPriceAlert = accountCommand('set_price_alert', {
  input: v.object({ symbol, price: decimal }),
  refusedAt: {
    price_off_tick: 'price',
    amount_malformed: 'price',
    amount_too_large: 'price',
    pair_not_found: 'symbol',
  },
  prepare: async ({ env }, { symbol: named, price }) => {
    const [catalogue, prices] = await Promise.all([loadCatalogue(env), indexPrices(env)])
    const pair = findPair(catalogue, named)
    if (!pair) return refuse('pair_not_found')
    const target = parsePrice(pair, price)
    if (!target.ok) return target
    const reference = prices.find((each) => each.symbol === named)?.priceSteps ?? 0
    return done({ symbol: named, targetSteps: target.value * pair.tickSteps, reference })
  },
})

const PERCENT = {
  alert_rate_out_of_bounds: 'percent',
  amount_malformed: 'percent',
  amount_too_precise: 'percent',
  amount_too_large: 'percent',
}

/** Alert for a percentage move within a time span, up or down. */
export const setMoveAlert = accountCommand('set_move_alert', {
  input: v.object({ symbol, percent: decimal, hours }),
  refusedAt: { ...PERCENT, pair_not_found: 'symbol' },
  prepare: (_caller, { symbol: named, percent, hours: span }) =>
    Promise.resolve(withRate(percent, (rate) => ({ symbol: named, rate, hours: span }))),
})

/** Waits for the next fill of an open spot order. */
export const setFillAlert = operation({
  input: v.object({ order_id: id }),
  refusedAt: { alert_order_ended: 'order_id' },
  run: ({ env, session, commandId }, { order_id: orderNo }): Promise<Outcome<AlertRow>> =>
    callAccount(env, session, { type: 'set_fill_alert', commandId, orderNo }),
})

/** Waits until the price comes within a percentage of a position's liquidation. */
export const setLiquidationAlert = accountCommand('set_liquidation_alert', {
  input: v.object({ position_id: id, percent: decimal }),
  refusedAt: { ...PERCENT, alert_position_ended: 'position_id' },
  prepare: (_caller, { position_id: positionNo, percent }) =>
    Promise.resolve(withRate(percent, (rate) => ({ positionNo, rate }))),
})

/** The percentage as a rate within the bounds. */
function withRate<Asked>(percent: string, make: (rate: string) => Asked): Outcome<Asked> {
  const rate = parsePercent(percent)
  if (!rate.ok) return rate
  const checked = checkAlertRate(rate.value)
  return checked.ok ? done(make(checked.value.toString())) : checked
}

export const removeAlert = operation({
  input: v.object({ alert_id: id }),
  run: ({ env, session, commandId }, { alert_id: alertNo }): Promise<Outcome<AlertRow>> =>
    callAccount(env, session, { type: 'remove_alert', commandId, alertNo }),
})

/** Newest first. */
export const listOpenAlerts = (env: Env, session: Session): Promise<Outcome<readonly AlertRow[]>> =>
  callAccount(env, session, { type: 'alerts_open' })

/** Told, removed and void alerts, newest first. */
export const listEndedAlerts = (env: Env, session: Session, part: ListPart): Promise<Outcome<Page<AlertRow>>> =>
  callAccount(env, session, { type: 'alerts_ended', ...part })
