// /api/microtrade/*: options under the names of the wire contract.

import * as v from 'valibot'
import { findPair, isShare } from '#domain/catalogue'
import { formatTrimmed } from '#domain/money/amount'
import { formatRatePercent, rate } from '#domain/money/rate'
import type { Language } from '#domain/language'
import { OPTIONS_WALLET, type OptionTerms, stakeChips } from '#domain/options/terms'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { OptionRow } from '#party/protocol/options'
import { loadCatalogue } from '#services/catalogue'
import { findOption, listEndedOptions, listLiveOptions, placeOption } from '#services/options'
import { listOptionTerms } from '#services/options-terms'
import { listBalances } from '#services/wallet'
import { optionDirectionText, optionStateText } from '#services/words'
import { type Session, readSession } from '#session/session'
import { decimal, direction, id, idOrAll, limit, page } from '#services/input'
import { wireDecimal, wireId } from './fields'
import { paginate, paginated, wireDecimals } from './format'
import { microOrder, microRow } from './options-rows'
import { callerOf, privateRoute, publicRoute } from './route'

const seconds = v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.minValue(1))
const ofPair = { match_id: v.optional(idOrAll) }

/** Terms of a pair by id; without an id the first pair's. */
async function termsOf(env: Env, matchId: number): Promise<Outcome<OptionTerms>> {
  const [{ pairs }, all] = await Promise.all([loadCatalogue(env), listOptionTerms(env)])
  if (matchId === 0) return all[0] ? done(all[0]) : refuse('pair_not_found')
  const pair = pairs.find((each) => each.id === matchId)
  if (!pair) return refuse('pair_not_found')
  const terms = all.find(({ symbol }) => symbol === pair.symbol)
  return terms ? done(terms) : refuse('options_not_offered', { pair: `${pair.base.code}/${pair.quote.code}` })
}

/**
 * Durations are per pair and stakes per duration, but clients of the old contract expect one list of each: without
 * terms of the pair, the first terms are returned.
 */
async function anyTerms(env: Env, matchId: number | undefined): Promise<OptionTerms | undefined> {
  const own = await termsOf(env, matchId ?? 0)
  return own.ok ? own.value : (await listOptionTerms(env))[0]
}

