// Sales of invented tokens for play money: one shared sale every day, one first-come sale every other day. They depend on the date only, so
// repeated runs add the same sales. The shared supply is so small that a single applicant sees how sharing works.

import { LANGUAGES } from '#domain/language'
import { DAY_MS, HOUR_MS } from '#domain/time'
import { SALE_TEXTS, type TokenKey } from './ieo-texts'
import { type SeedRow, insertMissing } from './statement'

interface TokenSeed {
  readonly id: number
  readonly key: TokenKey
  readonly code: string
  readonly name: string
  readonly website: string
}

/** Invented tokens: none exists or is traded. */
const TOKENS = {
  bakery: { id: 9_001, key: 'bakery', code: 'MOONB', name: 'Moonbakery', website: 'https://moonbakery.example/' },
  ferry: { id: 9_002, key: 'ferry', code: 'CFERRY', name: 'Cloudferry', website: 'https://cloudferry.example/' },
  lantern: { id: 9_003, key: 'lantern', code: 'LFISH', name: 'Lanternfish', website: 'https://lanternfish.example/' },
} as const satisfies Readonly<Record<TokenKey, TokenSeed>>

const SCALE = 6

export const demoAssetStatements = (): string[] =>
  insertMissing(
    'asset',
    Object.values(TOKENS).map(({ id, code, name }) => ({
      id,
      code,
      name,
      logo: `/logos/${code.toLowerCase()}.svg`,
      scale: SCALE,
      wallets: 'change,earn',
      is_listed: true,
      sort: id,
    })),
  )

interface SaleSeed {
  readonly id: number
  readonly token: TokenSeed
  readonly row: SeedRow
}

/** Above every number that the desk gives. */
const ID_BASE = 1_000_001
const FIRST_COME_DAYS = 2

function dailySale(day: number): SaleSeed {
  const token = day % 2 === 0 ? TOKENS.bakery : TOKENS.ferry
  const startsAt = day * DAY_MS
  const endsAt = startsAt + DAY_MS
  const quantities = { supply: 10_000, min_quantity: 10, applicant_max: 50_000 }
  const times = { starts_at: startsAt, ends_at: endsAt, listing_at: endsAt + 6 * HOUR_MS, lock_days: 5 }
  const terms = { mode: 'pro_rata', cost: '50000', ...quantities, pays: 'USDT,BTC,ETH', ...times }
  return sale(ID_BASE + 2 * day, token, terms)
}

function firstComeSale(day: number): SaleSeed {
  const first = day - (day % FIRST_COME_DAYS)
  const startsAt = first * DAY_MS
  const endsAt = startsAt + FIRST_COME_DAYS * DAY_MS
  const quantities = { supply: 1_000_000, min_quantity: 10, applicant_max: 20_000 }
  const times = { starts_at: startsAt, ends_at: endsAt, listing_at: endsAt + HOUR_MS, lock_days: 10 }
  const terms = { mode: 'first_come', cost: '20000', ...quantities, pays: 'USDT', ...times }
  return sale(ID_BASE + 2 * first + 1, TOKENS.lantern, terms)
}

const sale = (id: number, token: TokenSeed, terms: SeedRow): SaleSeed => {
  const page = { picture: `/banners/${token.code.toLowerCase()}.svg`, website: token.website, white_paper: '' }
  return { id, token, row: { id, asset_id: token.id, ...terms, ...page, is_open: true, is_shown: true, sort: 0 } }
}

/** Sales at an instant: upcoming, open, and open by first come. */
function salesAt(now: number): readonly SaleSeed[] {
  const day = Math.floor(now / DAY_MS)
  return [dailySale(day + 1), dailySale(day), firstComeSale(day)]
}

export const demoSaleIds = (now: number): readonly number[] => salesAt(now).map(({ id }) => id)

export const demoSaleStatements = (now: number): string[] => [
  ...demoAssetStatements(),
  ...insertMissing(
    'ieo_project',
    salesAt(now).map(({ row }) => row),
  ),
  ...insertMissing(
    'ieo_text',
    salesAt(now).flatMap(({ id, token }) =>
      LANGUAGES.map((language) => ({ project_id: id, language, ...SALE_TEXTS[language][token.key] })),
    ),
  ),
]
