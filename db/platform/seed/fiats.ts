// Fiats for displayed amounts. Settlements never use their rates.

import { decimalUnits, insertMissing } from './statement'

const RATE_SCALE = 8

/** Fiat units per USD. */
const FIATS: readonly (readonly [code: string, rate: string, scale: number])[] = [
  ['JPY', '153', 0],
  ['USD', '1', 2],
  ['EUR', '0.86', 2],
  ['GBP', '0.76', 2],
  ['CNY', '7.11', 2],
  ['HKD', '7.78', 2],
  ['TWD', '31.2', 2],
  ['KRW', '1465', 0],
  ['THB', '32.4', 2],
  ['SGD', '1.3', 2],
  ['AUD', '1.54', 2],
  ['CAD', '1.4', 2],
  ['CHF', '0.81', 2],
  ['MXN', '18.4', 2],
  ['BRL', '5.35', 2],
  ['INR', '88.6', 2],
  ['IDR', '16700', 0],
  ['VND', '26300', 0],
  ['PHP', '58.9', 2],
  ['MYR', '4.15', 2],
  ['NGN', '1450', 2],
  ['TRY', '42.3', 2],
  ['AED', '3.6725', 2],
  ['ZAR', '17.3', 2],
]

export const fiatStatements = (): string[] =>
  insertMissing(
    'fiat',
    FIATS.map(([code, rate, scale], sort) => ({ code, rate: decimalUnits(rate, RATE_SCALE), scale, sort })),
  )
