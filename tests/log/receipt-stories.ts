// A receipt of every rule, made as users, the desk and the sweep make them: each story asks the API and lets the clock go on.

import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { callAccountAsSystem } from '#services/account-room'
import { addRow } from '#services/desk/sheets'
import { type Person, join, ok } from '../api/client'
import { LONG } from '../kit/long'
import { type Hired, commandId, decide, hireTeam, reviewOf, valueOf } from '../desk/office'
import { HOUR, MINUTE, SECOND, clock, goOn, tick, withAlarms } from './site-clock'

const USDT = 3
const SALE = 60
const EVENT = 950
const SERIES = 77
/** How much there is of each. The short form has a receipt of every rule. */
const NAMES = LONG ? ['Alice', 'Bob', 'Carol', 'Dan'] : ['Alice', 'Bob']
const SECONDS = LONG ? 4 : 1
const TIMES = LONG ? [1, 2] : [1]
const SEEDS = LONG ? ['1', '2', '3', '4', '5', '6'] : ['1']
const BOXES = LONG ? 9 : 2
const FIRED = LONG ? 2 : 1
const PAIRS = (
  LONG ? ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE', 'ADA', 'LTC', 'LINK', 'AVAX', 'DOT', 'TRX'] : ['BTC']
).map((code) => `${code}-USDT`)
const SHARE = 'AAPL-USDT'

export interface Site {
  people: Person[]
  readonly desk: { readonly ada: Hired; readonly rita: Hired; readonly fiona: Hired }
}

export async function openSite(): Promise<Site> {
  // Each second of the gaps that the clock leaps over has a hashed price of each pair.
  const traded = [...PAIRS, SHARE].map((symbol) => `'${symbol}'`).join()
  await env.DB.prepare(
    `UPDATE asset SET is_listed = 0 WHERE id IN (SELECT base_asset_id FROM pair)
     AND id NOT IN (SELECT base_asset_id FROM pair WHERE symbol IN (${traded}))`,
  ).run()
  const people = await Promise.all(NAMES.map((name) => join(name)))
  for (const { userId } of people) {
    await env.DB.prepare('UPDATE user SET level = 2, review_status = 2 WHERE id = ?').bind(userId).run()
    const grants = (['change', 'lever', 'micro', 'stocks'] as const).map((wallet) => {
      return { assetId: USDT, amount: '900000000000', wallet }
    })
    await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'much', grants })
  }
  return { people, desk: await hireTeam() }
}

const post = <Answer>(person: Person | undefined, path: string, form: Record<string, string>): Promise<Answer> =>
  withAlarms(ok<Answer>('POST', path, { form, token: person?.token }))

async function priceOf(symbol: string): Promise<number> {
  const [quote] = await ok<{ price: string }[]>('GET', '/v1/quotes', { query: { symbol } })
  return Number(quote?.price)
}

/** Fills of the house, conversions, deposits, contracts that are opened and closed, options: of each some in every second. */
export async function trade({ people }: Site): Promise<void> {
  const btc = { symbol: 'BTC-USDT' }
  for (let second = 0; second < SECONDS; second += 1) {
    await tick(clock() + SECOND)
    const orders = people.map(async (person) => {
      const form = { ...btc, direction: 'long', lots: '2', leverage: '10', mode: 'isolated' }
      const { position_id: id } = await post<{ position_id: number }>(person, '/v1/futures/order', form)
      await post(person, '/v1/futures/close', { position_id: String(id) })
    })
    const others = TIMES.flatMap(() =>
      people.flatMap((person) => [
        post(person, '/user/Transfer', { number: '60', from_currency_id: '3', to_currency_id: '1' }),
        post(person, '/v1/options/order', { ...btc, direction: 'rise', seconds: '30', stake: '10' }),
        post(person, '/v1/mining/lock', { product_id: '1', amount: '20' }),
      ]),
    )
    const bought = PAIRS.map((symbol) =>
      post(people[0], '/v1/order', { symbol, side: 'buy', kind: 'market', quote_amount: '50' }),
    )
    await Promise.all([...orders, ...others, ...bought])
  }
  await goOn(clock() + 40 * SECOND)
}

