// Random lives of one account, over two pairs with correct Markets and faulty calls: the room dies, answers are lost or late, the disk
// fails, fills are delivered. Published states never change back, and every command reaches its Market once and in order.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AccountCommand } from '#party/protocol/account'
import type { NewOrder } from '#party/protocol/spot'
import { type Stage, TWO_PAIRS, expectBooksBalance, order, withStage } from './stage'
import { never } from './waking'
import { Witness } from './witness'

const SYMBOLS = ['BTC-USDT', 'EUR-USDT'] as const
/** Every order is larger than the sum of its fills. */
const LOTS_MIN = 17
const FILL_LOTS = 5
const FILLS_MAX = 3

type Unsent<Command> = Command extends unknown ? Omit<Command, 'commandId'> : never

class Life {
  readonly witness = new Witness()
  readonly commands: AccountCommand[] = []
  readonly fills = new Map<number, number>()

  constructor(readonly stage: Stage) {
    stage.catalogue = TWO_PAIRS
    stage.isHeard = true
  }

  send(command: Unsent<AccountCommand>): void {
    const named = { ...command, commandId: this.stage.commandId() }
    this.commands.push(named)
    this.ask(named)
  }

  repeat(pick: number): void {
    const command = this.commands[pick % Math.max(1, this.commands.length)]
    if (command) this.ask(command)
  }

  /** Who asked a life that ended is never answered. */
  ask(command: AccountCommand): void {
    void this.stage.ask(command).then(
      (outcome) => this.witness.hearAnswer(command, outcome),
      () => undefined,
    )
  }

  fill(symbol: string, pick: number): void {
    const clerk = this.stage.clerkOf(symbol)
    const fillable = clerk.openOrders.filter((orderNo) => (this.fills.get(orderNo) ?? 0) < FILLS_MAX)
    const orderNo = fillable[pick % Math.max(1, fillable.length)]
    if (orderNo === undefined) return
    this.fills.set(orderNo, (this.fills.get(orderNo) ?? 0) + 1)
    clerk.fill(orderNo, { ticks: 600_000, lots: FILL_LOTS, fee: '1' })
  }

  async read(): Promise<void> {
    this.witness.hearEvents(this.stage.heard)
    const told = new Map(this.witness.orders)
    const listed = await this.stage.ask<'spot_orders'>({
      type: 'spot_orders',
      symbol: null,
      stage: null,
      page: 1,
      limit: 500,
    })
    if (listed.ok) this.witness.hearList(told, listed.value.rows)
  }

  /** Kills the room after some steps of its running work. */
  async dieAfter(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) await Promise.resolve()
    this.stage.die()
  }

  amend(no: number, to: number): void {
    this.send({ type: 'amend_spot_order', order: named(no), ticks: null, lots: to })
  }

  /** Within the day: after it, answers are forgotten. */
  async ring(): Promise<void> {
    if ((this.stage.alarmAt ?? Infinity) < this.stage.now + 3_600_000) await this.stage.ring()
  }

  pass(ms: number): void {
    this.stage.now += ms
    this.stage.runTimeouts(ms)
  }

  async loseDisk(placed: NewOrder[]): Promise<void> {
    this.stage.isDiskBroken = true
    this.send({ type: 'place_spot_orders', orders: placed })
    await rest()
    this.stage.isDiskBroken = false
  }

  /** Ends all faults; owed messages arrive. */
  async heal(): Promise<void> {
    for (const symbol of SYMBOLS) Object.assign(this.stage.clerkOf(symbol), { ...NO_TROUBLE, isFull: false })
    for (const symbol of SYMBOLS) this.stage.clerkOf(symbol).arriveLate()
    await rest()
    await this.stage.wake()
    for (const symbol of SYMBOLS) await this.stage.deliver(symbol)
    await rest()
  }
}

const NO_TROUBLE = { failBefore: 0, failAfter: 0, delay: 0 }

