// Parses plain decimal text ("61234.5", "-0.01") without floats. `numbers.ts` formats numbers for display.

import { formatUnits } from '#domain/money/amount'
import { divideDown } from '#domain/money/rounding'

/** Truncates to `decimals` digits, never rounding up a balance; keeps at least `keep` digits. */
export function cutDecimals(full: string, decimals: number, keep = 0): string {
  const [whole = '0', fraction = ''] = full.split('.')
  const cut = fraction.slice(0, decimals).replace(/0+$/, '').padEnd(Math.min(keep, decimals), '0')
  const text = cut === '' ? whole : `${whole}.${cut}`
  // A value truncated to zero loses its minus sign.
  return /^-[0.]+$/.test(text) ? text.slice(1) : text
}

/** Fixed number of decimals, rounded towards minus infinity, so that a loss is never shown too small. */
export function floorDecimals(text: string, decimals: number): string {
  const cut = cutDecimals(text, decimals, decimals)
  const isShort = text.startsWith('-') && /[1-9]/.test(text.split('.')[1]?.slice(decimals) ?? '')
  return isShort ? formatUnits(unitsOf(cut, decimals) - 1n, decimals) : cut
}

export interface Compacted {
  readonly text: string
  readonly unit: '' | 'K' | 'M'
}

/** Compact number (spec §9): K from 1,000 and M from 1,000,000 with one decimal, otherwise up to four decimals. */
export function compactDecimal(text: string): Compacted {
  const [, sign = '', whole = '0', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const units = BigInt(whole)
  const isAbove = (limit: bigint) => units > limit || (units === limit && /[1-9]/.test(fraction))
  if (units >= 1_000_000n) return { text: sign + oneDecimal(units, 1_000_000n), unit: 'M' }
  if (isAbove(1_000n)) return { text: sign + oneDecimal(units, 1_000n), unit: 'K' }
  return { text: cutDecimals(text, 4), unit: '' }
}

function oneDecimal(units: bigint, unit: bigint): string {
  return formatUnits(divideDown(units * 10n, unit), 1)
}

export type Direction = 'up' | 'down' | 'flat'

/** Direction of a signed decimal text. */
export function directionOf(text: string): Direction {
  if (!/[1-9]/.test(text)) return 'flat'
  return text.startsWith('-') ? 'down' : 'up'
}

/** Compares two unsigned decimal texts without reading them as floats. */
export function compareDecimals(left: string, right: string): number {
  const decimals = Math.max(left.split('.')[1]?.length ?? 0, right.split('.')[1]?.length ?? 0)
  const [a, b] = [unitsOf(left, decimals), unitsOf(right, decimals)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** "12.5" at three decimals is 12500n; surplus decimals are dropped. */
export function unitsOf(text: string, decimals: number): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return sign === '-' ? -units : units
}