export async function play({ people }: Site): Promise<void> {
  await Promise.all(
    people.map(async (person) => {
      await post(person, '/v1/game/seed', {})
      for (const no of SEEDS) {
        for (const under of ['4950', '9500'])
          await post(person, '/v1/game/round', { seed_no: no, client_seed: 'c0ffee', under, stake: '1' })
        await post(person, '/v1/game/seed', {})
      }
    }),
  )
}

/** Orders that the price reaches within seconds, on both sides of it. */
export async function trigger({ people: [alice] }: Site): Promise<void> {
  const price = await priceOf('BTC-USDT')
  const form = { symbol: 'BTC-USDT', side: 'sell', quantity: '0.0005' }
  for (const [kind, apart] of [
    ['stop', -0.5],
    ['take_profit', 0.5],
  ] as const)
    await post(alice, '/v1/conditional/order', {
      ...{ ...form, kind },
      trigger_price: (price + apart).toFixed(1),
    })
  const fired = 'SELECT count(*) AS fired FROM receipt WHERE body LIKE \'{"rule":"conditional-1"%\''
  for (let times = 0; times < 10 && (await env.DB.prepare(fired).first('fired')) !== FIRED; times += 1)
    await goOn(clock() + 5 * SECOND)
}

export async function drawBoxes({ people }: Site): Promise<void> {
  const [alice] = people
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO nft_artist (id, user_id, nickname, state, created_at) VALUES (900, ?, 'Alice Aoki', 'listed', 1)",
    ).bind(alice?.userId),
    env.DB.prepare(
      `INSERT INTO nft_series (id, artist_id, name, media, chain, asset, ask, royalty, sale_from, sale_to, is_ready)
       VALUES (?, 900, 'Tides', '/media/box.webp', 'CM', 'USDT', '20000000', '5000000', ?, ?, 1)`,
    ).bind(SERIES, clock() - 1, clock() + HOUR),
    ...Array.from({ length: BOXES }, (_, index) => index + 1).map((no) =>
      env.DB.prepare(
        "INSERT INTO nft_prize (series_id, no, name, kind, media, rarity) VALUES (?, ?, ?, 'image', '/media/p.webp', 'N')",
      ).bind(SERIES, no, `Tide ${no}`),
    ),
  ])
  await goOn(clock() + MINUTE)
  const { results } = await env.DB.prepare('SELECT code FROM nft_work WHERE series_id = ?').bind(SERIES).all<{
    code: string
  }>()
  const others = people.slice(1)
  for (const [index, { code }] of results.entries()) {
    const buyer = others[index % others.length]
    await post(buyer, '/bind_box/buyNFT', { code })
    await post(buyer, '/bind_box/openBlindBox', { code })
  }
}

/** What shows each bet of a quiz and each application of a sale: both close in five minutes, and take a few more. */
export async function quizAndSale(site: Site): Promise<{ bets: readonly Record<string, string>[]; claims: string[] }> {
  const [bets, claims] = [await bet(site), await apply(site)]
  for (const minutes of [8, 1]) await goOn(clock() + minutes * MINUTE)
  await env.DB.prepare("INSERT INTO quiz_answer (event_id, answer, evidence, decided_at) VALUES (?, 1, 'seen', ?)")
    .bind(EVENT, clock())
    .run()
  for (const minutes of [1, 20]) await goOn(clock() + minutes * MINUTE)
  return { bets, claims }
}