export const microtradeRoutes = [
  publicRoute({
    method: 'GET',
    path: '/microtrade/seconds',
    summary: 'Durations that options may have, with what a win pays in percent of the stake',
    tag: 'Options',
    input: v.object(ofPair),
    output: v.array(
      v.object({
        id: wireId,
        seconds: v.number(),
        profit_ratio: wireDecimal,
        min_amount: wireDecimal,
        max_amount: wireDecimal,
        status: v.picklist([0, 1]),
      }),
    ),
    handler: async ({ env, input }) => {
      const terms = await anyTerms(env, input.match_id)
      return done(
        (terms?.durations ?? []).map((duration, index) => ({
          id: index + 1,
          seconds: duration.seconds,
          profit_ratio: formatRatePercent(duration.ratio).replace(/0{4}$/, ''),
          min_amount: formatTrimmed(terms?.stake ?? { scale: 6 }, duration.min),
          max_amount: formatTrimmed(terms?.stake ?? { scale: 6 }, duration.max),
          status: terms?.isOpen ? (1 as const) : (0 as const),
        })),
      )
    },
  }),
  publicRoute({
    method: 'GET',
    path: '/microtrade/nums',
    summary: 'Stakes that forms offer',
    tag: 'Options',
    input: v.object(ofPair),
    output: v.array(v.object({ number: v.string() })),
    handler: async ({ env, input }) => done(chipsOf(await anyTerms(env, input.match_id))),
  }),
  publicRoute({
    method: 'GET',
    path: '/microtrade/payable_currencies',
    summary: 'A row for every listed currency: what may be staked, and what the caller has',
    tag: 'Options',
    input: v.object({}),
    output: v.array(
      v.object({
        id: wireId,
        name: v.string(),
        micro_numbers: v.array(v.object({ number: v.string() })),
        micro_trade_fee: wireDecimal,
        micro_holdtrade_max: v.number(),
        user_wallet: v.nullable(v.object({ micro_balance: wireDecimal, micro_with_insurance: wireDecimal })),
        insurance_types: v.array(v.unknown()),
        user_insurance: v.null(),
      }),
    ),
    handler: async ({ env, request }) => {
      const [{ assets }, terms, own] = await Promise.all([
        loadCatalogue(env),
        anyTerms(env, undefined),
        ownBalances(env, await readSession(request, env)),
      ])
      return done(
        assets
          .filter((asset) => !isShare(asset))
          .map(({ id: assetId, code }) => ({
            id: assetId,
            name: code,
            micro_numbers: chipsOf(terms),
            micro_trade_fee: wireDecimals(formatRatePercent(terms?.fee ?? rate(0n))),
            micro_holdtrade_max: 50,
            user_wallet: own && {
              micro_balance: wireDecimals(own.get(assetId) ?? '0'),
              // Clients display this value, in the row of the charted coin, as the available stake.
              micro_with_insurance: wireDecimals(own.get(terms?.stake.id ?? assetId) ?? '0'),
            },
            insurance_types: [],
            user_insurance: null,
          })),
      )
    },
  }),
  privateRoute({
    method: 'POST',
    path: '/microtrade/submit',
    summary: 'Stake on a rise (1) or a fall (2); answers the order once its entry price is there',
    tag: 'Options',
    input: v.object({ match_id: id, currency_id: id, type: direction, seconds, number: decimal }),
    output: microOrder,
    handler: async (call) => {
      const { env, session, input, language } = call
      const terms = await termsOf(env, input.match_id)
      if (!terms.ok) return terms
      const { symbol, stake } = terms.value
      if (input.currency_id !== stake.id) return refuse('options_asset_not_taken', { asset: stake.code })
      const placed = await placeOption.run(callerOf(call), {
        symbol,
        direction: input.type === 'buy' ? 'rise' : 'fall',
        seconds: input.seconds,
        stake: input.number,
      })
      return placed.ok ? done(await show(env, session, { row: placed.value, language })) : placed
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/microtrade/lists',
    summary: 'Own options that run (status 1) or are over (3), newest first',
    tag: 'Options',
    input: v.object({ ...ofPair, status: v.optional(v.picklist(['1', '2', '3']), '1'), page, limit: limit(5) }),
    output: paginated(microOrder),
    handler: async ({ env, session, input, language }) => {
      const { status, page: number, limit: size } = input
      const terms = input.match_id ? await termsOf(env, input.match_id) : null
      if (terms && !terms.ok) return terms
      const symbol = terms?.value.symbol ?? null
      const listed = await listRows(env, session, { symbol, isOver: status === '3', page: number, limit: size })
      if (!listed.ok) return listed
      const rows = await Promise.all(listed.value.rows.map((row) => show(env, session, { row, language })))
      const facts = { path: '/api/microtrade/lists', page: number, limit: size, total: listed.value.total }
      return done(paginate(rows, facts))
    },
  }),
  privateRoute({
    method: 'GET',
    path: '/microtrade/get_result',
    summary: 'One own option; settled at most a second after it is due',
    tag: 'Options',
    input: v.object({ id }),
    output: microOrder,
    handler: async ({ env, session, input, language }) => {
      const found = await findOption(env, session, input.id)
      return found.ok ? done(await show(env, session, { row: found.value, language })) : found
    },
  }),
]

interface Listing {
  readonly symbol: string | null
  readonly isOver: boolean
  readonly page: number
  readonly limit: number
}

async function listRows(
  env: Env,
  session: Session,
  { symbol, isOver, page: number, limit: size }: Listing,
): Promise<Outcome<{ readonly rows: readonly OptionRow[]; readonly total: number }>> {
  if (isOver) return listEndedOptions(env, session, { symbol, isSettledOnly: true, page: number, limit: size })
  const live = await listLiveOptions(env, session)
  if (!live.ok) return live
  const own = [...live.value].reverse().filter((row) => symbol === null || row.symbol === symbol)
  return done({ rows: own.slice((number - 1) * size, number * size), total: own.length })
}

const chipsOf = (terms: OptionTerms | undefined): { number: string }[] => {
  const [first] = terms?.durations ?? []
  return terms && first ? stakeChips(first, terms.stake).map((chip) => ({ number: String(chip) })) : []
}

/** Balances of the options wallet by asset; null for a guest or an ended session. */
async function ownBalances(env: Env, session: Session | null): Promise<ReadonlyMap<number, string> | null> {
  const sheet = session && (await listBalances(env, session))
  if (!sheet?.ok) return null
  const own = sheet.value.lines.filter(({ wallet }) => wallet === OPTIONS_WALLET)
  return new Map(own.map(({ assetId, available }) => [assetId, available]))
}

async function show(
  env: Env,
  session: Session,
  { row, language }: { readonly row: OptionRow; readonly language: Language },
): Promise<v.InferOutput<typeof microOrder>> {
  const catalogue = await loadCatalogue(env)
  const asset = catalogue.assets.find((each) => each.id === row.assetId)
  return microRow(row, {
    userId: session.userId,
    pairId: findPair(catalogue, row.symbol)?.id ?? 0,
    asset: { code: asset?.code ?? '' },
    now: Date.now(),
    words: { type: optionDirectionText(language, row.direction), status: optionStateText(language, row.state) },
  })
}
