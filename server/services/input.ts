// Named schemas of operation and endpoint fields. All input arrives as text; each schema parses text into a typed value.
// Amounts and prices stay text here, because only the domain knows the scale of an asset or the price grid of a pair.

import * as v from 'valibot'
import { WALLETS, type Wallet } from '#domain/catalogue'
import { avatarIn } from '#domain/profile'
import { parseMinute } from '#domain/time'
import { PERIODS, type Period } from '#party/protocol/quotes'
import type { WordKey } from '../../locales/key'

const NUMBERS = new WeakSet<object>()
const SECRETS = new WeakSet<object>()

/** Marks numbers that people type in their language's format, such as "1,000.5". */
const typedNumber = <Schema extends object>(schema: Schema): Schema => {
  NUMBERS.add(schema)
  return schema
}

/** True for a marked schema, also inside `optional` or a pipe. */
function isOf(marked: WeakSet<object>, schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  if (marked.has(schema)) return true
  if ('wrapped' in schema) return isOf(marked, schema.wrapped)
  if ('options' in schema && Array.isArray(schema.options)) return schema.options.some((each) => isOf(marked, each))
  return 'pipe' in schema && Array.isArray(schema.pipe) && isOf(marked, schema.pipe[0])
}
export const isTypedNumber = (schema: unknown): boolean => isOf(NUMBERS, schema)
/** Marks fields that no answer repeats. */
export const isSecret = (schema: unknown): boolean => isOf(SECRETS, schema)

const digits = (longest: number) => v.regex(new RegExp(`^\\d{1,${longest}}$`))

/** An id of a currency, pair, order or row: a whole number from 1. */
export const id = v.pipe(v.string(), digits(15), v.transform(Number), v.integer(), v.minValue(1))
/** Id, or 0 for "all". */
export const idOrAll = v.pipe(v.string(), digits(15), v.transform(Number), v.integer())
/** Unix seconds. Clients divide milliseconds and send the fraction that is left: it is cut off. */
export const unixSeconds = v.pipe(
  v.string(),
  v.maxLength(32),
  v.regex(/^\d{1,11}(?:\.\d+)?$/),
  v.transform((word) => Math.floor(Number(word))),
)

const PAGE_MAX = 100_000
const LIMIT_MAX = 100
export const page = v.optional(
  v.pipe(v.string(), digits(6), v.transform(Number), v.minValue(1), v.maxValue(PAGE_MAX)),
  '1',
)
/** Clients send 99999999 to request all rows and get the largest page. */
export const limit = (preset: number, most = LIMIT_MAX) =>
  v.optional(
    v.pipe(
      v.string(),
      digits(15),
      v.transform(Number),
      v.minValue(1),
      v.transform((asked) => Math.min(asked, most)),
      v.description(`at most ${most}; more is taken for ${most}`),
    ),
    String(preset),
  )

/** An amount, quantity or price as decimal text, never a sign or an exponent. */
export const decimal = typedNumber(v.pipe(v.string(), v.maxLength(64), v.regex(/^\d+(?:\.\d+)?$/)))

/** A count that people type. */
export const count = (longest: number) => typedNumber(v.pipe(v.string(), digits(longest), v.transform(Number)))

/** Text a person typed: trimmed, of a bounded length, without control characters. */
export const text = (longest: number) =>
  v.pipe(v.string(), v.maxLength(longest), v.regex(/^[^\u0000-\u001f\u007f]*$/), v.trim(), v.minLength(1))
/** Like `text`, with line breaks. */
export const lines = (longest: number) =>
  v.pipe(v.string(), v.maxLength(longest), v.regex(/^[^\u0000-\u0008\u000b-\u001f\u007f]*$/), v.trim(), v.minLength(1))
/** Upload or site avatar, by its path or by a URL ending in that path. */
export const reference = v.pipe(
  text(600),
  v.transform((address) => /(\/uploads\/[\w-]{22})(?:\?[^#]*)?$/.exec(address)?.[1] ?? avatarIn(address) ?? address),
)
/** Secret text, not trimmed. */
export const secret = v.pipe(v.string(), v.maxLength(256))
SECRETS.add(secret)

/** File of a multipart form; the content decides its type. */
export const file = v.pipe(v.instance(Blob), v.description('a file, as multipart/form-data'))

/** Large file of a multipart form; a view into the request buffer. */
export const largeFile = v.pipe(
  v.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array),
  v.description('a file, as multipart/form-data'),
)

export const flag = v.pipe(
  v.picklist(['true', 'false', '1', '0']),
  v.transform((word) => word === 'true' || word === '1'),
)

/** Checkbox; absent if not ticked. */
export const ticked = v.optional(v.picklist(['on', '1', 'true']))

/** Minute of a `datetime-local` field, such as "2026-05-01T09:30", read as UTC. */
export const minute = v.pipe(
  v.string(),
  v.check((text) => parseMinute(text) !== undefined),
  v.transform((text) => parseMinute(text) ?? 0),
)

/** 1 buy, 2 sell: everywhere on this wire. */
export const direction = v.pipe(
  v.picklist(['1', '2', 'buy', 'sell']),
  v.transform((word) => (word === '1' || word === 'buy' ? ('buy' as const) : ('sell' as const))),
)

/** "BTC/USDT" in the API, "BTC-USDT" internally. */
export const symbol = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9]{1,12}[-/_][A-Za-z0-9]{1,12}$/),
  v.transform((word) => word.toUpperCase().replace(/[/_]/, '-')),
)

export const orderKind = v.picklist(['limit', 'market'])
export const timeInForce = v.picklist(['gtc', 'ioc', 'fok'])
export const selfTrade = v.picklist(['cancel_newest', 'cancel_oldest', 'cancel_both'])
export const clientOrderId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._:-]{1,64}$/))
export const wallet = v.picklist(WALLETS)
/** Has the label of another field in refusals: elsewhere its name means something else. */
export const labelled = <Schema extends v.GenericSchema>(label: WordKey<'fields'>, schema: Schema) =>
  v.pipe(schema, v.metadata({ label }))
export const assetCode = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/))

/** Account number in the API, in the order of `WALLETS`. */
export const walletNumber = (name: Wallet): number => WALLETS.indexOf(name) + 1
export const walletOfNumber = (number: number): Wallet | undefined => WALLETS[number - 1]

/** Wallet by name or number. */
export const walletName = v.pipe(
  v.picklist([...WALLETS, '1', '2', '3', '4', '5', '6', '7']),
  v.transform((word): Wallet => WALLETS.find((name) => name === word) ?? WALLETS[Number(word) - 1] ?? 'change'),
)
/** Wallet number, or 0 for all. */
export const walletNumberOrAll = v.picklist(['0', '1', '2', '3', '4', '5', '6', '7'])

/** Older clients name the same periods otherwise. A year of history is drawn in months. */
const PERIOD_ALIASES: Readonly<Record<string, Period>> = {
  '1H': '60min',
  '4H': '240min',
  '1day': '1D',
  '1week': '1W',
  '1mon': '1M',
  '1Y': '1M',
}
export const period = v.pipe(
  v.picklist([...PERIODS, '1H', '4H', '1day', '1week', '1mon', '1Y']),
  v.transform((word): Period => PERIODS.find((known) => known === word) ?? PERIOD_ALIASES[word] ?? '1min'),
)
