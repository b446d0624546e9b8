// The Event room: one per quiz event, named by its id. It wires the pool to the runtime: storage, directory, accounts to pay. Only Accounts
// and the Worker call it; it has no sockets.

import { logWarning } from '#lib/log-line'
import { eventMigrations } from '#db/event/migrations'
import type { EventTerms } from '#domain/quiz/rules'
import { NamedRoom } from '#party/lib/named-room'
import type { EventRpc, PoolBetMessage, QuizCommitment, SettleMessage } from '#party/protocol/quiz'
import { sha256 } from '#lib/digest'
import { Pool } from './pool'
import { type RemoteCalls, remotesOf } from './remotes'

/** Accounts paid in parallel. */
const NOTIFIED_IN_PARALLEL = 20

export class Event extends NamedRoom implements EventRpc {
  static override options = { hibernate: true }

  /** Tests put their own here; no call from outside can reach a field of a room. */
  protected remotes: RemoteCalls = remotesOf(this.env, parseInt(this.name, 10))

  readonly #pool: Pool
  /** Constant once published. */
  #terms: EventTerms | null = null

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const store = this.openStore(eventMigrations)
    this.#pool = new Pool(store, sha256)
  }

  async bet(message: string): Promise<string> {
    const terms = await this.#readTerms()
    // Only an Account reaches this method; it builds the text, typed. The clock is read after all waiting.
    return JSON.stringify(this.#pool.bet(JSON.parse(message) as PoolBetMessage, terms, Date.now()))
  }

  async pool(): Promise<string> {
    const terms = await this.#readTerms()
    return JSON.stringify(this.#pool.view(terms?.optionCount ?? 0))
  }

  async commit(): Promise<string> {
    const terms = await this.#readTerms()
    if (!terms || Date.now() < terms.closesAt) return 'null'
    const committed = this.#pool.commit(terms, Date.now())
    await this.remotes.keepReceipt(committed)
    const answer: QuizCommitment = { receiptId: committed.id, at: committed.at }
    return JSON.stringify(answer)
  }

  prove(key: string): Promise<string> {
    return Promise.resolve(JSON.stringify(this.#pool.prove(key)))
  }

  async settle(message: string): Promise<boolean> {
    const terms = await this.#readTerms()
    // Only the Worker calls this method, with the desk's entry.
    const asked = JSON.parse(message) as SettleMessage
    if (!terms || Date.now() < terms.closesAt) return false
    const { receipt, answer } = this.#pool.settle(asked, terms, Date.now())
    await this.remotes.keepReceipt(receipt)
    return this.#pay(receipt.id, answer)
  }

  /** Sends settlements to accounts; true when all are delivered. A failed account is retried by the next call. */
  async #pay(receiptId: string, answer: number): Promise<boolean> {
    for (
      let owed = this.#pool.pending(NOTIFIED_IN_PARALLEL);
      owed.length > 0;
      owed = this.#pool.pending(NOTIFIED_IN_PARALLEL)
    ) {
      const results = await Promise.allSettled(
        owed.map(async ({ account, bets }) => {
          await this.remotes.notify(account, { eventId: parseInt(this.name, 10), receiptId, answer, bets })
          this.#pool.delivered(account)
        }),
      )
      const failed = results.find((each) => each.status === 'rejected')
      if (failed) {
        logWarning(`event ${this.name}: an account could not be told: ${String(failed.reason)}`)
        return false
      }
    }
    return true
  }

  async #readTerms(): Promise<EventTerms | null> {
    this.#terms ??= await this.remotes.readTerms()
    return this.#terms
  }
}
