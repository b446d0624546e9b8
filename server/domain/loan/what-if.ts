// A margin wallet if every price moved at once, by the functions that call and sell.

import { type MarginLine, marginCallAt, isBelow, riskOf, riskRate, LIQUIDATION_RATE } from './risk'

export interface MarginWhatIf {
  /** In hundredths of a percent; null without debts. */
  readonly rate: bigint | null
  /** Margin call reached; 0: none. */
  readonly called: number
  readonly isSold: boolean
}

/** `perMille` is the price move in thousandths. USDT stays unchanged. */
export function whatIfMargin(lines: readonly MarginLine[], perMille: number): MarginWhatIf {
  const moved = lines.map((line) =>
    line.symbol === null ? line : { ...line, priceSteps: Math.round((line.priceSteps * (1000 + perMille)) / 1000) },
  )
  const risk = riskOf(moved)
  return { rate: riskRate(risk), called: marginCallAt(risk), isSold: isBelow(risk, LIQUIDATION_RATE) }
}
