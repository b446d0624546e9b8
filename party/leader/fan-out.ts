// Delivers unsent events to followers and to the trader's account, several accounts in parallel, each in order, with growing pauses after
// failures; publishes the trader's statistics in the directory. After a restart, unsaved deliveries are repeated.

import type { ListPart } from '#domain/list-part'
import type { CopyMarket } from '#domain/copy/plan'
import { CURVE_POINTS, type ShownTrader, lineOf, statisticsOf, thinned } from '#domain/copy/statistics'
import { encodeAmount } from '#domain/money/amount'
import { CallQueue } from '#party/lib/call-queue'
import type { Store } from '#party/lib/store'
import { type PeerPost, type PeerReceipt, leaderPeer } from '#party/protocol/account-peer'
import type { LeaderReport, TradePage } from '#party/protocol/copy'
import { type Follower, LeaderState } from './state'

export interface LeaderPorts {
  readonly traderId: number
  now(): number
  /** Current terms for copying a trade of a symbol. */
  market(symbol: string): Promise<CopyMarket>
  post(account: number, post: PeerPost): Promise<PeerReceipt>
  /** Publishes in the directory; a newer published version stays. */
  show(shown: ShownTrader): Promise<void>
  later(delayMs: number, work: () => void): void
  report(text: string): void
}

/** Longest delay of saving acknowledgements, and of publishing figures in the directory. */
const SAVE_WITHIN_MS = 1_000
const SHOW_WITHIN_MS = 1_000
/** Retry delay after a failure; followers have their own pauses. */
const AGAIN_MS = 2_000

export class FanOut {
  readonly #ports: LeaderPorts
  readonly #state: LeaderState
  readonly #queue: CallQueue<Follower>
  readonly #unsaved = new Set<Follower>()
  #isSaveDue = false
  #isShowDue = false
  #bringing: Promise<void> | null = null

  constructor(store: Store, ports: LeaderPorts) {
    this.#ports = ports
    this.#state = new LeaderState(store, ports.traderId)
    this.#queue = new CallQueue<Follower>({
      call: (member) => this.#call(member),
      called: (member) => {
        // An event that came meanwhile.
        if (this.#state.has(member) && !this.#state.isUpToDate(member)) this.#queue.add(member)
      },
      later: (delayMs, work) => ports.later(delayMs, work),
      report: (text) => ports.report(text),
    })
    this.beat()
  }

  /** Whether an event, payment or publication is still pending. */
  get isNeeded(): boolean {
    const { revision, shown } = this.#state.row
    const isSending = this.#queue.size > 0 || this.#unsaved.size > 0 || this.#state.isAnybodyBehind
    return isSending || revision > shown || this.#state.firstPending() !== null
  }

  /** A message from the trader's account or a follower's. It is stored on return; followers are informed later. */
  async receive(post: PeerPost): Promise<PeerReceipt> {
    const { from, message } = post
    const market = message.type === 'copy_opened' ? await this.#ports.market(message.trade.symbol) : null
    this.#state.take(post, market, this.#ports.now())
    // Runs outside this call: the sender waits only for its own answer.
    this.#ports.later(0, () => this.beat())
    return { received: this.#state.received(from), reply: null }
  }

  report(): LeaderReport {
    return this.#state.report()
  }

  trades(part: ListPart): TradePage {
    return this.#state.log.page(part)
  }

  /** Continues all pending work. */
  beat(): void {
    for (const member of this.#state.followers())
      if (!this.#state.isUpToDate(member) && !this.#queue.isRunning(member)) this.#queue.add(member)
    this.#queue.start()
    this.#bring()
    this.#showSoon()
  }

  async #call(member: Follower): Promise<void> {
    if (!this.#state.has(member) || this.#state.isUpToDate(member)) return
    const { account, since, told } = member
    const no = told + 1
    const event = this.#state.eventAt(no)
    const message = { type: 'copy_event', parts: [], event } as const
    const post = { from: leaderPeer(this.#ports.traderId), seq: no, since, message }
    const { received } = await this.#ports.post(account, post)
    if (received < no) throw new Error(`it awaits another message than ${no}`)
    this.#state.markSent(member, no)
    if (event.kind === 'ended') this.#state.dismiss(member)
    else this.#saveSoon(member)
  }

  #saveSoon(member: Follower): void {
    this.#unsaved.add(member)
    if (this.#isSaveDue) return
    this.#isSaveDue = true
    this.#ports.later(SAVE_WITHIN_MS, () => {
      this.#isSaveDue = false
      const members = [...this.#unsaved]
      this.#unsaved.clear()
      this.#state.saveSent(members)
    })
  }

  #bring(): void {
    this.#bringing ??= this.#bringAll()
      .catch((failure: unknown) => this.#tryAgain(`the trader will be told again: ${String(failure)}`))
      .finally(() => (this.#bringing = null))
  }

  #tryAgain(why: string): void {
    this.#ports.report(why)
    this.#ports.later(AGAIN_MS, () => this.beat())
  }

  async #bringAll(): Promise<void> {
    const { traderId } = this.#ports
    for (let owed = this.#state.firstPending(); owed; owed = this.#state.firstPending()) {
      const { received } = await this.#ports.post(traderId, { from: leaderPeer(traderId), ...owed })
      if (received < owed.seq) throw new Error(`it awaits another message than ${owed.seq}`)
      this.#state.markStored(received)
    }
  }

  #showSoon(): void {
    const { revision, shown } = this.#state.row
    if (this.#isShowDue || revision <= shown) return
    this.#isShowDue = true
    this.#ports.later(SHOW_WITHIN_MS, () => {
      this.#isShowDue = false
      const { followerCount, row, log } = this.#state
      const { revision: told, copies, copiesWon, copiesNet } = row
      const [days, now] = [log.dayRows(), this.#ports.now()]
      const { profit, returnRate, accuracy, drawdown, ended } = statisticsOf(row, days, now)
      const curve = thinned(lineOf(days, log.lineTrades(), now), CURVE_POINTS).map(({ total }) => encodeAmount(total))
      this.#ports
        .show({
          profit,
          returnRate,
          accuracy,
          drawdown,
          ended,
          curve,
          copies,
          copiesWon,
          copiesNet,
          revision: told,
          followers: followerCount,
        })
        .then(() => this.#state.markShown(told))
        .catch((failure: unknown) => this.#tryAgain(`the directory will be told again: ${String(failure)}`))
    })
  }
}
