// A feature of an account: commands, queries, timers, peer messages, channel changes and audits. features.ts
// registers each feature by one line; the account's core loops over that list and names no feature.

import type * as v from 'valibot'
import type { KeyScope } from '#domain/api-key'
import type { Amount } from '#domain/money/amount'
import type { Outcome, Refused } from '#domain/outcome'
import type { LoggedTables, TurnLog } from '#party/lib/turn-log'
import type { WakeMessage } from '#party/protocol/watch'
import type { StoredKey } from './api-keys'
import type { AccountState } from './state'
import type { MarketReplies, Capabilities } from './capabilities'
import type { RemoteCalls } from './remote-calls'
import type { Outflow, OutflowRefusal } from './outflow'
import type { LiveSession } from './session'

/** Arguments of every handler besides the feature's state. */
export interface Turn {
  readonly account: AccountState
  readonly now: number
}

/**
 * How a command is committed. `log` changes memory, and the end of the turn saves it as one log row, here or with the Market it calls.
 * `tables` reads and writes tables in one transaction, after a checkpoint of the log.
 */
type Commit = 'log' | 'tables'

/** Key of an agent, and the value of its command for the agent's limits. */
export interface AskingAgent {
  readonly key: StoredKey
  readonly value: Amount
  /** Its owner approves the command first. */
  readonly mustAsk: boolean
}

/** A command moves money or orders, once per id of its caller. */
export interface Command<State, Schema extends v.GenericSchema, Answer extends Outcome<unknown>> {
  /** Schema of the input besides type and id; invalid input is refused as `request_malformed` before any other check. */
  readonly input: Schema
  readonly commit: Commit
  /** Scope of an API key that may run it; absent: no key may. */
  readonly byKey?: KeyScope
  /** USDT value of each order, for the limits of an agent (its key). Null exceeds every limit. Absent: forbidden for agents. */
  readonly agentValues?: (state: State, input: v.InferOutput<Schema>, agent: string) => readonly Amount[] | null
  /** Runs in place of `run` for an agent whose owner approves orders or limits its loss. Absent: `run` does. */
  readonly forAgent?: (state: State, input: v.InferOutput<Schema>, turn: Turn & AskingAgent) => Answer | Refused
  /** The command's meaning, by which a retry is recognised; absent: the whole input. Excludes values added by the Worker. */
  readonly content?: (input: v.InferOutput<Schema>) => unknown
  /** How much of the account's allowance it uses up; absent: one. */
  readonly cost?: (input: v.InferOutput<Schema>) => number
  readonly run: (state: State, input: v.InferOutput<Schema>, turn: Turn & { readonly commandId: string }) => Answer
}

/** A command decided by Markets: `run` refuses it or returns the state of its wait. */
export interface DeferredCommand<
  State,
  Schema extends v.GenericSchema,
  Waits,
  Begun extends Outcome<Waits>,
  Answer extends Outcome<unknown>,
> extends Omit<Command<State, Schema, Begun>, 'commit'> {
  /** Outcome, or undefined while a Market decision is pending. */
  readonly answer: (state: State, waits: Waits, replies: MarketReplies) => Answer | undefined
  /** Pending answer for a caller whose Market can't be reached in time. */
  readonly pendingAnswer: (state: State, waits: Waits) => Answer
  /** Symbols of the Markets that this command still waits for; absent: it waits for none. */
  readonly waitsForMarkets?: (state: State, waits: Waits) => ReadonlySet<string>
}

/** A query by the user, on saved state: all rows are in the tables. */
export interface Query<State, Schema extends v.GenericSchema, Answer extends Outcome<unknown>> {
  readonly input: Schema
  readonly run: (state: State, input: v.InferOutput<Schema>, turn: Turn & { readonly session: LiveSession }) => Answer
}

