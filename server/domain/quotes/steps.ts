// A price or quantity as a whole number of its last decimal: 61000.1 with one decimal is 610001 steps; of a price, `priceSteps`.
// Quotes only show and compare prices, so safe integers suffice; money itself stays in Amount.

/** 10 to the power of a small non-negative whole number, exactly. */
export function powerOfTen(exponent: number): number {
  let power = 1
  for (let count = 0; count < exponent; count += 1) power *= 10
  return power
}

/** "61000.1" for 610001 steps with one decimal. */
export function formatSteps(priceSteps: number, decimals: number): string {
  const sign = priceSteps < 0 ? '-' : ''
  const digits = String(Math.abs(priceSteps)).padStart(decimals + 1, '0')
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

const DECIMAL = /^(\d{1,20})(?:\.(\d{1,30}))?$/

/** Decimal text to steps, surplus decimals rounded half up; null when it is no plain decimal or too large to hold. */
export function parseSteps(text: string, decimals: number): number | null {
  const match = DECIMAL.exec(text)
  if (!match) return null
  const [, whole = '0', fraction = ''] = match
  const usedDigits = fraction.slice(0, decimals).padEnd(decimals, '0')
  const isRoundedUp = fraction.charAt(decimals) >= '5'
  const count = BigInt(whole + usedDigits) + (isRoundedUp ? 1n : 0n)
  return count <= MAX_SAFE ? Number(count) : null
}
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** Signed change from `open` to `price` in percent with two decimals, rounded half away from zero: "+1.25". */
export function formatChange(open: number, price: number): string {
  if (open <= 0) return '+0.00'
  const sign = price < open ? '-' : '+'
  const hundredths = Math.round((Math.abs(price - open) * 10_000) / open)
  return sign + formatSteps(hundredths, 2)
}
