// Seal of a closed account: the desk sees amounts, dates and decisions, and personal data only where two people have opened it.

import { DAY_MS } from '#domain/time'

/** How long data stays open. */
export const SEAL_OPENED_MS = DAY_MS

/** Lines of a review's row that tell nothing about the person. */
export const LEDGER_LINES: readonly string[] = ['network', 'problem', 'flag', 'granted']

/** A review's row without who it is about. */
export const sealReview = <
  Row extends {
    readonly userName: string
    readonly summary: { readonly lines: readonly { readonly label: string }[] }
  },
>(
  row: Row,
): Row => ({
  ...row,
  userName: '',
  summary: { ...row.summary, lines: row.summary.lines.filter(({ label }) => LEDGER_LINES.includes(label)) },
})
