// A trader, followers and the trader's room, all of them real over real storage, with messages that the story may lose, repeat or hold up.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { CopyMarket } from '#domain/copy/plan'
import type { ShownTrader } from '#domain/copy/statistics'
import { openAccountStore } from '../kit/account-store'
import { FanOut, type LeaderPorts } from '#party/leader/fan-out'
import { openStore } from '#party/lib/store'
import type { AccountRequests } from '#party/protocol/account'
import type { PeerPost, PeerReceipt } from '#party/protocol/account-peer'
import type { CopyHistoryRow, FollowingRow, LeaderReport } from '#party/protocol/copy'
import type { FuturesRow } from '#party/protocol/futures'
import { type Life, during, storeDuring } from '../account/life-end'
import { NOON, SESSION, Stage, USDT, expectBooksBalance } from '../account/stage'
import { type Waking, runStory } from '../account/waking'
import { TERMS, marketOf } from './market'

export const TRADER = 10_001
const SYMBOL = 'BTC-USDT'

type Follow = AccountRequests['follow_trader']

/** Fate of one message: it arrives, its answer is lost, or it is lost. */
export type Fate = 'arrives' | 'answer lost' | 'lost'

export class Street {
  #now = NOON
  price = 600_000
  readonly stages = new Map<number, Stage>()
  shown: ShownTrader | null = null
  market: () => Promise<CopyMarket> = () => Promise.resolve(marketOf({}))
  /** Fate of messages to and from the room. */
  fateOf: (from: number, to: number) => Fate = () => 'arrives'
  /** Earlier messages, to be repeated. */
  readonly posts: { readonly to: number; readonly post: PeerPost }[] = []
  readonly reports: string[] = []
  closedSides: ('long' | 'short')[] = []
  #later: (() => void)[] = []
  #life: Life = { isOver: false }
  readonly #name: string
  readonly #rests = new Map<number, () => Promise<void>>()
  #leader: FanOut | null = null

  constructor(name: string) {
    this.#name = name
  }

