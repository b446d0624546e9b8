// A stage for stories about one account: the real engine over a real room's SQLite, a fixed clock, and a clerk in place of the Market,
// which records requests and answers as the story says. Cold starts between steps: waking.ts.

import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { type Asset, type Catalogue, type Pair, WALLETS } from '#domain/catalogue'
import type { ReportedDay } from '#domain/activity'
import { booksOf } from '#domain/desk/books'
import { holdingsOf } from '#domain/liabilities/holdings'
import { amount } from '#domain/money/amount'
import { lots } from '#domain/money/price'
import type { Outcome } from '#domain/outcome'
import { rate } from '#domain/money/rate'
import type { UncheckedRequest } from '#party/account/commands'
import { AccountEngine } from '#party/account/engine'
import type { EnginePorts } from '#party/account/engine-ports'
import type { AnyFeature } from '#party/account/feature'
import { FEATURES } from '#party/account/features'
import type { AskedClaim, ClaimAnswer, DueDeposit, TradingFigures } from '#party/account/remote-calls'
import { loan } from '#db/account/loan'
import { tableOf } from '#party/lib/table'
import { openAccountStore } from '../kit/account-store'
import type { Store } from '#party/lib/store'
import type {
  AccountOutcome,
  AccountRequests,
  AccountSocketMessage,
  SystemRequests,
  SystemResults,
  VerifyReport,
} from '#party/protocol/account'
import { splitUsage } from '#party/protocol/api-key'
import type { NewOrder } from '#party/protocol/spot'
import type { SaleRequest, SaleAnswer } from '#party/protocol/lot'
import type { ShownLoan } from '#party/protocol/loan'
import type { PoolBetAnswer, PoolBetMessage } from '#party/protocol/quiz'
import type { SymbolFixing } from '#party/protocol/invest'
import type { PriceRound, WakeMessage, WatchAnswer, WatchRegistration } from '#party/protocol/watch'
import type { PeerPost, PeerReceipt } from '#party/protocol/account-peer'
import { during, storeDuring } from './life-end'
import { HASHING } from '../kit/hashing'
import { expectFeesCounted } from '../kit/activity-recount'
import { expectPortfolioCounted } from '../kit/portfolio-recount'
import { MarketClerk } from './market-clerk'
import { waitingReceipts, wrongReceipts } from './right-receipts'
import { type Waking, never, runStory } from './waking'

const asset = (id: number, code: string, scale: number, wallets: Asset['wallets'] = WALLETS): Asset => ({
  id,
  code,
  scale,
  name: code,
  logo: `/logos/${code}.svg`,
  networks: [],
  wallets,
  sort: id,
})

export const BTC = asset(1, 'BTC', 8)
export const USDT = asset(3, 'USDT', 6)
/** Held in the stocks wallet only. */
export const ACME = asset(9, 'ACME', 6, ['stocks'])

/** Tick 0.1 USDT, lot 0.00001 BTC; 10 USDT at least, 1 BTC at most; 0.1% for makers, 0.2% for takers. */
export const BTC_USDT: Pair = {
  id: 1,
  symbol: 'BTC-USDT',
  base: BTC,
  quote: USDT,
  priceDecimals: 1,
  tickSteps: 1,
  quantityDecimals: 5,
  baseScale: 8,
  quoteScale: 6,
  makerFee: rate(100_000n),
  takerFee: rate(200_000n),
  filters: {
    quantityMin: lots(10),
    quantityMax: lots(100_000),
    notionalMin: amount(10_000_000n),
    priceBand: rate(10_000_000n),
    openOrdersMax: 5,
    breakerMove: rate(15_000_000n),
  },
  house: {
    isOn: false,
    levels: 0,
    spread: rate(0n),
    levelStep: rate(0n),
    size: lots(0),
    inventoryAtFullSkew: lots(0),
    inventoryMax: lots(0),
  },
  isTradable: true,
  sort: 1,
}
export const CLOSED_PAIR: Pair = {
  ...BTC_USDT,
  id: 2,
  symbol: 'ACME-USDT',
  base: ACME,
  baseScale: 6,
  isTradable: false,
}
export const CATALOGUE: Catalogue = { assets: [BTC, USDT, ACME], pairs: [BTC_USDT, CLOSED_PAIR], fiats: [] }

