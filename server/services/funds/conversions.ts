// Conversions between assets against the house. A quote is encrypted, expires after seconds, and is checked against
// live prices when accepted. The settled prices and tick numbers are stored with the conversion.

import * as v from 'valibot'
import { type MarginWallet, findKnownAsset } from '#domain/catalogue'
import {
  CONVERT_FEE,
  CONVERT_QUOTE_MS,
  checkConvertSize,
  convertFee,
  convertedAmount,
  hasDrifted,
} from '#domain/funds/convert'
import { type Amount, decodeAmount, encodeAmount, formatAmount, parseAmount } from '#domain/money/amount'
import { formatRate, formatRatePercent } from '#domain/money/rate'
import { VALUE_SCALE, parseUsdt, valueInUsdt } from '#domain/money/valuation'
import { type Outcome, done, refuse } from '#domain/outcome'
import type { Session } from '#session/session'
import { callAccount, checkSession } from '../account-room'
import { loadCatalogue } from '../catalogue'
import { seal, unseal } from '../security/seal'
import type { Tick } from '#party/protocol/quotes'
import { type ConvertSides, pricesBy, readNextSides, readSides, readTicks } from './convert-prices'

export interface ConvertRates {
  /** Price of one whole asset in USDT, eight decimals. */
  readonly fromPrice: string
  readonly toPrice: string
  /** Fee in percent, and as a fraction. */
  readonly fee: string
  readonly feeShare: string
}

export interface ConvertQuote extends ConvertRates {
  readonly fromAssetId: number
  readonly toAssetId: number
  /** Encrypted prices, valid for this user only. */
  readonly token: string
  readonly quotedAt: number
  readonly expiresAt: number
}

/** Current prices and fee, for information. */
export async function readConvertRates(
  env: Env,
  session: Session,
  ids: { readonly fromAssetId: number; readonly toAssetId: number },
): Promise<Outcome<ConvertRates>> {
  const [check, sides] = await Promise.all([checkSession(env, session), readSides(env, ids)])
  if (!check.ok) return check
  return sides.ok ? done(ratesOf(sides.value)) : sides
}

/** Quote for a page whose loader checks the session in a parallel call. */
export async function quoteConversion(
  env: Env,
  userId: number,
  ids: { readonly fromAssetId: number; readonly toAssetId: number },
  now: number,
): Promise<Outcome<ConvertQuote>> {
  const sides = await readSides(env, ids)
  if (!sides.ok) return sides
  const expiresAt = now + CONVERT_QUOTE_MS
  const content = JSON.stringify({ ...ids, basis: sides.value.basis, expiresAt } satisfies QuoteContent)
  const token = await seal(env, { use: 'convert_quote', userId }, content)
  return done({ ...ratesOf(sides.value), ...ids, token, quotedAt: now, expiresAt })
}

const ratesOf = ({ prices }: ConvertSides): ConvertRates => ({
  fromPrice: formatAmount({ scale: VALUE_SCALE }, prices.from),
  toPrice: formatAmount({ scale: VALUE_SCALE }, prices.to),
  fee: formatRatePercent(CONVERT_FEE),
  feeShare: formatRate(CONVERT_FEE),
})

export interface ConvertForm {
  readonly fromAssetId: number
  readonly toAssetId: number
  /** Amount given, as decimal text; the fee is added on top. */
  readonly amount: string
  /** A page's quote; null: the prices of the moment. */
  readonly token: string | null
  /** Absent: the spot wallet. */
  readonly wallet?: MarginWallet | undefined
}

/** A conversion as its owner reads it; amounts as decimal text. */
export interface ConversionLine {
  readonly id: number
  readonly commandId: string
  readonly at: number
  readonly fromCode: string
  readonly toCode: string
  readonly given: string
  readonly fee: string
  readonly received: string
}

export async function convertAsset(
  env: Env,
  session: Session,
  { commandId, form }: { readonly commandId: string; readonly form: ConvertForm },
  now: number,
): Promise<Outcome<ConversionLine>> {
  const plan = await planConversion(env, session, form, now)
  // A retry of an executed conversion must succeed even after the quote expired or prices disappeared.
  if (!plan.ok) return (await findConversion(env, session, { commandId, form })) ?? plan
  const { sides, given, ticks, acceptedAt } = plan.value
  const { from, to, prices } = sides
  const converted = await callAccount(env, session, {
    type: 'convert',
    commandId,
    fromAssetId: from.id,
    toAssetId: to.id,
    amount: encodeAmount(given),
    ...(form.wallet && { wallet: form.wallet }),
    terms: {
      fee: encodeAmount(convertFee(given)),
      received: encodeAmount(convertedAmount(from, to, given, prices)),
      ticks: [...ticks],
      acceptedAt,
      value: encodeAmount(valueInUsdt(from, given, prices.from)),
    },
  })
  return converted.ok ? done(lineOf(sides, converted.value)) : converted
}

