// Turns that accounts forwarded to this Market: log lines that an account sent with its commands before saving them itself. They are
// written in the commit that stores those commands, and returned to a recovering room. The Market doesn't interpret them.

/** In characters. A room has 128 MB of memory; above this limit an account must save its own turns. */
const LENGTH_MAX = 16_000_000

interface ForwardedTurn {
  readonly number: number
  readonly line: string
}

export class ForwardedTurns {
  readonly #lengthMax: number
  readonly #byAccount = new Map<number, ForwardedTurn[]>()
  #fresh: string[] = []
  #length = 0

  constructor(lengthMax = LENGTH_MAX) {
    this.#lengthMax = lengthMax
  }

  get isFull(): boolean {
    return this.#length > this.#lengthMax
  }

  /** True when at least one line was new. */
  take(account: number, lines: readonly string[]): boolean {
    const before = this.#fresh.length
    for (const line of lines) if (this.#add(account, line)) this.#fresh.push(`${account}\t${line}`)
    return this.#fresh.length > before
  }

  /** Drops turns that the account has saved itself. */
  drop(account: number, saved: number): void {
    const turns = this.#byAccount.get(account)
    if (!turns) return
    const count = turns.filter(({ number }) => number <= saved).length
    for (const { line } of turns.splice(0, count)) this.#length -= line.length
    if (turns.length === 0) this.#byAccount.delete(account)
  }

  /** Oldest first. */
  linesOf(account: number): string[] {
    return (this.#byAccount.get(account) ?? []).map(({ line }) => line)
  }

  /** Number of an account's last turn stored here, or 0. */
  lastOf(account: number): number {
    return this.#byAccount.get(account)?.at(-1)?.number ?? 0
  }

  /** What came since the last call, for the journal: `account TAB line`. */
  takeFresh(): string[] {
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }

  /** All lines, for a snapshot. */
  all(): string[] {
    return Array.from(this.#byAccount, ([account, turns]) => turns.map(({ line }) => `${account}\t${line}`)).flat()
  }

  /** Restores a line from the journal after a restart. */
  restore(text: string): void {
    const end = text.indexOf('\t')
    this.#add(parseInt(text.slice(0, end), 10), text.slice(end + 1))
  }

  #add(account: number, line: string): boolean {
    const number = parseInt(line, 10)
    if (number <= this.lastOf(account)) return false
    const turns = this.#byAccount.get(account)
    if (turns) turns.push({ number, line })
    else this.#byAccount.set(account, [{ number, line }])
    this.#length += line.length
    return true
  }
}