/** A second pair that the same dollars buy. */
const EUR = asset(4, 'EUR', 8)
export const TWO_PAIRS: Catalogue = {
  assets: [...CATALOGUE.assets, EUR],
  pairs: [...CATALOGUE.pairs, { ...BTC_USDT, id: 3, symbol: 'EUR-USDT', base: EUR }],
  fiats: [],
}

export const NOON = Date.UTC(2026, 10, 21, 12)
export const SESSION = 'session-of-alice'

/** A limit buy of 0.01 BTC at 60,000.0; `differs` overrides fields. */
export const order = (differs: Partial<NewOrder> = {}): NewOrder => ({
  symbol: 'BTC-USDT',
  clientOrderId: null,
  side: 'buy',
  kind: 'limit',
  ticks: 600_000,
  lots: 1_000,
  budget: null,
  timeInForce: 'gtc',
  isPostOnly: false,
  selfTrade: 'cancel_newest',
  ...differs,
})

export class Stage {
  /** Continues across restarts of the room. */
  #salts = 0
  now = NOON
  readonly #clerks = new Map<string, MarketClerk>()
  readonly heard: AccountSocketMessage[] = []
  readonly closedSockets: (string | null)[] = []
  readonly reports: string[] = []
  alarmAt: number | null = null
  isHeard = false
  /** Open sockets of programs. */
  readonly connected = new Set<string>()
  /** Fakes of other accounts and of the directory. */
  askPeer = (peer: number, _post: PeerPost): Promise<PeerReceipt> =>
    Promise.reject(new Error(`account ${peer} is not in this story`))
  reportFigures = (_shown: TradingFigures): Promise<void> => Promise.resolve()
  reportActivity = (_days: readonly ReportedDay[]): Promise<void> => Promise.resolve()
  /** Registrations received by Watches, by symbol, and published receipts. */
  readonly registrations = new Map<string, WatchRegistration>()
  readonly receipts = new Map<string, unknown>()
  /** What the insurance fund took by a receipt, by currency (server/domain/insurance.ts). */
  readonly insured = new Map<string, string>()
  askWatch = (symbol: string, registration: WatchRegistration): Promise<WatchAnswer> => {
    this.registrations.set(symbol, registration)
    return Promise.resolve({ revision: registration.revision, closedSides: [] })
  }
  askSale = (_lot: number, _act: SaleRequest): Promise<SaleAnswer> =>
    Promise.reject(new Error('no sale is in this story'))
  askEvent = (_event: number, _bet: PoolBetMessage): Promise<PoolBetAnswer> =>
    Promise.reject(new Error('no event is in this story'))
  roundsAfter = (_at: number, _limit: number): Promise<readonly PriceRound[]> => Promise.resolve([])
  /** Grants every claim; the story sets the offers. */
  claimSupply = (_claim: AskedClaim): Promise<ClaimAnswer> => Promise.resolve({ isGranted: true, no: 1, upTo: 1 })
  offers: ReadonlyMap<number, string> = new Map()
  miningOffers = (): Promise<ReadonlyMap<number, string>> => Promise.resolve(this.offers)
  fixings = (_instants: readonly number[]): Promise<readonly SymbolFixing[]> => Promise.resolve([])
  readonly dues = new Map<number, DueDeposit>()
  readonly loans = new Map<number, ShownLoan>()
  oweNotices = (_account: number, _at: number): Promise<void> => Promise.resolve()
  /** Current listings of the story. */
  catalogue = CATALOGUE
  isDirectoryDown = false
  /** The disk refuses every turn. */
  isDiskBroken = false
  readonly store: Store
  readonly #waking: Waking
  #steps = 0
  #timeouts: { readonly work: () => void; readonly delayMs: number }[] = []
  #life = { isOver: false }
  #engine: AccountEngine
  #commands = 0

