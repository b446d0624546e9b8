// Worker part of the copy trading bench: a trader with followers, a trade, and the time until all followers are
// informed; compared with a room making equally many bare durable calls. Followers are accounts, or bare rooms that
// only store the event.

import { DurableObject } from 'cloudflare:workers'
import type { LeaderReport, LeaderRpc } from '#party/protocol/copy'
import { remotesOf } from '#party/leader/remotes'
import { Leader as ProductLeader } from '#party/leader/room'
import type { PeerPost, PeerReceipt } from '#party/protocol/account-peer'
import type { SystemRequests } from '#party/protocol/account'
import { callAccount, callAccountAsSystem } from '#services/account-room'
import { indexPrices } from '#services/quotes'
import { findTerms } from '#services/futures-terms'
import { placeFutures } from '#services/futures'
import { setFuturesStops } from '#services/futures-stops'

/** Step input: trader, and range of followers or their symbol. */
export interface CopyStep {
  readonly trader: number
  readonly from: number
  readonly count: number
  readonly positionNo: number
  readonly text: string
}

/** Followers from this number on are bare and share rooms (about ten each): one process cannot keep ten thousand rooms open. */
const BARE_FROM = 100_000
const BARE_ROOMS = 1_000
const SYMBOL = 'BTC-USDT'
/** Concurrent calls, as in a trader's room. */
const AT_ONCE = 64

const sessionOf = (userId: number) => ({ userId, sessionId: `bench-${userId}` })

async function openAccount(env: Env, userId: number): Promise<void> {
  const { sessionId } = sessionOf(userId)
  const expiresAt = Date.now() + 86_400_000
  await callAccountAsSystem(env, userId, { type: 'open_session', sessionId, expiresAt, device: 'bench' })
}

async function fund(env: Env, userId: number): Promise<void> {
  const grants: SystemRequests['grant_demo']['grants'] = [{ assetId: 3, amount: '1000000000', wallet: 'lever' }]
  await callAccountAsSystem(env, userId, { type: 'grant_demo', ref: 'bench', grants })
}

export async function openTrader(env: Env, { trader }: CopyStep): Promise<void> {
  await openAccount(env, trader)
  await fund(env, trader)
  await callAccountAsSystem(env, trader, { type: 'open_trader', userId: trader })
}

/** Follows with an empty wallet. */
export async function followMany(env: Env, { trader, from, count }: CopyStep): Promise<void> {
  for (let userId = from; userId < from + count; userId += 1) {
    await openAccount(env, userId)
    const made = await callAccount(env, sessionOf(userId), {
      type: 'follow_trader',
      commandId: 'follow',
      traderId: trader,
      kind: 'lots',
      number: 100,
      marginMax: null,
      orderMax: null,
      lossMax: null,
      nickname: 'Bench',
      share: '0',
      country: 'JP',
      isVerified: false,
      tradersMax: 2,
    })
    if (!made.ok) throw new Error(made.refusal.code)
  }
}

export async function fundMany(env: Env, { from, count }: CopyStep): Promise<void> {
  for (let userId = from; userId < from + count; userId += 1) await fund(env, userId)
}

const callerOf = (env: Env, userId: number) => ({
  env,
  session: sessionOf(userId),
  commandId: crypto.randomUUID(),
  country: 'JP',
  now: Date.now(),
})

/** Opens a position; returns its number and the trader's waiting time in ms (until the next price). */
export async function trade(
  env: Env,
  { trader }: CopyStep,
): Promise<{ readonly positionNo: number; readonly millis: number }> {
  if (!(await findTerms(env, SYMBOL))) throw new Error('no contracts')
  const form = { symbol: SYMBOL, direction: 'long', kind: 'market', mode: 'isolated', leverage: 10, lots: 1 } as const
  const start = Date.now()
  const placed = await placeFutures.run(callerOf(env, trader), form)
  if (!placed.ok) throw new Error(placed.refusal.code)
  return { positionNo: placed.value.positionNo, millis: Date.now() - start }
}