/** A request of the Worker itself. The Worker builds it typed, so the input isn't parsed again. */
export interface SystemRequestHandler<State, Request, Answer> {
  /** `read` changes nothing. */
  readonly commit: 'tables' | 'read'
  readonly run: (state: State, request: Request, turn: Turn) => Answer
}

/** Handler of a due timer. The timer is cleared before `run`, which sets it again for a later time. */
export interface Timer<State> {
  readonly run: (state: State, due: { readonly ref: string }, turn: Turn) => void
  /** Remote call after the turn. It may fail: for that case `run` has set the timer again. */
  readonly errand?: Errand<State>
}

/** An outside call between two turns; facts read in the first turn may have changed by the second. */
interface Errand<State> {
  /** Builds the call from current state; null when no call is needed. */
  readonly prepare: (state: State, turn: Turn) => PreparedCall<State> | null
}

export interface PreparedCall<State> {
  readonly call: (remotes: RemoteCalls) => Promise<void>
  /** Runs in a separate turn after a successful call. */
  readonly done: (state: State, turn: Turn) => void
}

/** A numbered message of another account, which arrives once. */
export interface Inbound<State, Message> {
  readonly run: (
    state: State,
    message: Message,
    from: { readonly peer: number; readonly seq: number },
    turn: Turn,
  ) => void
  /** Data returned to the sender with every receipt. */
  readonly reply: (state: State) => unknown
  /** Sender's side: handles the data returned with a receipt. */
  readonly onReply: (state: State, peer: number, reply: unknown) => void
}

export interface Feature<
  Name extends string,
  State,
  Commands,
  Queries,
  System,
  Changes extends object,
  Snapshot extends object,
> {
  readonly name: Name
  /** Its tables that follow the log: the others are written at once, by commands over tables. */
  readonly tables?: LoggedTables['tables']
  /** Its state, read from tables that have every saved turn. */
  readonly open: (account: AccountState) => State
  /** Capabilities for other features, under the names of capabilities.ts. */
  readonly provides?: {
    readonly [Key in keyof Capabilities]?: (state: State, account: AccountState) => Capabilities[Key]
  }
  readonly commands: Commands
  readonly queries: Queries
  readonly system: System
  readonly timers?: Readonly<Record<string, Timer<State>>>
  readonly inbound?: Readonly<Record<string, Inbound<State, never>>>
  /** Called when a symbol's price reaches the band that the feature registered (`account.watches`). */
  readonly onWake?: (state: State, wake: WakeMessage, turn: Turn) => void
  /** Last hook of every changing turn, before events and save. */
  readonly ending?: (state: State, turn: Turn) => void
  /**
   * How many things of each kind must end before the account's owner may close it. Names are words `left_<name>` of the namespace `leaving`.
   * Runs on saved state: tables have every saved row.
   */
  readonly unfinished?: (state: State, turn: Turn) => Readonly<Record<string, number>>
  /** Amount at risk in USDT's smallest unit: a user's own limits count the sum over all features. */
  readonly atStake?: (state: State) => Amount
  /** Refusal of a payout from a wallet; null allows it. */
  readonly checkOutflow?: (state: State, outflow: Outflow, turn: Turn) => Outcome<null, OutflowRefusal>
  /** Changes of this turn for the account's channel under the feature's name, or null. Called before `save`. */
  readonly changes?: (state: State, turn: Turn) => Changes | null
  /** The feature's state for a client that starts to listen. */
  readonly snapshot?: (state: State, turn: Turn) => Snapshot
  /** Writes the turn's changes into the log. */
  readonly save?: (state: State, log: TurnLog) => void
  /** The tables contain all saved rows. */
  readonly checkpointed?: (state: State) => void
  /** Deletes old rows; runs about once a day, after a checkpoint. */
  readonly prune?: (state: State, turn: Turn) => void
  /** Problems found by an audit of the books; `sums` are the sums of all ledger lines, keyed "account/asset". */
  readonly verify?: (state: State, turn: Turn, sums: ReadonlyMap<string, Amount>) => readonly string[]
}