  readonly #features: readonly AnyFeature[]
  readonly #account: number

  constructor(store: Store, waking: Waking, features: readonly AnyFeature[] = FEATURES, account = 10_001) {
    this.#features = features
    this.#account = account
    this.store = store
    this.#waking = waking
    this.#engine = this.#openEngine()
  }

  /** The clerk of BTC-USDT. */
  get clerk(): MarketClerk {
    return this.clerkOf('BTC-USDT')
  }

  clerkOf(symbol: string): MarketClerk {
    const clerk = this.#clerks.get(symbol) ?? new MarketClerk()
    this.#clerks.set(symbol, clerk)
    return clerk
  }

  /** Loses all memory, like an eviction or crash. Running work ends at once: it writes nothing and gets no answers. */
  die(): void {
    this.#timeouts = []
    this.#life.isOver = true
    this.#engine = this.#openEngine()
  }

  /** Dies, then lets the alarm resume running work. */
  async wake(): Promise<void> {
    this.die()
    await this.#engine.tell({ type: 'sweep' })
  }

  async #beginStep(): Promise<void> {
    this.#steps += 1
    if (this.#waking(this.#steps)) await this.wake()
  }

  async ask<Type extends keyof AccountRequests>(
    request: AccountRequests[Type] & { readonly type: Type },
    sessionId = SESSION,
  ): Promise<AccountOutcome<Type>> {
    return (await this.askAnything(request, sessionId)) as AccountOutcome<Type>
  }