/** Changes stops, which also informs followers. Returns the trader's waiting time in ms; needs no price. */
export async function changeStops(env: Env, { trader, positionNo }: CopyStep): Promise<number> {
  const [price] = (await indexPrices(env)).filter(({ symbol }) => symbol === SYMBOL)
  const stopLoss = ((price?.priceSteps ?? 0) / 20 - Math.floor(Math.random() * 1000) / 10).toFixed(1)
  const start = Date.now()
  const set = await setFuturesStops.run(callerOf(env, trader), { position_id: positionNo, stop_loss: stopLoss })
  if (!set.ok) throw new Error(set.refusal.code)
  return Date.now() - start
}

/** State of a trader's room: its last event, and the milliseconds from the first to the last notification. */
export interface Standing extends Pick<LeaderReport, 'followers' | 'behind'> {
  readonly event: number
  readonly millis: number
}

/** Trader room with some bare followers. */
export class Leader extends ProductLeader {
  readonly #product = remotesOf(this.env, parseInt(this.name, 10))
  #event = 0
  #began = 0
  #ended = 0
  protected override remotes = {
    ...this.#product,
    post: (account: number, post: PeerPost) => this.#post(account, post),
  }

  override async report(): Promise<string> {
    const report = JSON.parse(await super.report()) as LeaderReport
    return JSON.stringify({ ...report, event: this.#event, millis: this.#ended - this.#began })
  }

  async #post(account: number, post: PeerPost): Promise<PeerReceipt> {
    if (post.seq > this.#event) [this.#event, this.#began] = [post.seq, Date.now()]
    const receipt = await (account < BARE_FROM ? this.#product.post(account, post) : this.#tellBare(account, post))
    this.#ended = Date.now()
    return receipt
  }

  async #tellBare(account: number, post: PeerPost): Promise<PeerReceipt> {
    await bareRoom(this.env as BareEnv, account).keep(JSON.stringify(post))
    return { received: post.seq, reply: null }
  }
}

const leaderOf = (env: Env, trader: number): LeaderRpc => env.Leader.get(env.Leader.idFromName(String(trader)))

export async function followBare(env: Env, { trader, from, count }: CopyStep): Promise<void> {
  const room = leaderOf(env, trader)
  for (let account = from; account < from + count; account += 1) {
    const post: PeerPost = { from: account, seq: 1, message: { type: 'copy_follow', parts: [] } }
    await room.post(JSON.stringify(post))
  }
}

export async function standing(env: Env, { trader }: CopyStep): Promise<Standing> {
  const { followers, behind, event, millis } = JSON.parse(await leaderOf(env, trader).report()) as Standing
  return { followers, behind, event, millis }
}

/** Number of rows of these accounts: copies, or trades with the reason for not copying. */
export async function countCopies(env: Env, { from, count }: CopyStep): Promise<number> {
  let rows = 0
  for (let userId = from; userId < from + count; userId += 1) {
    const filter = { traderId: null, state: null, page: 1, limit: 1 } as const
    const listed = await callAccount(env, sessionOf(userId), { type: 'copies', ...filter })
    if (listed.ok) rows += listed.value.total
  }
  return rows
}

/** Stores each event as one row and does nothing else. */
export class BareFollower extends DurableObject {
  keep(text: string): number {
    this.ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS kept (id INTEGER PRIMARY KEY, text TEXT)')
    this.ctx.storage.sql.exec('INSERT INTO kept (text) VALUES (?)', text)
    return text.length
  }
}

interface BareEnv extends Env {
  readonly BareFollower: DurableObjectNamespace<BareFollower>
}

function bareRoom({ BareFollower: rooms }: BareEnv, account: number): DurableObjectStub<BareFollower> {
  return rooms.get(rooms.idFromName(String(account % BARE_ROOMS)))
}

/** Sends the same text to `count` bare rooms with a trader room's concurrency. */
export class BareLeader extends DurableObject<BareEnv> {
  async tellAll({ count, text }: CopyStep): Promise<void> {
    let next = 0
    const work = async () => {
      while (next < count) {
        next += 1
        await bareRoom(this.env, next).keep(text)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }
}