interface CommandOf<State> extends Omit<
  Command<State, v.GenericSchema, Outcome<unknown>>,
  'run' | 'content' | 'cost' | 'agentValues' | 'forAgent'
> {
  readonly content?: (input: never) => unknown
  readonly cost?: (input: never) => number
  readonly agentValues?: (state: State, input: never, agent: string) => readonly Amount[] | null
  readonly forAgent?: (state: State, input: never, turn: Turn & AskingAgent) => Outcome<unknown>
  readonly run: (state: State, input: never, turn: Turn & { readonly commandId: string }) => Outcome<unknown>
  readonly answer?: (state: State, waits: never, replies: MarketReplies) => Outcome<unknown> | undefined
  readonly pendingAnswer?: (state: State, waits: never) => Outcome<unknown>
  readonly waitsForMarkets?: (state: State, waits: never) => ReadonlySet<string>
}

interface QueryOf<State> {
  readonly input: v.GenericSchema
  readonly run: (state: State, input: never, turn: Turn & { readonly session: LiveSession }) => Outcome<unknown>
}

/** Definitions with their types erased, as the registry stores them. Each feature creates its own state and checks its own input. */
export type AnyCommand = CommandOf<never>
export type AnyQuery = QueryOf<never>
export type AnySystemRequest = SystemRequestHandler<never, never, unknown>
type Table<Definition> = Readonly<Record<string, Definition>>
type Nothing = Readonly<Record<never, never>>

export type AnyFeature = Omit<
  Feature<string, never, Table<AnyCommand>, Table<AnyQuery>, Table<AnySystemRequest>, object, object>,
  'open' | 'provides'
> & {
  readonly open: (account: AccountState) => unknown
  readonly provides?: {
    readonly [Key in keyof Capabilities]?: (state: never, account: AccountState) => Capabilities[Key]
  }
}

/** Defines a feature; omitted tables default to empty. */
export function feature<
  const Name extends string,
  State,
  Commands extends Table<CommandOf<State>> = Nothing,
  Queries extends Table<QueryOf<State>> = Nothing,
  System extends Table<SystemRequestHandler<State, never, unknown>> = Nothing,
  Changes extends object = never,
  Snapshot extends object = never,
>(
  definition: Omit<
    Feature<Name, State, Commands, Queries, System, Changes, Snapshot>,
    'commands' | 'queries' | 'system'
  > & { readonly commands?: Commands; readonly queries?: Queries; readonly system?: System },
): Feature<Name, State, Commands, Queries, System, Changes, Snapshot> {
  // The type of an omitted table is inferred as `Nothing`, which matches an empty table.
  const [commands, queries, system] = [{} as Commands, {} as Queries, {} as System]
  return { commands, queries, system, ...definition }
}

export const command = <State, Schema extends v.GenericSchema, Answer extends Outcome<unknown>>(
  definition: Command<State, Schema, Answer>,
): Command<State, Schema, Answer> => definition

export const deferredCommand = <
  State,
  Schema extends v.GenericSchema,
  Waits,
  Begun extends Outcome<Waits>,
  Answer extends Outcome<unknown>,
>(
  definition: DeferredCommand<State, Schema, Waits, Begun, Answer>,
): DeferredCommand<State, Schema, Waits, Begun, Answer> & { readonly commit: 'log' } => ({
  ...definition,
  commit: 'log',
})

export const query = <State, Schema extends v.GenericSchema, Answer extends Outcome<unknown>>(
  definition: Query<State, Schema, Answer>,
): Query<State, Schema, Answer> => definition

export const system = <State, Request, Answer>(
  definition: SystemRequestHandler<State, Request, Answer>,
): SystemRequestHandler<State, Request, Answer> => definition

export const inbound = <State, Message>(definition: Inbound<State, Message>): Inbound<State, Message> => definition
