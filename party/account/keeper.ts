// Which Market keeps turns of this account that are not saved here, and which lines it may not have yet. Only one Market is the keeper at a
// time, and its name is saved here before it is given anything: a room that lost its memory knows whom to ask, and asks nobody else.

import type { Store } from '#party/lib/store'
import type { TurnLog } from '#party/lib/turn-log'
import type { Keeping } from '#party/protocol/market'

/** So many turns, or so many characters, may be lost from memory and have to be asked for again. */
const TURNS_AHEAD_MAX = 16
const LENGTH_AHEAD_MAX = 100_000

const LIFE_COUNTER = 'life'

interface Line {
  readonly number: number
  readonly text: string
}

export class Keeper {
  /** The keeper's pair, as it is saved here. */
  #symbol: string | null
  readonly #life: number
  /** Carried and not known to be kept. */
  #lines: Line[] = []
  #lengthAhead = 0
  #isUsed = false
  #wasUsed = false

  constructor(store: Store) {
    this.#symbol = store.first<{ symbol: string | null }>('SELECT symbol FROM keeper')?.symbol ?? null
    this.#life = readLife(store)
  }

  get symbol(): string | null {
    return this.#symbol
  }

  /** Turns are carried these moments. */
  get isBusy(): boolean {
    return this.#isUsed || this.#wasUsed
  }

  /** True when a turn was carried since the last call. */
  takeUse(): boolean {
    this.#wasUsed = this.#isUsed
    this.#isUsed = false
    return this.#wasUsed
  }

  /** True while the keeper may be given one more turn. */
  hasRoom(log: TurnLog): boolean {
    return log.turnsAhead < TURNS_AHEAD_MAX && this.#lengthAhead < LENGTH_AHEAD_MAX
  }

  /** Ends a turn by carrying it. */
  carry(log: TurnLog): void {
    const text = log.carry()
    this.#lines.push({ number: parseInt(text, 10), text })
    this.#lengthAhead += text.length
    this.#isUsed = true
  }

  /** Ends a turn by saving it and all that were carried; `symbol` keeps those that come. */
  write(log: TurnLog, symbol: string | null): void {
    if (symbol !== this.#symbol) log.put('keeper', 1, symbol)
    log.write()
    this.#symbol = symbol
    this.#lines = []
    this.#lengthAhead = 0
  }

  /** What a request to a Market says about keeping. */
  keeping(symbol: string, log: TurnLog): Keeping {
    const lines = symbol === this.#symbol ? this.#lines.map(({ text }) => text) : []
    return { life: this.#life, saved: log.numberSaved, lines, isWaking: false }
  }

  /** A Market has answered a request with these lines. Answers the number of the last turn that it has now, or null. */
  confirm({ lines }: Keeping): number | null {
    const last = lines.at(-1)
    if (last === undefined) return null
    const number = parseInt(last, 10)
    this.#lines = this.#lines.filter((line) => line.number > number)
    return number
  }
}

/** What a room that wakes asks its keeper; null when it has none. The new life is saved before anybody hears of it. */
export function wakeKeeper(store: Store, log: TurnLog): { readonly symbol: string; readonly keeping: Keeping } | null {
  const { symbol } = new Keeper(store)
  if (symbol === null) return null
  const life = readLife(store) + 1
  store.run('INSERT OR REPLACE INTO counter (name, value) VALUES (?, ?)', LIFE_COUNTER, life)
  return { symbol, keeping: { life, saved: log.numberSaved, lines: [], isWaking: true } }
}

const readLife = (store: Store): number =>
  store.first<{ value: number }>('SELECT value FROM counter WHERE name = ?', LIFE_COUNTER)?.value ?? 0
