// Named schemas of API fields. All input arrives as text (see input.ts); each schema parses text into a typed value.
// Amounts and prices stay text here, because only the domain knows the scale of an asset or the price grid of a pair.

import * as v from 'valibot'
import { WALLETS, type Wallet } from '#domain/catalogue'
import { avatarIn } from '#domain/profile'
import { PERIODS, type Period } from '#party/protocol/quotes'

const digits = (longest: number) => v.regex(new RegExp(`^\\d{1,${longest}}$`))

/** Id of a currency, pair, order or row: an integer from 1. */
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

export const PAGE_MAX = 100_000
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
export const decimal = v.pipe(v.string(), v.maxLength(64), v.regex(/^\d+(?:\.\d+)?$/))

/** User text: trimmed, of limited length, without control characters. */
export const text = (longest: number) =>
  v.pipe(v.string(), v.maxLength(longest), v.regex(/^[^\u0000-\u001f\u007f]*$/), v.trim(), v.minLength(1))
/** Upload or site avatar, by its path or by a URL ending in that path. */
export const reference = v.pipe(
  text(600),
  v.transform((address) => /(\/uploads\/[\w-]{22})(?:\?[^#]*)?$/.exec(address)?.[1] ?? avatarIn(address) ?? address),
)
/** Secret text, not trimmed. */
export const secret = v.pipe(v.string(), v.maxLength(256))

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

/** Account numbers of the wire: 1 legal, 2 change, 3 lever, 4 micro; 5 stocks, 6 earn and 7 margin are ours. */
export const walletNumber = (name: Wallet): number => WALLETS.indexOf(name) + 1
export const walletOfNumber = (number: number): Wallet | undefined => WALLETS[number - 1]

/** Wallet by name or number. */
export const walletName = v.pipe(
  v.picklist([...WALLETS, '1', '2', '3', '4', '5', '6', '7']),
  v.transform((word): Wallet => WALLETS.find((name) => name === word) ?? WALLETS[Number(word) - 1] ?? 'change'),
)
/** Wallet number, or 0 for all. */
export const walletNumberOrAll = v.picklist(['0', '1', '2', '3', '4', '5', '6', '7'])

/** Older clients' names of the same periods. A year of history is displayed in months. */
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

/** What an answer carries. */
export const wireDate = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), v.description('UTC'))
export const wireDecimal = v.pipe(v.string(), v.regex(/^-?\d+(?:\.\d+)?$/), v.description('exact decimal text'))
export const wireId = v.pipe(v.number(), v.integer())
export const sentenceText = v.pipe(v.string(), v.description('what was done, in the language asked for'))
