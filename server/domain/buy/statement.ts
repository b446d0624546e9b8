// Lines of a bank statement: how a file of them is read, and which order a line pays. Pure.

import { type Outcome, done, refuse } from '../outcome'
import { hasHiddenSigns } from '../written-line'
import { parseDay } from '../time'
import { type BuyRouteKind, type BuyState, findReference, minorOf, readMinor } from './terms'

export const STATEMENT_KB_MAX = 48
export const STATEMENT_LINES_MAX = 400

/** open: pays no order yet. matched: pays an order. aside: settled by two people without an order. */
export const LINE_STATES = ['open', 'matched', 'aside'] as const
/** Why a line pays no order: no reference, unknown order, different amount or currency, order paid otherwise, order not payable. */
export const LINE_PROBLEMS = ['no_reference', 'no_order', 'amount', 'extra', 'not_waiting'] as const
export type LineProblem = (typeof LINE_PROBLEMS)[number]

export interface StatementLine {
  readonly day: string
  readonly currency: string
  /** In the currency's smallest unit. */
  readonly amount: number
  readonly payer: string
  readonly text: string
  /** Identity of the line: the bank's number, or its whole content with its index among equal lines of the file. */
  readonly identity: string
}

export const STATEMENT_COLUMNS = ['date', 'amount', 'currency', 'payer', 'reference'] as const

export type StatementRefusal = 'statement_head' | 'statement_line' | 'statement_long' | 'statement_empty'

/**
 * CSV with a header: date, amount, currency, payer and reference, in any order, and optionally the bank's id. One invalid line refuses the
 * whole file.
 */
export function readStatement(csv: string): Outcome<readonly StatementLine[], StatementRefusal> {
  const [head = [], ...rows] = readCsv(csv.replace(/^\ufeff/, ''))
  const names = head.map((name) => name.trim().toLowerCase())
  if (!STATEMENT_COLUMNS.every((name) => names.includes(name)))
    return refuse('statement_head', { columns: STATEMENT_COLUMNS.join(', ') })
  if (rows.length === 0) return refuse('statement_empty')
  if (rows.length > STATEMENT_LINES_MAX) return refuse('statement_long', { max: String(STATEMENT_LINES_MAX) })
  const seen = new Map<string, number>()
  const lines: StatementLine[] = []
  for (const [index, row] of rows.entries()) {
    const cell = (name: string): string => (row[names.indexOf(name)] ?? '').normalize('NFKC').trim()
    const [day, currency, payer, text] = [
      cell('date'),
      cell('currency').toUpperCase(),
      cell('payer'),
      cell('reference'),
    ]
    const amount = /^[A-Z]{3}$/.test(currency) ? readMinor(currency, cell('amount')) : null
    const isReadable = payer.length <= 140 && text.length <= 280 && !hasHiddenSigns(payer) && !hasHiddenSigns(text)
    if (row.length !== names.length || parseDay(day) === undefined || !amount || !isReadable)
      return refuse('statement_line', { line: String(index + 2) })
    const content = JSON.stringify([day, currency, amount, payer, text])
    const nth = (seen.get(content) ?? 0) + 1
    seen.set(content, nth)
    const id = cell('id')
    lines.push({ day, currency, amount, payer, text, identity: id === '' ? `${content} ${nth}` : `${currency} ${id}` })
  }
  return done(lines)
}

/**
 * RFC 4180: quoted fields may contain commas, line breaks and doubled quotes. Empty lines are skipped. A quote in another place ends
 * parsing with an empty row, because the rest would be misread.
 */
function readCsv(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let readTo = 0
  for (const match of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    const [all, quoted, plain = '', end = ''] = match
    if (match.index !== readTo) return [...rows, []]
    readTo += all.length
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

export interface MatchedOrder {
  readonly kind: BuyRouteKind
  readonly state: BuyState
  readonly currency: string
  readonly pay: number
  /** The order is paid by another line. */
  readonly hasLine: boolean
}

/** States in which an arrived transfer belongs to the order: undecided, or its payment was unknown. */
const TAKES_LINE: ReadonlySet<BuyState> = new Set(['to_pay', 'review', 'expired', 'cancelled', 'done'])

/** Reason why the line doesn't pay the order; null when it does. */
export function judgeLine(
  { currency, amount, text }: Pick<StatementLine, 'currency' | 'amount' | 'text'>,
  order: MatchedOrder | null,
): LineProblem | null {
  if (order === null) return findReference(text) === null ? 'no_reference' : 'no_order'
  if (order.kind !== 'bank') return 'no_order'
  if (order.hasLine) return 'extra'
  if (currency !== order.currency || amount !== minorOf(order.currency, order.pay)) return 'amount'
  return TAKES_LINE.has(order.state) ? null : 'not_waiting'
}
