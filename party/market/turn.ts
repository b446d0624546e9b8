// One turn of a Market: executes all requests since the last turn in order, writes one commit, then answers. Synchronous. If it throws, the
// caller must abort the whole room: memory is then ahead of the journal.

import { assert } from '#domain/assert'
import { mayTrade } from '#domain/stocks/session'
import type { MarketAnswer, MarketRequest } from '#party/protocol/market'
import type { Store } from '../lib/store'
import { requote } from './house'
import { FastBook } from './fast-book'
import { HouseLedger } from './house-ledger'
import { Journal } from './journal'
import { carryOut } from './matching'
import { MarketState } from './state'
import { meetAtOpening } from './opening'
import type { CommandContext } from './trading'
import { carryOnWaiting } from './waiting'

export interface TurnInput extends CommandContext {
  /** The index price, the settings or the inventory may have moved since the house quoted. */
  readonly isRequoteDue: boolean
  /** Highest message numbers that accounts confirmed in deliveries. */
  readonly acknowledged: ReadonlyMap<number, number>
  /** The house's receipts are published up to this trade. */
  readonly housePublished?: number | undefined
  readonly requests: readonly MarketRequest[]
}

export interface TurnOutcome {
  /** One answer per request, in order. */
  readonly answers: readonly MarketAnswer[]
  /** Accounts with new messages. */
  readonly notified: ReadonlySet<number>
  readonly hasCommitted: boolean
}

export interface MarketParts {
  readonly store: Store
  readonly state: MarketState
  readonly journal: Journal
  readonly ledger: HouseLedger
}

/** As the room wakes: the state by its journal, and the house's ledger. */
export function openParts(store: Store, symbol: string): MarketParts {
  const journal = new Journal(store)
  const state = new MarketState(new FastBook(), (account) => journal.readNumbers(account))
  journal.loadInto(state)
  return { store, state, journal, ledger: new HouseLedger(store, symbol) }
}

export function runTurn(parts: MarketParts, input: TurnInput): TurnOutcome {
  const { state, ledger } = parts
  for (const [account, received] of input.acknowledged) state.acknowledge(account, received)
  if (input.housePublished) state.houseRounds.published(input.housePublished)
  if (input.pair?.stock && input.pair.isTradable && mayTrade(input.pair.stock, input.now)) meetAtOpening(state, input)
  // Without a price band the house's orders must leave the book before any match, even without a new reading.
  if (input.isRequoteDue || !input.band) requote(state, input, ledger.inventoryLots(input.pair))
  carryOnWaiting(state, input)
  const gaps = input.requests.map((request) => carryOutRequest(state, input, request))

  const facts = state.takeFacts()
  if (facts) commit(parts, input, facts)
  return {
    answers: input.requests.map((request, index) => answer(state, request, gaps[index] ?? false)),
    notified: new Set(facts?.messages.map(([account]) => account)),
    hasCommitted: facts !== null,
  }
}

/** Skips known commands, executes the next ones and stops at a gap: true when commands are missing. */
function carryOutRequest(
  state: MarketState,
  context: CommandContext,
  { account, received, commands, lease }: MarketRequest,
): boolean {
  if (!state.acceptEpoch(account, lease.epoch)) return true
  state.acknowledge(account, received)
  state.takeForwarded(account, lease)
  let { commandSeq } = state.streams.get(account)
  for (const command of commands) {
    if (command.seq <= commandSeq) continue
    if (command.seq !== commandSeq + 1) return true
    carryOut(state, context, account, command)
    commandSeq = command.seq
    state.advance(account, commandSeq)
  }
  return false
}

function commit(
  { store, state, journal, ledger }: MarketParts,
  { pair, now }: TurnInput,
  facts: NonNullable<ReturnType<MarketState['takeFacts']>>,
): void {
  const fills = state.houseFills.take()
  store.runInTransaction(() => {
    journal.append(facts, state.forwarded.takeFresh())
    if (fills) {
      assert(pair !== null, 'the house trades only in a pair that is listed')
      ledger.post(pair, fills, now)
    }
    if (journal.isSnapshotDue) journal.writeSnapshot(state)
  })
}

/** A copy: the stream continues while the answer is in flight. */
function answer(state: MarketState, { account, lease }: MarketRequest, isGap: boolean): MarketAnswer {
  const { commandSeq, messages } = state.streams.get(account)
  const told = { commandSeq, isGap, messages: [...messages] }
  if (lease.isRecovering) return { ...told, forwarded: state.forwarded.linesOf(account) }
  return state.forwarded.isFull ? { ...told, isFull: true } : told
}