/** Waits until running work has ended. */
const rest = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A step may fail during a fault of Market or disk. */
const tried = (work: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .catch(() => undefined)

const symbol = fc.constantFrom(...SYMBOLS)
const pick = fc.nat(30)
const lots = fc.integer({ min: LOTS_MIN, max: 40 })
const orders = fc
  .array(fc.record({ symbol, lots }), { minLength: 1, maxLength: 2 })
  .map((terms) => terms.map((one) => order(one)))
const times = fc.integer({ min: 1, max: 3 })
const trouble = fc.tuple(
  symbol,
  fc.oneof(
    fc.record({ failBefore: times }),
    fc.record({ failAfter: times }),
    fc.record({ delay: times }),
    fc.record({ isFull: fc.boolean() }),
  ),
)
const named = (no: number) => ({ orderNo: 1 + no })

const TRANSFER = { type: 'transfer', assetId: 3, amount: '1', from: 'change', to: 'stocks' } as const

type Step = (life: Life) => unknown
const does = <Value>(values: fc.Arbitrary<Value>, work: (life: Life, value: Value) => unknown): fc.Arbitrary<Step> =>
  values.map((value) => (life) => work(life, value))
const always = (work: Step): fc.Arbitrary<Step> => fc.constant(work)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: does(orders, (life, placed) => life.send({ type: 'place_spot_orders', orders: placed })) },
  { weight: 3, arbitrary: does(pick, (life, no) => life.send({ type: 'cancel_spot_order', order: named(no) })) },
  { weight: 1, arbitrary: always((life) => life.send({ type: 'cancel_spot_orders', symbol: null })) },
  { weight: 2, arbitrary: does(fc.tuple(pick, lots), (life, [no, to]) => life.amend(no, to)) },
  { weight: 1, arbitrary: always((life) => life.send(TRANSFER)) },
  { weight: 1, arbitrary: always((life) => life.send({ type: 'watch', assetId: 1 })) },
  { weight: 3, arbitrary: does(pick, (life, no) => life.repeat(no)) },
  { weight: 4, arbitrary: does(fc.tuple(symbol, pick), (life, [on, no]) => life.fill(on, no)) },
  { weight: 2, arbitrary: does(symbol, (life, on) => tried(() => life.stage.deliver(on))) },
  { weight: 2, arbitrary: always((life) => tried(() => life.read())) },
  { weight: 2, arbitrary: always((life) => tried(() => life.ring())) },
  { weight: 8, arbitrary: always(rest) },
  { weight: 4, arbitrary: does(fc.nat(25), (life, steps) => life.dieAfter(steps)) },
  { weight: 3, arbitrary: does(fc.constantFrom(50, 250, 1_000, 2_000), (life, ms) => tried(() => life.pass(ms))) },
  { weight: 4, arbitrary: does(trouble, (life, [on, what]) => void Object.assign(life.stage.clerkOf(on), what)) },
  { weight: 2, arbitrary: does(symbol, (life, on) => life.stage.clerkOf(on).arriveLate()) },
  { weight: 1, arbitrary: does(orders, (life, placed) => life.loseDisk(placed)) },
)

/** The account's orders and the Markets' orders are the same set, each once. */
function expectSameOrders({ stage, witness }: Life): void {
  const sent = SYMBOLS.flatMap((on) =>
    stage.clerkOf(on).commands.flatMap((command) => (command.type === 'submit' ? [`${on} ${command.orderNo}`] : [])),
  )
  const kept = [...witness.orders.values()].map((row) => `${row.symbol} ${row.orderNo}`)
  expect(sent.sort()).toEqual(kept.sort())
}

async function expectSums(life: Life): Promise<void> {
  const count = [...life.fills.values()].reduce((sum, fills) => sum + fills, 0)
  const balances = await life.stage.balances()
  const dollars = Object.entries(balances).filter(([place]) => place.endsWith(':3'))
  // A fill of five lots pays 3 USDT.
  expect(dollars.reduce((sum, [, [available]]) => sum + BigInt(available), 0n)).toBe(
    1_000_000_000n - 3_000_000n * BigInt(count),
  )
  expect(Object.values(balances).every(([, held]) => held === '0')).toBe(true)
}

async function live(stage: Stage, steps: readonly Step[]): Promise<void> {
  const life = new Life(stage)
  for (const one of steps) await one(life)
  await life.heal()
  await life.read()
  expectSameOrders(life)
  for (const command of life.commands) life.ask(command)
  await rest()
  life.send({ type: 'cancel_spot_orders', symbol: null })
  await life.heal()
  await life.read()
  expectSameOrders(life)
  expect(life.witness.complaints).toEqual([])
  await expectSums(life)
  await expectBooksBalance(stage)
}

test(
  'Whatever fails around an account, what it told stays so, and its Markets hear everything once',
  { timeout: 60_000 },
  async () => {
    const lives = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), (steps) =>
      withStage(never, (stage) => live(stage, steps)).then(() => undefined),
    )
    await fc.assert(lives, { seed: SEED, numRuns: RUNS, endOnFailure: true })
  },
)

const SEED = 1
const RUNS = 25
