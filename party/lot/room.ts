// The Lot room: one per sale of a work, named by its number. It wires the sale to the runtime: storage, alarm, sockets, directory,
// accounts. Bids are answered at once; a change of ownership waits for the directory, and after a restart the alarm resumes it.

import { logWarning } from '#lib/log-line'
import type { Connection } from 'partyserver'
import { lotMigrations } from '#db/lot/migrations'
import type { SaleState } from '#domain/nft/artwork'
import { isPoll, readAfter } from '#party/lib/client-request'
import { NamedRoom } from '#party/lib/named-room'
import { Throttle } from '#party/lib/throttle'
import type { SaleRequest, SaleAnswer, SaleRpc, SaleTerms } from '#party/protocol/lot'
import { type RemoteCalls, remotesOf } from './remotes'
import { Sale } from './sale'

/** Delay until the directory shows a new bid, and until outbid users are notified. */
const SHOW_AFTER_MS = 1_000
const OUTBID_AFTER_MS = 15_000
/** Retry delay after a failure. */
const AGAIN_MS = 5_000
const NOTIFIED_IN_PARALLEL = 20
/** Most socket messages: ten per second, for any number of bids. */
const SPEAK_PAUSE_MS = 100
const BIDS_MAX = 100

export class Lot extends NamedRoom implements SaleRpc {
  static override options = { hibernate: true }

  /** Tests put their own here; no call from outside can reach a field of a room. */
  protected remotes: RemoteCalls = remotesOf(this.env, parseInt(this.name, 10))

