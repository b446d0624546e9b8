// /api/v1/stocks: listed stocks, trading hours, exchange calendars. Orders use the spot endpoints.

import * as v from 'valibot'
import { CALENDARS, CALENDAR_END, EXCHANGES, newYorkDay, tradingDay } from '#domain/stocks/calendar'
import { formatUnits } from '#domain/money/amount'
import { ACTION_KINDS } from '#domain/stocks/actions'
import { SECTORS } from '#domain/stocks/sector'
import { PHASES } from '#domain/stocks/session'
import { done, refuse } from '#domain/outcome'
import { DAY_MS, dayText, parseDay } from '#domain/time'
import { stockActions } from '#services/stock-actions'
import { listStocks } from '#services/stocks'
import { limit } from '#services/input'
import { wireDecimal, wireId } from './fields'
import { publicRoute } from './route'

const exchange = v.picklist(EXCHANGES)
const instant = v.pipe(v.number(), v.description('milliseconds'))
/** Maximum calendar days per request. */
const DAYS_MAX = 400

export const stockRoutes = [
  publicRoute({
    method: 'GET',
    path: '/v1/stocks',
    summary: 'Shares, each with where the session of its exchange stands',
    tag: 'Stocks',
    input: v.object({}),
    output: v.array(
      v.object({
        id: wireId,
        symbol: v.string(),
        code: v.string(),
        name: v.string(),
        exchange,
        sector: v.picklist(SECTORS),
        phase: v.picklist(PHASES),
        until: v.nullable(v.pipe(instant, v.description('when the next phase begins'))),
        opens_at: v.nullable(v.pipe(instant, v.description('when trading begins, while nothing trades'))),
      }),
    ),
    handler: async ({ env }) =>
      done(
        (await listStocks(env, Date.now())).map(({ pair, listing, session }) => ({
          id: pair.id,
          symbol: pair.symbol,
          code: pair.base.code,
          name: pair.base.name,
          exchange: listing.exchange,
          sector: listing.sector,
          phase: session.phase,
          until: session.until,
          opens_at: session.opensAt,
        })),
      ),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/stocks/actions',
    summary: 'What companies have done and will do with their shares, newest day first',
    tag: 'Stocks',
    input: v.object({ limit: limit(50) }),
    output: v.array(
      v.object({
        id: wireId,
        symbol: v.string(),
        kind: v.picklist(ACTION_KINDS),
        day: v.pipe(v.string(), v.description('day in New York; due as its session begins')),
        new_shares: v.number(),
        old_shares: v.number(),
        paid_per_share: wireDecimal,
        new_code: v.string(),
        state: v.picklist(['scheduled', 'running', 'done', 'called_off']),
        last_tick: v.nullable(v.pipe(v.string(), v.description('JSON: the tick that its price is taken from'))),
      }),
    ),
    handler: async ({ env, input }) =>
      done(
        (await stockActions(env, input.limit)).map((row) => ({
          id: row.id,
          symbol: row.symbol,
          kind: row.kind,
          day: row.day,
          new_shares: row.newShares,
          old_shares: row.oldShares,
          paid_per_share: formatUnits(row.paidPerShare, 6),
          new_code: row.newCode,
          state: row.state === 'scheduled' && row.isCalledOff ? ('called_off' as const) : row.state,
          last_tick: row.lastTick,
        })),
      ),
  }),
  publicRoute({
    method: 'GET',
    path: '/v1/stocks/calendar',
    summary: 'The days of trading of an exchange between two days, and who published the days off',
    tag: 'Stocks',
    input: v.object({
      exchange,
      from: v.pipe(v.string(), v.regex(/^20\d\d-\d\d-\d\d$/), v.description('day in New York; the first')),
      to: v.pipe(v.string(), v.regex(/^20\d\d-\d\d-\d\d$/), v.description('the last')),
    }),
    output: v.object({
      source: v.string(),
      published_to: v.string(),
      today: v.string(),
      days: v.array(
        v.object({
          day: v.string(),
          pre: v.nullable(instant),
          core: v.nullable(instant),
          post: v.nullable(instant),
          end: v.nullable(instant),
          is_early_close: v.boolean(),
        }),
      ),
    }),
    handler: ({ input }) => {
      const [from, to] = [parseDay(input.from), parseDay(input.to)]
      if (from === undefined) return refuse('field_malformed', { field: 'from' })
      if (to === undefined || to < from || to - from > DAYS_MAX * DAY_MS)
        return refuse('field_malformed', { field: 'to' })
      const days = Array.from({ length: (to - from) / DAY_MS + 1 }, (_, index) => from / DAY_MS + index)
      return done({
        source: CALENDARS[input.exchange].source,
        published_to: CALENDAR_END,
        today: dayText(newYorkDay(Date.now()) * DAY_MS),
        days: days.map((day) => {
          const hours = tradingDay(input.exchange, day)
          return {
            day: dayText(day * DAY_MS),
            pre: hours?.pre ?? null,
            core: hours?.core ?? null,
            post: hours?.post ?? null,
            end: hours?.end ?? null,
            is_early_close: hours?.isEarly ?? false,
          }
        }),
      })
    },
  }),
]