  inRoom<Value>(work: (storage: DurableObjectStorage) => Value): Promise<Awaited<Value>> {
    const room = env.Leader.get(env.Leader.idFromName(this.#name))
    return runInDurableObject(room, (_room, { storage }) => work(storage)) as Promise<Awaited<Value>>
  }

  get leader(): FanOut {
    if (!this.#leader) throw new Error('the room is not open')
    return this.#leader
  }
  report(): Promise<LeaderReport> {
    return this.inRoom(() => this.leader.report())
  }

  get now(): number {
    return this.#now
  }
  set now(now: number) {
    this.#now = now
    for (const stage of this.stages.values()) stage.now = Math.max(stage.now, now)
  }

  get trader(): Stage {
    return this.stage(TRADER)
  }
  stage(account: number): Stage {
    const stage = this.stages.get(account)
    if (!stage) throw new Error(`${account} is not on the street`)
    return stage
  }

  /** Wakes the room from its storage; running work of its earlier life ends at once. */
  async openRoom(): Promise<void> {
    this.#life.isOver = true
    this.#later = []
    const life = (this.#life = { isOver: false })
    this.#leader = await this.inRoom(
      (storage) =>
        new FanOut(
          storeDuring(life, openStore(storage), () => false),
          this.#ports(life),
        ),
    )
  }

  #ports(life: Life): LeaderPorts {
    return {
      traderId: TRADER,
      now: () => this.#now,
      market: () => during(life, this.market()),
      post: (account, post) => during(life, this.send(-TRADER, account, post)),
      show: (shown) => {
        this.shown = shown
        return during(life, Promise.resolve())
      },
      later: (_delayMs, work) => void this.#later.push(work),
      report: (text) => void this.reports.push(text),
    }
  }

  /** Waits until an account has started its pending calls. */
  async quiet(account: number): Promise<void> {
    const rest = this.#rests.get(account) ?? quiet
    for (let round = 0; round < 3; round += 1) await rest()
  }

  join(stage: Stage, account: number, rest: () => Promise<void>): void {
    this.stages.set(account, stage)
    this.#rests.set(account, rest)
    stage.askPeer = (peer, post) => this.send(account, peer, post)
  }

  async send(from: number, to: number, post: PeerPost): Promise<PeerReceipt> {
    const fate = this.fateOf(from, to)
    if (fate === 'lost') throw new Error('the message was lost')
    this.posts.push({ to, post })
    const receipt = await this.deliver(to, post)
    if (fate === 'answer lost') throw new Error('the answer was lost')
    return receipt
  }

  deliver(to: number, post: PeerPost): Promise<PeerReceipt> {
    return to < 0 ? this.inRoom(() => this.leader.receive(post)) : this.stage(to).receive(post)
  }

  /** Runs everything due now, with its consequences. */
  async settle(): Promise<void> {
    let idle = 0
    for (let round = 0; round < 12 && idle < 2; round += 1) {
      const [due, before] = [this.#later, this.posts.length]
      this.#later = []
      await this.inRoom(() => {
        for (const work of due) work()
        return quiet()
      })
      for (const stage of this.stages.values()) {
        if (stage.alarmAt !== null && stage.alarmAt <= this.#now) {
          await stage.ring()
          idle = -1
        }
        stage.now = this.#now
      }
      const isBusy = due.length > 0 || this.posts.length > before || this.#later.length > 0
      idle = isBusy ? 0 : idle + 1
    }
  }

  /** Advances the clock and runs all timers in between. */
  async pass(ms: number): Promise<void> {
    this.now = this.#now + ms
    await this.settle()
  }

  /** The next second's price, delivered to every account whose band contains it. */
  async tick(price = this.price): Promise<void> {
    this.price = price
    this.now = this.#now + 1_000
    const at = this.#now
    const tick = {
      ...{ symbol: SYMBOL, seq: at / 1000, at, source: 'test', previousHash: '', hash: '' },
      price: `${Math.floor(price / 10)}.${price % 10}`,
    }
    for (const stage of this.stages.values()) {
      const band = stage.registrations.get(SYMBOL)?.band
      if (!band || band.after >= at) continue
      const isReached =
        (band.low !== null && price <= band.low) ||
        (band.high !== null && price >= band.high) ||
        (band.next !== null && at >= band.next)
      if (!isReached) continue
      const round = { at, ticks: [tick] }
      await stage.wakeBy({ feature: 'futures', symbol: SYMBOL, round, beforeAt: null, closedSides: this.closedSides })
    }
    await this.settle()
  }
}

const quiet = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** 10 lots with ten times the margin at the price of now, in its trader's account or another's. */
export async function open(
  street: Street,
  differs: Partial<AccountRequests['place_futures_order']> = {},
  account = TRADER,
): Promise<number> {
  const stage = street.stage(account)
  const before = new Set((await positions(stage)).map(({ positionNo }) => positionNo))
  const { version, priceDecimals, stepValue, spread, fee, overnight, liquidationFee } = TERMS
  const rates = { stepValue, spread, fee, overnight, liquidationFee }
  const terms = { version, priceDecimals, ...textOf(rates) }
  void stage
    .ask({
      type: 'place_futures_order',
      commandId: stage.commandId(),
      symbol: SYMBOL,
      direction: 'long',
      kind: 'market',
      mode: 'cross',
      leverage: 10,
      lots: 10,
      entrySteps: null,
      worstSteps: null,
      takeProfit: null,
      stopLoss: null,
      assetId: USDT.id,
      maintenanceRate: '500000',
      reference: street.price,
      terms,
      ...differs,
    })
    .catch(() => null)
  await street.quiet(account)
  const placed = (await positions(stage)).find(({ positionNo }) => !before.has(positionNo))
  if (!placed) throw new Error('the order was refused')
  return placed.positionNo
}

function textOf<Rates extends Readonly<Record<string, bigint>>>(rates: Rates): Record<keyof Rates, string> {
  const texts = Object.entries(rates).map(([name, value]) => [name, value.toString()] as const)
  return Object.fromEntries(texts) as Record<keyof Rates, string>
}

export async function close(street: Street, positionNo: number, lots: number | null = null, account = TRADER) {
  const stage = street.stage(account)
  void stage.ask({ type: 'close_futures', commandId: stage.commandId(), positionNo, lots }).catch(() => null)
  await street.quiet(account)
}

export const follow = (street: Street, account: number, differs: Partial<Follow> = {}) => {
  const stage = street.stage(account)
  return stage.ask({
    type: 'follow_trader',
    commandId: stage.commandId(),
    traderId: TRADER,
    kind: 'multiple',
    number: 100,
    marginMax: null,
    orderMax: null,
    lossMax: null,
    nickname: 'Tora',
    share: '10000000',
    country: 'JP',
    isVerified: false,
    tradersMax: 2,
    ...differs,
  })
}

export async function positions(stage: Stage): Promise<readonly FuturesRow[]> {
  const answered = await stage.ask({ type: 'futures_live', assetId: USDT.id })
  if (!answered.ok) throw new Error(answered.refusal.code)
  return answered.value.rows
}

/** In order of creation. */
export async function copies(stage: Stage): Promise<readonly CopyHistoryRow[]> {
  const answered = await stage.ask({ type: 'copies', traderId: null, state: null, page: 1, limit: 500 })
  if (!answered.ok) throw new Error(answered.refusal.code)
  return [...answered.value.rows].reverse()
}

export async function following(stage: Stage): Promise<FollowingRow> {
  const answered = await stage.ask({ type: 'followings' })
  const row = answered.ok ? answered.value.rows.find(({ traderId }) => traderId === TRADER) : undefined
  if (!row) throw new Error('nobody is followed')
  return row
}

/** Starts a street on empty storage: one trader, and 10,000 USDT of futures balance for every account. */
export async function onStreet(
  waking: Waking,
  accounts: readonly number[],
  tale: (street: Street) => Promise<unknown>,
): Promise<unknown> {
  const street = new Street(freshName())
  await street.openRoom()
  for (const account of [TRADER, ...accounts]) {
    const { stage, rest } = await openStage(waking, account)
    street.join(stage, account, rest)
    await stage.tell({ type: 'open_session', sessionId: SESSION, expiresAt: NOON + 90 * 86_400_000, device: 'a phone' })
    const grants = [{ assetId: USDT.id, amount: '10000000000', wallet: 'lever' }] as const
    await stage.tell({ type: 'grant_demo', ref: 'start', grants })
  }
  await street.trader.tell({ type: 'open_trader', userId: TRADER })
  await street.settle()
  const told = await tale(street)
  await expectConserved(street)
  return told
}

const freshName = (): string => String(Math.floor(Math.random() * 1e12))

async function openStage(waking: Waking, account: number) {
  const name = freshName()
  const inside = <Value>(work: (storage: DurableObjectStorage) => Value): Promise<Awaited<Value>> =>
    runInDurableObject(env.Account.get(env.Account.idFromName(name)), (_room, { storage }) => work(storage)) as Promise<
      Awaited<Value>
    >
  const stage = await inside((storage) => new Stage(openAccountStore(storage), waking, undefined, account))
  return { stage: inRoom(stage, inside), rest: () => inside(quiet) }
}

/** Runs every method inside the room that owns the object's storage. */
const inRoom = <Inhabitant extends object>(
  inhabitant: Inhabitant,
  inside: (work: () => unknown) => Promise<unknown>,
): Inhabitant =>
  new Proxy(inhabitant, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown
      if (typeof value !== 'function' || name === 'commandId')
        return typeof value === 'function' ? value.bind(target) : value
      return (...values: unknown[]) => inside(() => Reflect.apply(value, target, values))
    },
  })

/** Checks that all books are sound, and that differences between rooms are in transit. */
async function expectConserved(street: Street): Promise<void> {
  let transit = 0n
  // Verifying an account delivers its owed messages: messages in transit have arrived before the room is read.
  for (const stage of street.stages.values()) await stage.verify()
  await street.settle()
  for (const { amount: owed } of (await street.report()).owed) transit -= BigInt(owed)
  for (const stage of street.stages.values()) {
    await expectBooksBalance(stage)
    const { accounts, owedToPeers } = await stage.verify()
    for (const row of accounts) if (row.account.startsWith('@transit')) transit += BigInt(row.amount)
    for (const { amount: owed } of owedToPeers) transit -= BigInt(owed)
  }
  expect(transit).toBe(0n)
  await expectResultsTold(street)
}

/** When no copy is open, the room's sums of followers' results are those of the followers' own accounts. */
async function expectResultsTold(street: Street): Promise<void> {
  const made = await Promise.all([...street.stages.values()].map(copies))
  if (made.flat().some(({ state }) => state === 'live')) return
  const ended = made.flat().filter(({ state }) => state === 'closed')
  const copiesNet = ended.reduce((sum, { net }) => sum + BigInt(net), 0n).toString()
  const copiesWon = ended.filter(({ net }) => BigInt(net) > 0n).length
  expect((await street.report()).copies).toEqual({ copies: ended.length, copiesWon, copiesNet })
}

export function story(name: string, accounts: readonly number[], tale: (street: Street) => Promise<unknown>): void {
  test(name, () => runStory(name, (waking) => onStreet(waking, accounts, tale)))
}