  protected readonly sale: Sale
  /** Constant once loaded. */
  #terms: SaleTerms | null = null
  #deciding: Promise<void> | null = null
  #turn: Promise<void> | null = null
  #armedFor = Infinity
  #outbidAt = Infinity
  readonly #pace = new Throttle(SPEAK_PAUSE_MS, () => this.#speak())

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    const store = this.openStore(lotMigrations)
    this.sale = new Sale(store)
  }

  async act(text: string): Promise<string> {
    const terms = this.#terms ?? (await this.#readTerms())
    // Only an Account reaches this method; it builds the text, typed. The clock is read after all waiting.
    const message = JSON.parse(text) as SaleRequest
    await this.#together()
    if (terms && this.sale.closeDue(terms, Date.now())) await this.#decide(terms)
    const answer = this.sale.act(message, terms, Date.now()) ?? (await this.#decideFor(message, terms))
    if (answer.isAccepted && terms) this.#changed(terms)
    return JSON.stringify(answer)
  }

  bids(limit: number): Promise<string> {
    return Promise.resolve(JSON.stringify(this.sale.bids(Math.max(1, Math.min(limit, BIDS_MAX)))))
  }

  async close(): Promise<SaleState | null> {
    const terms = await this.#readTerms()
    if (!terms) return null
    if (!(await this.remotes.isListed())) this.sale.cancel(terms, Date.now())
    if (this.sale.closeDue(terms, Date.now())) await this.#decide(terms)
    await this.#bring()
    return this.sale.status?.state ?? 'open'
  }

  override async onAlarm(): Promise<void> {
    this.#armedFor = Infinity
    const terms = await this.#readTerms()
    if (!terms) return
    try {
      if (this.sale.closeDue(terms, Date.now())) await this.#decide(terms)
      if (Date.now() >= this.#outbidAt || this.#outbidAt === Infinity) {
        this.#outbidAt = Date.now() + OUTBID_AFTER_MS
        this.sale.notifyOutbid(terms)
      }
      const shown = this.sale.unshown()
      if (shown) {
        await this.remotes.show(shown)
        this.sale.shown(shown.seq)
      }
      await this.#bring()
    } catch (failure) {
      // The alarm set below retries.
      logWarning(`lot ${this.name}: ${String(failure)}`)
      this.#arm(Date.now() + AGAIN_MS)
      return
    }
    this.#armNext()
  }

  override async onConnect(connection: Connection): Promise<void> {
    const terms = await this.#readTerms()
    if (terms) this.sendTo(connection, this.#message(terms))
  }

  override async onMessage(connection: Connection, message: string | ArrayBuffer | ArrayBufferView): Promise<void> {
    const terms = await this.#readTerms()
    if (this.isQuestion(connection, message) && terms) this.sendTo(connection, this.#message(terms))
  }

  /** `GET …/poll?after=N`: the socket's message, if it is newer than N. */
  override async onRequest(request: Request): Promise<Response> {
    const terms = isPoll(request) ? await this.#readTerms() : null
    if (!terms) return new Response('not found', { status: 404 })
    const message = this.sale.message(terms)
    const messages = message.seq > (readAfter(request.url) ?? 0) ? [message] : []
    return Response.json({ messages }, { headers: { 'cache-control': 'no-store' } })
  }

  /** Requests of one turn of the event loop run together and share one commit. */
  #together(): Promise<void> {
    this.#turn ??= new Promise((resolve) =>
      setTimeout(() => {
        this.#turn = null
        resolve()
      }, 0),
    )
    return this.#turn
  }

  /** One directory call at a time; concurrent callers share its answer. */
  async #decide(terms: SaleTerms): Promise<void> {
    // If the room stops now, the alarm resumes the decision.
    this.#arm(Date.now() + AGAIN_MS)
    this.#deciding ??= this.#askDirectory(terms).finally(() => {
      this.#deciding = null
    })
    await this.#deciding
    this.#changed(terms)
  }

  async #askDirectory(terms: SaleTerms): Promise<void> {
    const status = this.sale.status
    if (!status?.pending) return
    const { pending, winner, actNo, price, payBy, decidedAt } = status
    const ref = `${winner ?? 0}:nft:${actNo ?? 0}`
    const now = await this.remotes.decide({ to: pending, at: decidedAt ?? 0, winner, ref, price, payBy })
    this.sale.decided(now === 'called_off', terms)
  }

  async #decideFor(message: SaleRequest, terms: SaleTerms | null): Promise<SaleAnswer> {
    if (!terms) throw new Error('only what is on sale waits for the directory')
    await this.#decide(terms)
    const answer = this.sale.outcome(message, terms)
    if (!answer) throw new Error(`lot ${this.name}: the directory has not decided`)
    return answer
  }

  /** Delivers owed news to accounts, several in parallel. A failed delivery is retried. */
  async #bring(): Promise<void> {
    for (
      let owed = this.sale.pending(NOTIFIED_IN_PARALLEL);
      owed.length > 0;
      owed = this.sale.pending(NOTIFIED_IN_PARALLEL)
    ) {
      const results = await Promise.allSettled(
        owed.map(async ({ no, account, request }) => {
          await this.remotes.notify(account, request)
          this.sale.delivered(no)
        }),
      )
      const failed = results.find((each) => each.status === 'rejected')
      if (failed) throw new Error(`an account could not be told: ${String(failed.reason)}`)
    }
  }

  #changed(terms: SaleTerms): void {
    this.#pace.ask()
    const { status } = this.sale
    if (status?.state === 'open' && status.pending === null && terms.lot.mode === 'auction')
      this.#arm(Math.min(Date.now() + SHOW_AFTER_MS, status.endsAt))
    else this.#arm(Date.now())
  }

  #armNext(): void {
    const { status } = this.sale
    const next = [
      ...(status?.state === 'open' && status.pending === null ? [status.endsAt] : []),
      ...(status?.state === 'won' ? [status.payBy ?? Infinity] : []),
      ...(status?.state === 'open' && status.toldSeq < status.shownSeq ? [this.#outbidAt] : []),
      ...(status?.pending || this.sale.pending(1).length > 0 ? [Date.now() + AGAIN_MS] : []),
    ]
    this.#arm(Math.min(Infinity, ...next))
  }

  /** Writes a stored alarm only when the existing one is too late. */
  #arm(at: number): void {
    if (at >= this.#armedFor || at === Infinity) return
    this.#armedFor = at
    void this.ctx.storage.setAlarm(at)
  }

  async #readTerms(): Promise<SaleTerms | null> {
    this.#terms ??= await this.remotes.readTerms()
    return this.#terms
  }

  #message(terms: SaleTerms): string {
    return JSON.stringify(this.sale.message(terms))
  }

  #speak(): void {
    if (this.#terms && this.openSockets() > 0) this.sendToAll(this.#message(this.#terms))
  }
}