  /** Sends a request to features that only this story has. */
  async askAnything(request: UncheckedRequest, sessionId = SESSION): Promise<unknown> {
    await this.#beginStep()
    return JSON.parse(await this.#engine.ask(sessionId, request)) as unknown
  }

  /** Sends a request under an agent's key, whose access token the Worker has read. */
  async askAsAgent(keyId: string, request: UncheckedRequest): Promise<Outcome<unknown>> {
    await this.#beginStep()
    const asked = { keyId, timestamp: this.now, recvWindow: 5_000, signature: '', text: '', address: '192.0.2.7' }
    const command = this.#features.some(({ commands }) => Object.hasOwn(commands, request.type))
    const proof = { ...asked, scope: command ? 'trade' : 'read', weight: 1, requestId: crypto.randomUUID() } as const
    const answer = await this.#engine.askSigned({ ...proof, isProven: true, isAgent: true }, request)
    return JSON.parse(splitUsage(answer).outcome) as Outcome<unknown>
  }

  async tell<Type extends keyof SystemRequests>(
    request: SystemRequests[Type] & { readonly type: Type },
  ): Promise<SystemResults[Type]> {
    await this.#beginStep()
    return (await this.#engine.tell(request)) as SystemResults[Type]
  }

  /** Places orders under a fresh command id. */
  place(...orders: NewOrder[]): Promise<AccountOutcome<'place_spot_orders'>> {
    return this.ask<'place_spot_orders'>({ type: 'place_spot_orders', commandId: this.commandId(), orders })
  }

  /** The Market delivers unacknowledged messages, like its outbox. */
  async deliver(symbol = 'BTC-USDT'): Promise<number> {
    await this.#beginStep()
    const clerk = this.clerkOf(symbol)
    const forwardedLast = clerk.forwardedLast
    const received = await this.#engine.deliver(symbol, clerk.delivery())
    clerk.acknowledge(received)
    clerk.dropForwarded(forwardedLast)
    return received
  }

  /** The Watch of a symbol wakes the account with a round. */
  /** Without a revision, by the newest registration. */
  async wakeBy(message: Omit<WakeMessage, 'revision'> & { readonly revision?: number }): Promise<WatchRegistration> {
    await this.#beginStep()
    const registration = await this.#engine.wake({ revision: Number.MAX_SAFE_INTEGER, ...message })
    this.registrations.set(message.symbol, registration)
    return registration
  }

  /** Delivers a message of another account. */
  async receive(post: PeerPost): Promise<PeerReceipt> {
    await this.#beginStep()
    return this.#engine.receive(post)
  }

  async ring(): Promise<void> {
    this.now = Math.max(this.now, this.alarmAt ?? this.now)
    this.alarmAt = null
    await this.#engine.ring()
  }

  async catchUp(
    after: number | null,
    sessionId = SESSION,
    tell?: (message: AccountSocketMessage) => void,
  ): Promise<readonly AccountSocketMessage[] | null> {
    // The protocol types feature messages by name; the engine doesn't know those types.
    const telling = tell as Parameters<AccountEngine['catchUp']>[2]
    return (await this.#engine.catchUp(sessionId, after, telling)) as readonly AccountSocketMessage[] | null
  }

  /** Lets every delayed piece of work of at most this delay happen. */
  runTimeouts(delayMsMax: number): void {
    const due = this.#timeouts.filter((timeout) => timeout.delayMs <= delayMsMax)
    this.#timeouts = this.#timeouts.filter((timeout) => timeout.delayMs > delayMsMax)
    for (const { work } of due) work()
  }

  commandId(): string {
    this.#commands += 1
    return `command-${this.#commands}`
  }

  /** "change:3" -> [available, held], wallets that hold nothing left out. */
  async balances(): Promise<Record<string, [string, string]>> {
    const answered = await this.ask<'balances'>({ type: 'balances' })
    if (!answered.ok) throw new Error(answered.refusal.code)
    const full = answered.value.filter((row) => row.available !== '0' || row.held !== '0')
    return Object.fromEntries(full.map((row) => [`${row.wallet}:${row.assetId}`, [row.available, row.held]]))
  }

  /** The stored portfolio and the day's fees equal independent counts of the entries. */
  checkPortfolio(): Promise<void> {
    const { pairs, unlistedPairs = [] } = this.catalogue
    expectPortfolioCounted(this.store, {
      usdt: USDT.id,
      pairs: new Map([...pairs, ...unlistedPairs].map(({ symbol, base, quote }) => [symbol, [base.id, quote.id]])),
    })
    expectFeesCounted(this.store)
    return Promise.resolve()
  }

  verify(): Promise<VerifyReport> {
    return this.tell<'verify'>({ type: 'verify' })
  }

  #openEngine(): AccountEngine {
    const life = (this.#life = { isOver: false })
    const store = storeDuring(life, this.store, () => this.isDiskBroken)
    const ports: EnginePorts = {
      account: this.#account,
      now: () => this.now,
      catalogue: () => {
        if (this.isDirectoryDown) throw new Error('the directory is down')
        return this.catalogue
      },
      askMarket: (symbol, request) => during(life, this.clerkOf(symbol).ask(symbol, request)),
      askPeer: (peer, post) => during(life, this.askPeer(peer, post)),
      reportFigures: (shown) => during(life, this.reportFigures(shown)),
      reportActivity: (days) => during(life, this.reportActivity(days)),
      askWatch: (symbol, registration) => during(life, this.askWatch(symbol, registration)),
      keepReceipts: (receipts) => {
        for (const { id, body, insurance } of receipts) {
          this.receipts.set(id, JSON.parse(body))
          this.insured.set(id, insurance)
        }
        return during(life, Promise.resolve())
      },
      askSale: (lot, act) => during(life, this.askSale(lot, act)),
      askEvent: (event, bet) => during(life, this.askEvent(event, bet)),
      roundsAfter: (at, limit) => during(life, this.roundsAfter(at, limit)),
      claimSupply: (claim) => during(life, this.claimSupply(claim)),
      miningOffers: () => during(life, this.miningOffers()),
      fixings: (instants) => during(life, this.fixings(instants)),
      reportDueDeposits: (deposits) => {
        for (const each of deposits) this.dues.set(each.orderNo, each)
        return during(life, Promise.resolve())
      },
      reportLoans: (loans) => {
        for (const each of loans) this.loans.set(each.loanId, each)
        return during(life, Promise.resolve())
      },
      oweNotices: (account, at) => during(life, this.oweNotices(account, at)),
      setAlarm: (at) => {
        this.alarmAt = at
      },
      later: (delayMs, work) => void this.#timeouts.push({ delayMs, work }),
      publish: (event) => void (life.isOver || this.heard.push(event)),
      hasListeners: () => this.isHeard,
      isConnected: (name) => this.connected.has(name),
      closeSockets: (sessionId) => this.closedSockets.push(sessionId),
      admit: () => 0,
      digest: HASHING.sha256,
      hmac: HASHING.hmac,
      keySecret: (keyId) => HASHING.hmac('secret of a stage', keyId),
      isSignedWithEd25519: () => false,
      salt: () => (this.#salts += 1).toString(16).padStart(32, '0'),
      report: (text) => this.reports.push(text),
    }
    return new AccountEngine(store, ports, this.#features)
  }
}

/** Opens a stage over a fresh room's storage; Alice is logged in and has 1,000 USDT and 1 BTC in her change wallet. */
export async function withStage(
  waking: Waking,
  tale: (stage: Stage) => Promise<unknown>,
  features: readonly AnyFeature[] = FEATURES,
): Promise<unknown> {
  const room = env.Account.get(env.Account.idFromName(String(Math.floor(Math.random() * 1e12))))
  return runInDurableObject(room, async (_room, state) => {
    const stage = new Stage(openAccountStore(state.storage), waking, features)
    await stage.tell({ type: 'open_session', sessionId: SESSION, expiresAt: NOON + 30 * 86_400_000, device: 'a phone' })
    const grants = [
      { assetId: USDT.id, amount: '1000000000', wallet: 'change' },
      { assetId: BTC.id, amount: '100000000', wallet: 'change' },
    ] as const
    await stage.tell({ type: 'grant_demo', ref: 'welcome', grants })
    const told = await tale(stage)
    await expectBooksBalance(stage)
    expect(wrongReceipts(waitingReceipts(stage.store))).toEqual([])
    return told
  })
}

/** Checks that entries rebuild the balances and sum to zero, that holds equal held balances, that books show debts
 * of loans, that the portfolio counts each entry once, and that receipts are right. */
export async function expectBooksBalance(stage: Stage): Promise<void> {
  const report = await stage.verify()
  expect(report.problems).toEqual([])
  const sums = new Map<number, bigint>()
  for (const { assetId, amount: value } of report.accounts) sums.set(assetId, (sums.get(assetId) ?? 0n) + BigInt(value))
  expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
  expectLoansCounted(stage, report)
  await stage.checkPortfolio()
  expect(wrongReceipts(stage.receipts.values())).toEqual([])
}

/** The tree of liabilities counts as debts what the running loans say is owed. */
function expectLoansCounted({ store }: Stage, { accounts }: VerifyReport): void {
  const owed = new Map<number, bigint>()
  for (const { assetId, principal, interest, late } of tableOf(loan).rows(store, "WHERE state = 'running'"))
    owed.set(assetId, (owed.get(assetId) ?? 0n) + principal + interest + late)
  const counted = [...holdingsOf(0, booksOf(accounts, []))].map(([assetId, { debt }]) => [assetId, debt] as const)
  expect(new Map(counted.filter(([, debt]) => debt > 0n))).toEqual(owed)
}

export function story(name: string, tale: (stage: Stage) => Promise<unknown>): void {
  test(name, () => runStory(name, (waking) => withStage(waking, tale)))
}

/** For what only one sitting can show: answers lost on the way, numbers of events. */
export function scene(name: string, tale: (stage: Stage) => Promise<unknown>): void {
  test(name, async () => {
    await withStage(never, tale)
  })
}
