// A real Market room in the Workers runtime, with a directory, a price feed and accounts that the test holds in its hand.

import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Pair } from '#domain/catalogue'
import type { PublishedTrades } from '#party/market/house-receipts'
import type { RemoteCalls } from '#party/market/remotes'
import type { Market } from '#party/market/room'
import type { MarketAnswer, MarketCommand, MarketMessage, MarketRpc, MarketSocketMessage } from '#party/protocol/market'
import { BTC_USDT } from './btc-usdt'
import { type PlainRequest, type StoryCommand, textsOf } from './story'
import { tickOf } from './tick'

/** One account as a Market sees it: it numbers its commands and stores each message once. */
export class Person {
  commandSeq = 0
  readonly messages: MarketMessage[] = []
  /** The account's room is unreachable. */
  isAway = false
  /** Numbers of the first and last message of each delivery. */
  readonly deliveries: [first: number, last: number][] = []

  constructor(readonly account: number) {}

  get received(): number {
    return this.messages.at(-1)?.seq ?? 0
  }

  number(commands: readonly StoryCommand[]): MarketCommand[] {
    return commands.map((command) => ({ ...command, seq: (this.commandSeq += 1) }))
  }

  store({ messages }: MarketAnswer): void {
    for (const message of messages) {
      if (message.seq <= this.received) continue
      if (message.seq !== this.received + 1) throw new Error(`message ${message.seq} came after ${this.received}`)
      this.messages.push(message)
    }
  }

  /** Message types that the account received about one order, in sequence. */
  story(orderNo: number): string[] {
    return this.messages.filter((message) => message.orderNo === orderNo).map(({ type }) => type)
  }
}

export class MarketStage {
  pair: Pair | null = BTC_USDT
  /** 60,000.0 USDT. */
  price: string | null = '60000.0'
  /** The price feed accepts the request and never answers. */
  isFeedSilent = false
  pricesAsked = 0
  isDirectoryAway = false
  /** Published receipts of the house's trades, by name; and how often each was sent. */
  readonly receipts = new Map<string, PublishedTrades & { sent: number }>()
  readonly people = new Map<number, Person>()

  constructor(readonly symbol: string) {}

  static async open(symbol: string): Promise<MarketStage> {
    const stage = new MarketStage(symbol)
    await stage.#meet()
    return stage
  }

  get stub() {
    return env.Market.get(env.Market.idFromName(this.symbol))
  }

  get rpc(): MarketRpc {
    return this.stub as unknown as MarketRpc
  }

  person(account: number): Person {
    const person = this.people.get(account) ?? new Person(account)
    this.people.set(account, person)
    return person
  }

  /** Sends commands and stores the answer, as an Account does. */
  async send(account: number, ...commands: StoryCommand[]): Promise<MarketAnswer> {
    const person = this.person(account)
    const { received } = person
    const answer = await this.ask({ account, received, commands: person.number(commands) })
    person.store(answer)
    return answer
  }

  async ask(request: PlainRequest): Promise<MarketAnswer> {
    return JSON.parse(await this.rpc.submit(...textsOf(request))) as MarketAnswer
  }

  /** Kills the room in memory; the next call wakes it from its storage. */
  async restart(): Promise<void> {
    await runInDurableObject(this.stub, (_, state) => state.abort('the process died')).catch(() => undefined)
    await this.#meet()
  }

  ring(): Promise<boolean> {
    return runDurableObjectAlarm(this.stub)
  }

  async poll(after: number): Promise<MarketSocketMessage[]> {
    const response = await this.stub.fetch(`http://market/parties/market/${this.symbol}/poll?after=${after}`)
    const { messages } = await response.json<{ messages: MarketSocketMessage[] }>()
    return messages
  }

  async #meet(): Promise<void> {
    const remotes: RemoteCalls = {
      loadPair: () =>
        this.isDirectoryAway ? Promise.reject(new Error('the directory is away')) : Promise.resolve(this.pair),
      latestPrice: () => {
        this.pricesAsked += 1
        return this.isFeedSilent
          ? new Promise(() => undefined)
          : Promise.resolve(this.price === null ? null : tickOf(this.price, Date.now()))
      },
      deliver: (account, text) => {
        const person = this.person(account)
        if (person.isAway) return Promise.reject(new Error('the room is away'))
        const answer = JSON.parse(text) as MarketAnswer
        person.deliveries.push([answer.messages[0]?.seq ?? 0, answer.messages.at(-1)?.seq ?? 0])
        person.store(answer)
        return Promise.resolve(person.received)
      },
      keepHouseReceipts: (receipts) => {
        if (this.isDirectoryAway) return Promise.reject(new Error('the directory is away'))
        for (const each of receipts)
          this.receipts.set(each.id, { ...each, sent: (this.receipts.get(each.id)?.sent ?? 0) + 1 })
        return Promise.resolve()
      },
    }
    await runInDurableObject(this.stub, (room: Market) => {
      // Private for product code, not for the stage.
      Object.assign(room, { remotes })
    })
  }
}

/** Polls until the condition holds; fails after a limit. */
export async function eventually(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`it did not come about that ${what}`)
}
