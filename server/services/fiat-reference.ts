// Reference rates of fiats from the European Central Bank, published on working days at about 16:00 in Frankfurt.
// https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates

import { Parser } from 'htmlparser2'
import { type ReferenceRates, findReference, saveReferenceRates } from '#db/platform/fiat-reference'
import { type Rate, RATE_ONE, parseRate, rate } from '#domain/money/rate'
import { divideHalfEven } from '#domain/money/rounding'
import { HOUR_MS, parseDay } from '#domain/time'

const ADDRESS = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'
const TIMEOUT_MS = 15_000
/** The document has about thirty lines. */
const LENGTH_MAX = 100_000

/**
 * Parses the bank's document: `<Cube time="2026-11-23"><Cube currency="USD" rate="1.1624"/>…`, units per EUR. Returns
 * units per USD, rounded to eight decimals, ties to even. Throws when the day or the dollar is missing or a rate is
 * invalid.
 */
export function parseReferenceRates(xml: string): ReferenceRates {
  let day: string | undefined
  const perEuro = new Map<string, Rate>([['EUR', rate(RATE_ONE)]])
  const parser = new Parser(
    {
      onopentag: (name, { time, currency, rate: text }) => {
        if (name !== 'Cube') return
        if (time !== undefined) day = time
        if (currency === undefined || text === undefined) return
        const parsed = parseRate(text)
        if (!/^[A-Z]{3}$/.test(currency) || !parsed.ok || parsed.value === 0n)
          throw new Error(`reference rates: no rate: ${currency} ${text}`)
        perEuro.set(currency, parsed.value)
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  const dollar = perEuro.get('USD')
  if (day === undefined || parseDay(day) === undefined) throw new Error('reference rates: the document names no day')
  if (dollar === undefined) throw new Error('reference rates: the document has no dollar')
  const rates = [...perEuro].map(([code, units]) => [code, rate(divideHalfEven(units * RATE_ONE, dollar))] as const)
  return { day, rates: new Map(rates) }
}

/** Reads the feed when FIAT_SOURCE is "ecb" and the last reading is an hour old. When the feed fails, the rates stay unchanged. */
export async function sweepReferenceRates(
  env: Pick<Env, 'DB' | 'FIAT_SOURCE' | 'FIAT_URL'>,
  now: number,
): Promise<void> {
  if (env.FIAT_SOURCE !== 'ecb') return
  const last = await findReference(env.DB)
  if (last && now - last.readAt < HOUR_MS) return
  const response = await fetch(env.FIAT_URL || ADDRESS, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`reference rates: answered ${response.status}`)
  const xml = await response.text()
  if (xml.length > LENGTH_MAX) throw new Error(`reference rates: ${xml.length} characters`)
  await saveReferenceRates(env.DB, parseReferenceRates(xml), now)
}
