// Accounts with options or positions against the house, and the Watch that wakes them: product code in real rooms, with
// clock and prices set by the bench. Only one price round's effects occur.

import { DurableObject } from 'cloudflare:workers'
import { watchMigrations } from '#db/watch/migrations'
import { migrate } from '#party/lib/migrations'
import { openStore } from '#party/lib/store'
import type { EnginePorts } from '#party/account/engine-ports'
import type { RoundMessage, WakeMessage, WatchRegistration } from '#party/protocol/watch'
import { SymbolWatch } from '#party/watch/watch'
import { ClockedAccount, SESSION, USDT } from './clocked-account'

const SYMBOL = 'BTC-USDT'
const MIDDLE = 600_000
const CALLS_AT_ONCE = 64

interface HouseEnv extends Env {
  readonly HouseAccount: DurableObjectNamespace<HouseAccount>
  readonly HouseWatch: DurableObjectNamespace<HouseWatch>
}

/** Opened by an account: `count` options of 30 seconds, or a position liquidated by a fall of 1 %. */
export interface HouseStep {
  readonly kind: 'options' | 'positions'
  readonly account: number
  readonly count: number
  readonly now: number
  /** True for warm-up: an option ends after ten seconds, a position by a rise. */
  readonly isFirst?: boolean
}

export class HouseAccount extends ClockedAccount<HouseEnv> {
  protected override others(): Partial<EnginePorts> {
    return {
      // Account number from the room name, since the room may have restarted after opening.
      account: Number(this.ctx.id.name),
      askWatch: (_symbol, registration) => {
        const watch = this.env.HouseWatch.get(this.env.HouseWatch.idFromName('one'))
        return watch.register(JSON.stringify(registration)).then((answer) => JSON.parse(answer))
      },
      // The directory is outside this measurement.
      keepReceipts: () => Promise.resolve(),
    }
  }

  async open({ kind, count, now, isFirst }: HouseStep): Promise<string> {
    const engine = this.at(now)
    await engine.tell({ type: 'open_session', ...{ sessionId: SESSION, expiresAt: now + 3e10, device: '' } })
    const wallet = kind === 'options' ? 'micro' : 'lever'
    const grants = [{ assetId: USDT.id, amount: '100000000000', wallet }]
    await engine.tell({ type: 'grant_demo', ...{ ref: 'bench', grants } })
    // Answers arrive with the first tick.
    for (let number = 1; number <= count; number++)
      void engine.ask(SESSION, {
        ...(kind === 'options'
          ? { ...option(number), seconds: isFirst ? 10 : 30 }
          : { ...position, direction: isFirst ? 'short' : 'long' }),
        commandId: `open-${number}`,
      })
    await Promise.resolve()
    await engine.ring()
    return ''
  }

  async wake(now: number, message: string): Promise<string> {
    // Only the Watch of this bench calls this method, with a serialized WakeMessage.
    return JSON.stringify(await this.at(now).wake(JSON.parse(message) as WakeMessage))
  }

  /** Number of rows that ended correctly: by a tick of that instant. */
  async ended({ kind, count, now }: HouseStep): Promise<string> {
    const engine = this.at(now)
    const page = { page: 1, limit: count }
    const request =
      kind === 'options'
        ? { type: 'inspect_options' as const, ...page }
        : ({ type: 'inspect_futures', ...page } as const)
    return JSON.stringify(await engine.tell(request))
  }
}

const option = (number: number) =>
  ({
    type: 'place_option',
    symbol: SYMBOL,
    direction: number % 2 === 0 ? 'rise' : 'fall',
    stake: '100000000',
    assetId: USDT.id,
    userMax: '100000000000',
    terms: { version: 'v1', priceDecimals: 1, ratio: '85000000', fee: '1000000' },
  }) as const

const position = {
  type: 'place_futures_order',
  symbol: SYMBOL,
  kind: 'market',
  mode: 'isolated',
  leverage: 100,
  lots: 100,
  entrySteps: null,
  worstSteps: null,
  takeProfit: null,
  stopLoss: null,
  assetId: USDT.id,
  maintenanceRate: '500000',
  reference: MIDDLE,
  terms: {
    version: 'v1',
    priceDecimals: 1,
    stepValue: '100',
    spread: '40000',
    fee: '50000',
    overnight: '20000',
    liquidationFee: '50000',
  },
} as const

export class HouseWatch extends DurableObject<HouseEnv> {
  #now = 0
  readonly #watch: SymbolWatch

  constructor(ctx: DurableObjectState, env: HouseEnv) {
    super(ctx, env)
    const store = openStore(ctx.storage)
    migrate(store, watchMigrations)
    this.#watch = new SymbolWatch(store, {
      symbol: SYMBOL,
      now: () => this.#now,
      wake: async (account, message) =>
        JSON.parse(await this.#room(account).wake(this.#now, JSON.stringify(message))) as WatchRegistration,
      roundsAfter: () => Promise.resolve([]),
      caps: () => Promise.resolve(new Map()),
      follow: () => Promise.resolve(),
      soon: (work) => void setTimeout(work, 10),
      later: (delayMs, work) => void setTimeout(work, delayMs),
      report: (text) => console.error(text),
    })
  }

  async register(registration: string): Promise<string> {
    return JSON.stringify(await this.#watch.register(JSON.parse(registration) as WatchRegistration))
  }

  /** Processes a round; with `isLast` returns once all accounts have answered. */
  async round(message: RoundMessage, isLast: boolean): Promise<void> {
    this.#now = message.at
    await this.#watch.round(message)
    while (isLast && this.#watch.isNeeded) await new Promise((resolve) => setTimeout(resolve, 2))
  }

  /** Makes `calls` bare durable calls over `rooms` rooms with the same concurrency. */
  async bare(calls: number, rooms: number, text: string): Promise<void> {
    let next = 0
    const drive = async (): Promise<void> => {
      for (let call = next++; call < calls; call = next++) await this.#room((call % rooms) + 1).bare(text)
    }
    await Promise.all(Array.from({ length: CALLS_AT_ONCE }, drive))
  }

  #room(account: number) {
    return this.env.HouseAccount.get(this.env.HouseAccount.idFromName(String(account)))
  }
}