async function bet({ people }: Site): Promise<readonly Record<string, string>[]> {
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO quiz_event (id, asset, option_count, fee, stake_min, stake_max, opens_at, closes_at, is_published, sort)
       VALUES (?, 'USDT', 2, '2000000', '1000000', '100000000', 0, ?, 1, 1)`,
    ).bind(EVENT, clock() + 5 * MINUTE),
    env.DB.prepare(
      `INSERT INTO quiz_text (event_id, language, question, source, option_1, option_2) VALUES (?, 'en', 'Which?', 'Here.', 'A', 'B')`,
    ).bind(EVENT),
  ])
  const bets = await Promise.all(
    people.map((person, index) =>
      post<{ key: string }>(person, '/v1/quiz/bet', {
        event_id: String(EVENT),
        option: String(1 + (index % 2)),
        stake: '10',
      }),
    ),
  )
  return bets.map(({ key }) => ({ event_id: String(EVENT), key }))
}

/** Answers the numbers of the applications. */
async function apply({ people }: Site): Promise<string[]> {
  const now = clock()
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO ieo_project (id, asset_id, mode, cost, supply, min_quantity, applicant_max, pays, starts_at, ends_at, listing_at, lock_days,
        is_open, picture, website, white_paper) VALUES (?, 9001, 'pro_rata', '50000', 1000, 10, 2000, 'USDT,BTC', ?, ?, ?, 2, 1, '/banners/moonb.svg', '', '')`,
    ).bind(SALE, now - HOUR, now + 5 * MINUTE, now + 20 * MINUTE),
    env.DB.prepare(
      "INSERT INTO ieo_text (project_id, language, title, summary, content) VALUES (?, 'en', 'A', 'B', 'C')",
    ).bind(SALE),
  ])
  const applied = await Promise.all(
    people.map((person, index) =>
      post<{ claim_id: number }>(person, '/v1/ieo/order', {
        ...{ project_id: String(SALE), quantity: String(300 + 7 * index), pay: index % 2 === 0 ? 'USDT' : 'BTC' },
      }),
    ),
  )
  return applied.map(({ claim_id: id }) => String(id))
}

/** A loan of 900,000 against bitcoin of 720,000: 180 % on the first day, and 16 % of interest a day. */
export async function lend({ people: [, bob], desk: { rita, fiona } }: Site): Promise<void> {
  await env.DB.prepare("UPDATE loan_term SET daily_rate = '16000000' WHERE asset_id = 3 AND days = 7").run()
  const amount = String(Math.round((720_000 / (await priceOf('BTC-USDT'))) * 100_000_000))
  const grants = [{ assetId: 1, amount, wallet: 'margin' }] as const
  await callAccountAsSystem(env, bob?.userId ?? 0, { type: 'grant_demo', ref: 'margin', grants })
  const form = { term_id: '11', amount: '900000', margin_currency_id: '3', lang: 'en' }
  const asked = await post<{ loan_id: number }>(bob, '/v1/loan/request', form)
  for (const person of [rita, fiona]) await decide(person, await reviewOf(String(asked.loan_id)), 'approve', clock())
}

export async function holdOvernight({ people: [alice] }: Site): Promise<void> {
  const form = { symbol: 'BTC-USDT', direction: 'long', lots: '50', leverage: '10', mode: 'isolated' }
  await post(alice, '/v1/futures/order', form)
}

export async function invest({ people: [alice] }: Site, maturesAt: number): Promise<void> {
  const series = await ok<{ series_id: number; symbol: string }[]>('GET', '/v1/invest/series', {
    query: { kind: 'put' },
  })
  const id = series.find(({ symbol }) => symbol === 'BTC-USDT')?.series_id ?? 0
  await env.DB.prepare('UPDATE invest_series SET matures_at = ? WHERE id = ?').bind(maturesAt, id).run()
  await post(alice, '/v1/invest/buy', { series_id: String(id), shares: '1' })
}

export async function buyShares({ people, desk: { ada, fiona } }: Site, day: string): Promise<void> {
  for (const person of people)
    await post(person, '/v1/order', { symbol: SHARE, side: 'buy', kind: 'market', quantity: '2' })
  const id = commandId()
  const none = { new_shares: '0', old_shares: '0', new_code: '', new_name: '', is_called_off: '' }
  const texts = { ...none, id: '1', symbol: SHARE, kind: 'dividend', day, paid_per_share: '0.25' }
  const asked = { name: 'stock-actions', texts, commandId: id, at: clock() } as const
  expect(valueOf(await addRow(env, ada.member, asked))).toMatchObject({ kind: 'proposed' })
  expect(await decide(fiona, await reviewOf(id), 'approve', clock())).toMatchObject({ resolved: { kind: 'done' } })
}
