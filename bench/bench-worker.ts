// Bench Worker: the product, plus bare calls as a baseline. Never deployed. A bare call makes the same hops with the
// same text and does no work.

import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers'
import type { Connection } from 'partyserver'
import { relayStub } from '#lib/relay-stub'
import { NamedRoom } from '#party/lib/named-room'
import { relayName } from '#party/protocol/relay'
import { type QueueName, sweepQueue } from '../server/cron/queues'
import product, { Account, Market, Quotes, Watch } from '../server/worker'
import { countRoom, countRows, takeCounts } from './cost-meter'
import type { AccountRpc } from '#party/protocol/account'
import type { RoundMessage } from '#party/protocol/watch'
import { readSession } from '#session/session'
import {
  type BareLeader,
  type CopyStep,
  changeStops,
  countCopies,
  followBare,
  followMany,
  fundMany,
  openTrader,
  standing,
  trade,
} from './copy-worker'
import { type HouseAccount, type HouseStep, type HouseWatch } from './house-rooms'
import { applyMany, shareOut, tellEverybody } from './ieo-worker'
import { countCalls, takeRounds } from './rounds'
import type { YieldRoom } from './yield-room'

export { HouseAccount, HouseWatch } from './house-rooms'
export { YieldRoom } from './yield-room'
export {
  Account,
  Chat,
  Drain,
  Event,
  Gateway,
  Log,
  Lot,
  Market,
  ProgramSocket,
  Quotes,
  Relay,
  Thread,
  Watch,
} from '../server/worker'
export { BareFollower, BareLeader, Leader } from './copy-worker'

for (const [kind, room] of Object.entries({ Account, Market, Quotes, Watch })) countRoom(kind, room)

interface BenchEnv extends Env {
  readonly BareAccount: DurableObjectNamespace<BareAccount>
  readonly BareMarket: DurableObjectNamespace<BareMarket>
  readonly BareFeed: DurableObjectNamespace<BareFeed>
  readonly YieldRoom: DurableObjectNamespace<YieldRoom>
  readonly HouseAccount: DurableObjectNamespace<HouseAccount>
  readonly HouseWatch: DurableObjectNamespace<HouseWatch>
  readonly BareLeader: DurableObjectNamespace<BareLeader>
}

const PAIR = 'BTC-USDT'

/** Baseline answer, as long as a Market's answer to an order that fills. */
const ANSWER = JSON.stringify({
  commandSeq: 1000,
  isGap: false,
  messages: [
    { seq: 3001, at: 1790000000000, type: 'accepted', orderNo: 1000 },
    {
      seq: 3002,
      at: 1790000000000,
      type: 'filled',
      orderNo: 1000,
      side: 'buy',
      role: 'taker',
      tradeNo: 5000,
      ticks: 600000,
      lots: 10,
      fee: '10',
    },
    {
      seq: 3003,
      at: 1790000000000,
      type: 'closed',
      orderNo: 1000,
      reason: 'filled',
      refusal: null,
      facts: {},
      lotsLeft: 0,
    },
  ],
})

export class BareMarket extends DurableObject<BenchEnv> {
  submit(request: string): Promise<string> {
    return Promise.resolve(request.length > 0 ? ANSWER : '')
  }

  /** From now on rows are counted; answers the counts since the last call. */
  takeCounts(): Promise<string> {
    countRows(this.ctx.storage)
    return Promise.resolve(JSON.stringify(takeCounts()))
  }
}

export class BareAccount extends DurableObject<BenchEnv> {
  asUser(_sessionId: string, request: string): Promise<string> {
    return this.env.BareMarket.get(this.env.BareMarket.idFromName(PAIR)).submit(request)
  }

  /** Bare call with one row written first, the minimum of any account that stores an order before forwarding it. */
  async asUserDurable(sessionId: string, request: string): Promise<string> {
    this.ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS taken (request TEXT)')
    this.ctx.storage.sql.exec('INSERT INTO taken (request) VALUES (?)', request)
    return this.asUser(sessionId, request)
  }
}

/** Broadcasts received texts to its sockets, by the same call as a Market feed, without rate limit. What a socket sends comes back on it. */
export class BareFeed extends NamedRoom {
  static override options = { hibernate: true }

  shout(text: string): void {
    this.sendToAll(text)
  }

  override onMessage(connection: Connection, text: string): void {
    connection.send(text)
  }
}