async function planConversion(env: Env, session: Session, form: ConvertForm, now: number): Promise<Outcome<Plan>> {
  const since = Date.now()
  const live = await readNextSides(env, form, since)
  if (!live.ok) return live
  const isQuoted = form.token !== null
  const quoted = isQuoted ? await takeQuote(env, session, { form, live: live.value }, now) : live
  if (!quoted.ok) return quoted
  const ticks = await readTicks(env, quoted.value, isQuoted ? quoted.value.basis : { since })
  if (!ticks.ok) return ticks
  const sides = { ...quoted.value, prices: pricesBy(quoted.value, ticks.value) }
  const { from, prices } = sides
  const given = parseAmount(from, form.amount)
  if (!given.ok) return given
  const size = checkConvertSize(from, given.value, prices)
  return size.ok ? done({ sides, given: given.value, ticks: ticks.value, acceptedAt: isQuoted ? null : since }) : size
}

interface Plan {
  readonly sides: ConvertSides
  readonly given: Amount
  readonly ticks: readonly Tick[]
  /** Instant from which the first ticks count; null at the prices of a quote. */
  readonly acceptedAt: number | null
}

/** Conversion of this command id; null without one; refused for other content. */
async function findConversion(
  env: Env,
  session: Session,
  { commandId, form }: { readonly commandId: string; readonly form: ConvertForm },
): Promise<Outcome<ConversionLine> | null> {
  const [catalogue, asked] = await Promise.all([
    loadCatalogue(env),
    callAccount(env, session, { type: 'conversion', ofCommand: commandId }),
  ])
  if (!asked.ok) return asked
  const row = asked.value
  if (!row) return null
  // Assets may have been delisted since.
  const [from, to] = [findKnownAsset(catalogue, row.fromAssetId), findKnownAsset(catalogue, row.toAssetId)]
  if (!from || !to) return refuse('asset_not_found')
  const given = parseAmount(from, form.amount)
  const isSame =
    form.fromAssetId === from.id && form.toAssetId === to.id && given.ok && given.value === decodeAmount(row.given)
  return isSame ? done(lineOf({ from, to }, row)) : refuse('command_id_reused')
}

/** Newest first. */
export async function listConversionLines(
  env: Env,
  session: Session,
  paging: { readonly page: number; readonly limit: number },
): Promise<Outcome<{ readonly rows: readonly ConversionLine[]; readonly total: number }>> {
  const [catalogue, listed] = await Promise.all([
    loadCatalogue(env),
    callAccount(env, session, { type: 'conversions', ...paging }),
  ])
  if (!listed.ok) return listed
  const rows = listed.value.rows.flatMap((row) => {
    const [from, to] = [findKnownAsset(catalogue, row.fromAssetId), findKnownAsset(catalogue, row.toAssetId)]
    return from && to ? [lineOf({ from, to }, row)] : []
  })
  return done({ rows, total: listed.value.total })
}

interface ConversionStored {
  readonly id: number
  readonly commandId: string
  readonly at: number
  readonly given: string
  readonly fee: string
  readonly received: string
}

const lineOf = ({ from, to }: Pick<ConvertSides, 'from' | 'to'>, row: ConversionStored): ConversionLine => ({
  id: row.id,
  commandId: row.commandId,
  at: row.at,
  fromCode: from.code,
  toCode: to.code,
  given: formatAmount(from, decodeAmount(row.given)),
  fee: formatAmount(from, decodeAmount(row.fee)),
  received: formatAmount(to, decodeAmount(row.received)),
})

const quotedPrice = v.nullable(v.object({ price: v.string(), seq: v.number(), at: v.number() }))
const quoteContent = v.object({
  fromAssetId: v.number(),
  toAssetId: v.number(),
  basis: v.object({ from: quotedPrice, to: quotedPrice }),
  expiresAt: v.number(),
})
type QuoteContent = v.InferOutput<typeof quoteContent>

/** Prices of a valid quote: belongs to the user, not expired, still near the market. */
async function takeQuote(
  env: Env,
  { userId }: Session,
  { form, live }: { readonly form: ConvertForm; readonly live: ConvertSides },
  now: number,
): Promise<Outcome<ConvertSides>> {
  const text = await unseal(env, { use: 'convert_quote', userId }, form.token ?? '')
  const content = text === null ? null : readContent(text)
  if (content?.fromAssetId !== form.fromAssetId || content.toAssetId !== form.toAssetId)
    return refuse('convert_quote_unknown')
  if (content.expiresAt <= now) return refuse('convert_quote_over')
  const { basis } = content
  const [from, to] = [parseUsdt(basis.from?.price ?? '1'), parseUsdt(basis.to?.price ?? '1')]
  if (from === null || to === null) return refuse('convert_quote_unknown')
  if (hasDrifted({ from, to }, live.prices)) return refuse('convert_quote_over')
  return done({ ...live, prices: { from, to }, basis })
}

function readContent(text: string): QuoteContent | null {
  // Encrypted by us, possibly by an older version.
  const parsed = v.safeParse(quoteContent, JSON.parse(text))
  return parsed.success ? parsed.output : null
}
