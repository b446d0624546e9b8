// /api/v1 alerts. Extends the old contract.

import * as v from 'valibot'
import { ALERT_KINDS, ALERT_STATES } from '#domain/alerts/alert'
import { formatPercentTrimmed, rate } from '#domain/money/rate'
import { done } from '#domain/outcome'
import { formatSteps } from '#domain/quotes/steps'
import type { AlertRow } from '#party/protocol/alerts'
import {
  listEndedAlerts,
  listOpenAlerts,
  removeAlert,
  setFillAlert,
  setLiquidationAlert,
  setMoveAlert,
  setPriceAlert,
} from '#services/alerts'
import { endOf, listFields, listOf, partOf } from './cursor'
import { wireDecimal, wireId } from './fields'
import { privateRoute, route } from './route'

const price = v.nullable(wireDecimal)
const alert = v.object({
  alert_id: wireId,
  kind: v.picklist(ALERT_KINDS),
  symbol: v.string(),
  price: v.pipe(price, v.description('the target of a price alert')),
  direction: v.pipe(v.nullable(v.picklist(['rise', 'fall'])), v.description('which way the price goes to the target')),
  percent: v.pipe(price, v.description('of a move, and of the distance to liquidation')),
  hours: v.pipe(v.nullable(v.number()), v.description('span of a move')),
  start_price: v.pipe(price, v.description('first price of a move’s running span')),
  start_at: v.nullable(v.number()),
  order_id: v.nullable(wireId),
  position_id: v.nullable(wireId),
  state: v.pipe(v.picklist(ALERT_STATES), v.description('void: its order or position ended first')),
  told_price: v.pipe(price, v.description('the price that reached it')),
  set_at: v.number(),
  ended_at: v.nullable(v.number()),
})

function alertRow(row: AlertRow): v.InferInput<typeof alert> {
  const text = (priceSteps: number | null) => (priceSteps === null ? null : formatSteps(priceSteps, row.priceDecimals))
  return {
    alert_id: row.alertNo,
    kind: row.kind,
    symbol: row.symbol,
    price: text(row.targetSteps),
    direction: row.direction,
    percent: row.rate === null ? null : formatPercentTrimmed(rate(BigInt(row.rate))),
    hours: row.hours,
    start_price: text(row.startSteps),
    start_at: row.startAt,
    order_id: row.orderNo,
    position_id: row.positionNo,
    state: row.state,
    told_price: text(row.toldSteps),
    set_at: row.setAt,
    ended_at: row.endedAt,
  }
}

const declared = { tag: 'Messages', scope: 'trade', answers: { schema: alert, write: alertRow } } as const

export const alertRoutes = [
  route(setPriceAlert, {
    ...declared,
    at: 'POST /v1/alerts/price',
    summary: 'Be told once when the price rises or falls to a target',
  }),
  route(setMoveAlert, {
    ...declared,
    at: 'POST /v1/alerts/move',
    summary: 'Be told once when the price moves by a percentage within a span, measured from the span’s first price',
  }),
  route(setFillAlert, {
    ...declared,
    at: 'POST /v1/alerts/fill',
    summary: 'Be told once of the next fill of an open order',
  }),
  route(setLiquidationAlert, {
    ...declared,
    at: 'POST /v1/alerts/liquidation',
    summary: 'Be told once when the price comes within a percentage of a position’s liquidation',
  }),
  route(removeAlert, { ...declared, at: 'DELETE /v1/alerts', summary: 'Remove an open alert' }),
  privateRoute({
    method: 'GET',
    path: '/v1/alerts',
    scope: 'read',
    summary: 'Own open alerts, newest first',
    tag: 'Messages',
    input: v.object({}),
    output: v.object({ list: v.array(alert) }),
    handler: async ({ env, session }) => {
      const open = await listOpenAlerts(env, session)
      return open.ok ? done({ list: open.value.map(alertRow) }) : open
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/v1/alerts/history',
    scope: 'read',
    summary: 'Own alerts that were told, removed or void, newest first',
    tag: 'Messages',
    input: v.object(listFields),
    output: listOf(alert),
    handler: async ({ env, session, input }) => {
      const ended = await listEndedAlerts(env, session, partOf(input))
      if (!ended.ok) return ended
      const { rows, end } = endOf(ended.value, input, ({ alertNo }) => alertNo)
      return done({ list: rows.map(alertRow), ...end })
    },
  }),
]
