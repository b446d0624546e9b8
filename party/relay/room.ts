// The Relay room: passes the messages of one public room on to sockets and to further relays. Only the room above tells it anything. It
// stores nothing but the names of the relays below it, and sleeps while its room is quiet.

import type { Connection } from 'partyserver'
import { CallTimeout } from '../lib/call-timeout'
import { PublicRoom } from '../lib/public-room'
import { type Heard, type RelayRpc, relayPlace } from '../protocol/relay'
import { roomAbove } from './remotes'
import { RelayStream } from './stream'

/** At ten messages a second four sevenths of what one room can deliver (`npm run bench:fanout`). */
const LISTENERS_MAX = 4_000
const LISTEN_LIMIT_MS = 5_000

export class Relay extends PublicRoom implements RelayRpc {
  static override options = { hibernate: true }

  protected override listenersMax = LISTENERS_MAX
  readonly #patience = new CallTimeout(LISTEN_LIMIT_MS)
  readonly #stream = new RelayStream({
    pass: (text) => (this.#listeners = this.sendToAll(text)),
    // A stub whose room restarted stays broken, so each call gets its own.
    listen: (after) =>
      this.#patience.limit(this.name, roomAbove(this.env, relayPlace(this.name)).listen(this.name, after)),
    now: () => Date.now(),
  })
  /** Sockets and relays that got the last text, and those that have come since. */
  #listeners = 0
  /** Those that are not let in yet. */
  #arriving = 0

  async tell(text: string): Promise<boolean> {
    await this.#stream.take(text)
    const isListenedTo = this.#arriving + this.#listeners > 0
    if (!isListenedTo) this.#stream.forget()
    return isListenedTo
  }

  override fetch(request: Request): Promise<Response> {
    return this.#arrive(super.fetch(request))
  }

  override async listen(relay: string, after: number): Promise<Heard> {
    const heard = await this.#arrive(super.listen(relay, after))
    this.#listeners += 1
    return heard
  }

  override onConnect(connection: Connection): Promise<void> {
    this.#listeners += 1
    return super.onConnect(connection)
  }

  /** The opening is there before the socket is, so that no message comes before it. */
  protected override async refuseSocket(request: Request): Promise<Response | null> {
    const refused = await super.refuseSocket(request)
    if (!refused) await this.look()
    return refused
  }

  protected override async look(): Promise<boolean> {
    await this.#stream.ready()
    return true
  }

  protected override opening(): readonly string[] {
    return this.#stream.opening
  }

  protected override messagesAfter(after: number): readonly string[] {
    return this.#stream.after(after)
  }

  async #arrive<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#arriving += 1
    try {
      return await answer
    } finally {
      this.#arriving -= 1
    }
  }
}
