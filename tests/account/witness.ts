// A witness that records everything an account publishes, and complains about later contradictions.

import type { Outcome } from '#domain/outcome'
import type { AccountCommand, AccountResults, AccountSocketMessage, SpotOrderRow } from '#party/protocol/account'

const AGE: Readonly<Record<SpotOrderRow['state'], number>> = {
  pending: 0,
  open: 1,
  filled: 2,
  cancelled: 2,
  rejected: 2,
}

export class Witness {
  readonly complaints: string[] = []
  /** Latest published row of each order, by number. */
  readonly orders = new Map<number, SpotOrderRow>()
  /** Final answers by command. An answer given while a Market is silent isn't final. */
  readonly #answers = new Map<string, string>()

  /** A repeated answer may be older than published rows. */
  hearAnswer(command: AccountCommand, outcome: Outcome<unknown>): void {
    const rows = rowsOf(command, outcome)
    for (const row of rows) this.hearOrder(row)
    if (!isFinal(command, rows)) return
    const said = JSON.stringify(outcome)
    const before = this.#answers.get(command.commandId) ?? said
    if (said !== before) this.complaints.push(`${command.commandId} was answered ${before} and is answered ${said}`)
    this.#answers.set(command.commandId, before)
  }

  hearOrder(row: SpotOrderRow): void {
    const before = this.orders.get(row.orderNo)
    if (!before || isLater(row, before)) this.orders.set(row.orderNo, row)
  }

  /** The complete list: it must contain at least every row published before the request. */
  hearList(told: ReadonlyMap<number, SpotOrderRow>, rows: readonly SpotOrderRow[]): void {
    const listed = new Map(rows.map((row) => [row.orderNo, row]))
    for (const [orderNo, before] of told) {
      const row = listed.get(orderNo)
      if (!row || !isLater(row, before))
        this.complaints.push(`order ${orderNo} was told ${JSON.stringify(before)} and is ${JSON.stringify(row)}`)
    }
    for (const row of rows) this.hearOrder(row)
  }

  /** Checks all received events: one event per number, ascending. */
  hearEvents(heard: readonly AccountSocketMessage[]): void {
    const events = heard.flatMap((message) => (message.type === 'event' ? [message] : []))
    for (const row of events.flatMap((event) => event.spot?.orders ?? [])) this.hearOrder(row)
    const numbers = events.map(({ seq }) => seq)
    if (numbers.some((seq, index) => index > 0 && seq <= (numbers[index - 1] ?? 0)))
      this.complaints.push(`events were told as ${numbers.join(' ')}`)
  }
}

const isLater = (row: SpotOrderRow, before: SpotOrderRow): boolean =>
  row.symbol === before.symbol && AGE[row.state] >= AGE[before.state] && row.lotsFilled >= before.lotsFilled

function rowsOf({ type }: AccountCommand, outcome: Outcome<unknown>): readonly SpotOrderRow[] {
  if (!outcome.ok) return []
  // Result type of each command.
  if (type === 'cancel_spot_order' || type === 'amend_spot_order') return [outcome.value as SpotOrderRow]
  if (type !== 'place_spot_orders') return []
  return (outcome.value as AccountResults['place_spot_orders']).flatMap((placed) => (placed.ok ? [placed.value] : []))
}

const isFinal = ({ type }: AccountCommand, rows: readonly SpotOrderRow[]): boolean =>
  type === 'place_spot_orders'
    ? rows.every(({ state }) => state !== 'pending')
    : type !== 'cancel_spot_orders' && rows.every(({ state }) => AGE[state] === 2)