export class Bench extends WorkerEntrypoint<BenchEnv> {
  override async fetch(request: Request): Promise<Response> {
    const { env } = this
    const [, area, room, name = ''] = new URL(request.url).pathname.split('/')
    if (area !== 'bench') return this.#product(request)
    switch (room) {
      case 'hello':
        return new Response('hello')
      case 'market':
        return new Response(await env.Market.get(env.Market.idFromName(PAIR)).submit(await request.text(), ''))
      case 'lot':
        return new Response(await env.Lot.get(env.Lot.idFromName(name)).act(await request.text()))
      case 'bare-market':
        return new Response(await env.BareMarket.get(env.BareMarket.idFromName(PAIR)).submit(await request.text()))
      case 'bare-path':
        return new Response(
          await env.BareAccount.get(env.BareAccount.idFromName(name)).asUser('', await request.text()),
        )
      case 'durable-path':
        return new Response(
          await env.BareAccount.get(env.BareAccount.idFromName(name)).asUserDurable('', await request.text()),
        )
      case 'path': {
        const session = await readSession(request, env)
        return new Response(await accountOf(env, name).asUser(session?.sessionId ?? '', await request.text()))
      }
      case 'feed':
        return feedOf(env, name).fetch(request)
      case 'shout':
        await feedOf(env, name).shout(await request.text())
        return new Response('')
      case 'chat':
        return new Response(await env.Chat.get(env.Chat.idFromName(name)).say(await request.text()))
      case 'relay':
        return relayStub(
          env,
          relayName({ party: 'chat', room: 'en', region: null, level: 1, index: Number(name) }),
        ).fetch(request)
      case 'account':
        return new Response(await accountOf(env, name).asSystem(await request.text()))
      case 'accounts':
        await tellMany(env, await request.json())
        return new Response('null')
      case 'ieo-apply': {
        const asked: Parameters<typeof applyMany>[2] = JSON.parse(await request.text())
        await applyMany(env, Number(name), asked)
        return new Response('')
      }
      case 'ieo-share':
        return new Response(await shareOut(env, Number(name)))
      case 'sweep-queue': {
        // The bench sends a queue's name.
        await sweepQueue(env, (await request.text()) as QueueName, Date.now())
        return new Response('')
      }
      case 'ieo-tell':
        return new Response(String(await tellEverybody(env, Number(name))))
      case 'copy-open':
      case 'copy-follow':
      case 'copy-join':
      case 'copy-fund':
      case 'copy-trade':
      case 'copy-stops':
      case 'copy-standing':
      case 'copy-count':
      case 'copy-bare':
        return Response.json((await this.#copy(room, await request.json())) ?? null)
      case 'house-open':
      case 'house-ended':
      case 'house-round':
      case 'house-bare':
        return new Response(await this.#house(room, await request.json()))
      case 'rounds':
        return this.#rounds(new URL(request.url).searchParams.get('path') ?? '/', request)
      case 'yield-open': {
        const { now, deposits } = await request.json<{ now: number; deposits: number }>()
        return new Response(await yieldsOf(env, name).open(now, deposits))
      }
      case 'yield-bare':
        return new Response(await yieldsOf(env, name).bare(await request.text()))
      case 'yield-day':
        return new Response(await yieldsOf(env, name).day(Number(await request.text())))
      case 'yield-verify':
        return new Response(await yieldsOf(env, name).verify(Number(await request.text())))
      case 'counts':
        return new Response(await env.BareMarket.get(env.BareMarket.idFromName(PAIR)).takeCounts())
      case 'stats':
        return Response.json(await env.Market.get(env.Market.idFromName(PAIR)).stats())
      default:
        return new Response('no such bench', { status: 404 })
    }
  }

  async #house(room: string, step: HouseStep & HouseCall): Promise<string> {
    const { env } = this
    if (room === 'house-round' || room === 'house-bare') return roundsOf(env, step)
    const account = env.HouseAccount.get(env.HouseAccount.idFromName(String(step.account)))
    return room === 'house-open' ? `"${await account.open(step)}"` : account.ended(step)
  }

  #copy(room: string, step: CopyStep): Promise<unknown> {
    const { env } = this
    switch (room) {
      case 'copy-open':
        return openTrader(env, step)
      case 'copy-follow':
        return followMany(env, step)
      case 'copy-join':
        return followBare(env, step)
      case 'copy-fund':
        return fundMany(env, step)
      case 'copy-trade':
        return trade(env, step)
      case 'copy-stops':
        return changeStops(env, step)
      case 'copy-standing':
        return standing(env, step)
      case 'copy-count':
        return countCopies(env, step)
      default:
        return env.BareLeader.get(env.BareLeader.idFromName('one')).tellAll(step)
    }
  }

  #product(request: Request, env = this.env): Response | Promise<Response> {
    return product.fetch(request, env, this.ctx)
  }

  /** Calls to rooms and directory made while rendering a page. */
  async #rounds(path: string, { headers, url }: Request): Promise<Response> {
    takeRounds()
    const page = await this.#product(new Request(new URL(path, url), { headers }), countCalls(this.env))
    await page.text()
    return Response.json({ status: page.status, ...takeRounds() })
  }
}

const feedOf = (env: BenchEnv, name: string) => env.BareFeed.get(env.BareFeed.idFromName(name))

type HouseCall =
  | { readonly message: RoundMessage; readonly isLast: boolean }
  | { readonly calls: number; readonly rooms: number; readonly text: string }

async function roundsOf(env: BenchEnv, call: HouseCall): Promise<string> {
  const watch = env.HouseWatch.get(env.HouseWatch.idFromName('one'))
  await ('message' in call ? watch.round(call.message, call.isLast) : watch.bare(call.calls, call.rooms, call.text))
  return '""'
}

const yieldsOf = (env: BenchEnv, name: string) => env.YieldRoom.get(env.YieldRoom.idFromName(name))

/** Calls to an account arrive in their order, and share its commits. */
async function tellMany(env: BenchEnv, accounts: readonly (readonly [userId: number, requests: readonly object[]])[]) {
  await Promise.all(
    accounts.map(([userId, requests]) => {
      const account = accountOf(env, String(userId))
      return Promise.all(requests.map((request) => account.asSystem(JSON.stringify(request))))
    }),
  )
}

/** Account stub, typed as its RPC interface. */
const accountOf = (env: BenchEnv, name: string): AccountRpc => env.Account.get(env.Account.idFromName(name))

export default {
  fetch: () => new Response('The benches use their own socket.', { status: 404 }),
} satisfies ExportedHandler<BenchEnv>
