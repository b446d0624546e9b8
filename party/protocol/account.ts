// Protocol of an Account room: RPC of the Worker, and messages of a user's own socket. Request types are inferred from the registered
// features, so each is declared once.

import type * as v from 'valibot'
import type { Outcome } from '#domain/outcome'
import type { FEATURES } from '../account/features'
import type { AccountPeerRpc } from './account-peer'
import type { KeyRefusal } from './api-key'
import type { WatchedRpc } from './watch'
import type { BalanceRow, VerifyReport } from './account-rows'

export type { BalanceRow, BillRow, SpotFillRow, SpotOrderRow, OwnSessionRow, Page, VerifyReport } from './account-rows'

type Feature = (typeof FEATURES)[number]
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
type Commands = Together<Feature['commands']>
type Queries = Together<Feature['queries']>
type System = Together<Feature['system']>

/** A value after JSON encoding, so read-only. */
type Sent<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Row)[]
    ? readonly Sent<Row>[]
    : { readonly [Key in keyof Value]: Sent<Value[Key]> }

type InputOf<Definition> = Definition extends { readonly input: infer Schema extends v.GenericSchema }
  ? Sent<v.InferInput<Schema>>
  : never
/** Answer type: a Market decides the outcome of its commands, all others answer at once. */
type AnswerOf<Definition> = Definition extends {
  readonly answer: (...args: never[]) => infer Decided
  readonly run: (...args: never[]) => infer Begun
}
  ? NonNullable<Decided> | Exclude<Begun, { readonly ok: true }>
  : Definition extends { readonly run: (...args: never[]) => infer Answer }
    ? Answer
    : never
type ValueOf<Answer> = Answer extends { readonly ok: true; readonly value: infer Value } ? Value : never
type CodeOf<Answer> = Answer extends {
  readonly ok: false
  readonly refusal: { readonly code: infer Code extends string }
}
  ? Code
  : never
type RequestOf<Definition> = Definition extends {
  readonly run: (state: never, request: infer Request, turn: never) => unknown
}
  ? Request
  : never

/** What moves money or orders, by type. `commandId` is made by the caller; its outcome is remembered for a day. */
type CommandsByType = {
  readonly [Type in keyof Commands]: { readonly type: Type; readonly commandId: string } & InputOf<Commands[Type]>
}
/** Asks for the stored answer of command `commandId` with type `of`, after the Worker refused an equal retry. */
export const FIRST_ANSWER = 'first_answer'

/** What only reads, by type. Pages count from 1. */
type QueriesByType = { readonly [Type in keyof Queries]: { readonly type: Type } & InputOf<Queries[Type]> }

export type AccountCommand = CommandsByType[keyof CommandsByType]
type AccountQuery = QueriesByType[keyof QueriesByType]
export type AccountRequests = CommandsByType & QueriesByType
export type AccountRequest = AccountCommand | AccountQuery

/** Answer type of each accepted request. */
export type AccountResults = {
  readonly [Type in keyof Commands]: ValueOf<AnswerOf<Commands[Type]>>
} & { readonly [Type in keyof Queries]: ValueOf<AnswerOf<Queries[Type]>> }

/** Refusals common to all request types. */
type AnyRequestRefusal = 'session_ended' | 'request_malformed' | KeyRefusal
type AnyCommandRefusal = AnyRequestRefusal | 'too_many_requests' | 'command_id_reused' | 'command_id_malformed'

/** Refusal codes of each request. */
type AccountRefusals = {
  readonly [Type in keyof Commands]: AnyCommandRefusal | CodeOf<AnswerOf<Commands[Type]>>
} & { readonly [Type in keyof Queries]: AnyRequestRefusal | CodeOf<AnswerOf<Queries[Type]>> }

/** Outcome type of a request. */
export type AccountOutcome<Type extends keyof AccountRequests> = Outcome<AccountResults[Type], AccountRefusals[Type]>

/** Requests of the Worker itself, by type: requests of features and of the core. */
export type SystemRequests = {
  readonly [Type in keyof System]: { readonly type: Type } & RequestOf<System[Type]>
} & { readonly verify: { readonly type: 'verify' }; readonly sweep: { readonly type: 'sweep' } }
export type SystemRequest = SystemRequests[keyof SystemRequests]

/** Answer type of each system request. */
export type SystemResults = {
  readonly [Type in keyof System]: AnswerOf<System[Type]>
} & { readonly verify: VerifyReport; readonly sweep: { readonly owed: number } }

/** RPC of an Account room, one room per user named by the user's id in decimal. Arguments and answers are JSON text. */
export interface AccountRpc extends AccountPeerRpc, WatchedRpc {
  /** A user's request under a session; answers an `AccountOutcome`. */
  asUser(sessionId: string, request: string): Promise<string>
  /** A user's request under a signed key: JSON of `KeyProof`; answers an `AccountOutcome` with its usage (`withUsage`). */
  asKey(proof: string, request: string): Promise<string>
  /** Trusted callers only: never reachable from a request's own data. Answers `SystemResults[type]`. */
  asSystem(request: string): Promise<string>
  /** Messages of a Market's outbox: JSON of `MarketAnswer`; answers the number of the last message stored. */
  deliver(symbol: string, answer: string): Promise<number>
}

type ByName = { readonly [Name in Feature['name']]: Extract<Feature, { readonly name: Name }> }
type ChangesOf<Each> = Each extends { readonly changes?: (...args: never[]) => infer Changes }
  ? NonNullable<Changes>
  : never
type SnapshotOf<Each> = Each extends { readonly snapshot?: (...args: never[]) => infer Snapshot } ? Snapshot : never
type Names<Told> = { [Name in keyof Told]: [Told[Name]] extends [never] ? never : Name }[keyof Told]
type AllChanges = { readonly [Name in keyof ByName]: ChangesOf<ByName[Name]> }
type AllSnapshots = { readonly [Name in keyof ByName]: SnapshotOf<ByName[Name]> }

/**
 * Messages of an account's socket: a snapshot, then numbered events without gaps, each feature under its name. A client that missed events
 * resumes from its last number.
 */
export type AccountSocketMessage =
  | ({ readonly type: 'snapshot'; readonly seq: number; readonly balances: readonly BalanceRow[] } & Pick<
      AllSnapshots,
      Names<AllSnapshots>
    >)
  | ({
      readonly type: 'event'
      readonly seq: number
      readonly at: number
      readonly balances: readonly BalanceRow[]
    } & Partial<Pick<AllChanges, Names<AllChanges>>>)

/** The only client message on an account's own socket. */
export interface Resume {
  readonly type: 'resume'
  readonly after: number
}
