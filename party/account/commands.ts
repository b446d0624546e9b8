// Life of one command: recognised by its id (the API's Idempotency-Key), executed or refused, its outcome stored. Pure and synchronous. Features define the commands.

import * as v from 'valibot'
import { assert } from '#domain/assert'
import { type Outcome, refuse } from '#domain/outcome'
import type { AccountState } from './state'
import { COMMAND_RETENTION_MS, type RememberedCommand, type Waiting } from './command-memory'
import type { AnyCommand } from './feature'
import { NO_REPLIES } from './market-answers'
import type { Registered, Registry } from './registry'
import type { MarketReplies } from './capabilities'

/** Incoming request with a text type. The type's schema checks its other fields. */
export interface UncheckedRequest {
  readonly type: string
  readonly commandId?: unknown
  readonly asked?: unknown
}

/** Idempotency key of a request, and the client's fields where the Worker sent them. */
export const nameOf = ({ commandId, asked }: UncheckedRequest) => ({
  commandId: typeof commandId === 'string' ? commandId : '',
  asked: typeof asked === 'string' ? asked : undefined,
})

/** Answer as text, or the id of a command that waits for a Market. */
export type Step =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'waiting'; readonly commandId: string }

/** A command whose input was checked. */
export interface CheckedCommand extends Registered<AnyCommand> {
  readonly type: string
  readonly commandId: string
  /** JSON of the client's fields, where the Worker made the input from them. */
  readonly asked: string | undefined
  readonly input: never
}

const COMMAND_ID = /^[\w.:-]{1,80}$/

const answer = (outcome: Outcome<unknown>): Step => ({ kind: 'answered', text: JSON.stringify(outcome) })

/** Parses a request's input with its type's schema; the refusal names the first invalid field. */
export function checkInput(
  schema: v.GenericSchema,
  { type: _type, commandId: _commandId, asked: _asked, ...input }: UncheckedRequest,
): Outcome<never, 'request_malformed'> {
  const checked = v.safeParse(schema, input, { abortEarly: true })
  // The schema's output type is the input type of the registered command.
  if (checked.success) return { ok: true, value: checked.output as never }
  const field = v.getDotPath(checked.issues[0])
  return refuse('request_malformed', field === null ? {} : { field })
}

/**
 * Runs a command once. A repeated one (same id, same content: a client's retry after a lost answer) gets the stored first answer and is not
 * run again; other content under a known id is refused as `command_id_reused`.
 */
export function runCommand(account: AccountState, command: CheckedCommand, now: number): Step {
  const { type, commandId: id, asked, definition, input } = command
  if (!COMMAND_ID.test(id)) return answer(refuse('command_id_malformed'))
  const content = contentOf(type, asked ?? JSON.stringify(definition.content ? definition.content(input) : input))
  const known = account.commands.find(id)
  // A retried command must return its first outcome, so nothing is checked before this look-up.
  if (known && isRemembered(known, now))
    return known.content === content ? stepOf(known) : answer(refuse('command_id_reused'))

  const state = account.stateOf(command.feature)
  const begun = definition.run(state, input, { account, now, commandId: id })
  const waiting = definition.answer && begun.ok ? { type, on: begun.value } : null
  // A Market command starts by returning its wait state.
  const outcome = waiting ? definition.answer?.(state, waiting.on as never, NO_REPLIES) : begun
  const text = outcome ? JSON.stringify(outcome) : null
  account.commands.remember({ id, at: now, content, outcome: text, waiting })
  account.timers.ensure('prune', now + COMMAND_RETENTION_MS)
  if (text !== null) return { kind: 'answered', text }
  return { kind: 'waiting', commandId: id }
}

/** A retry must repeat this text: the client's fields, or the checked input of direct room calls. */
const contentOf = (type: string, asked: string): string => `${type} ${asked}`

/** Asks for the answer of a first request whose retry the Worker refused. */
export const repetition = v.strictObject({ of: v.string() })

/** Answer of the first command with this id; null when the id is unknown or its content differs. */
export function findFirst(
  account: AccountState,
  { commandId: id, asked = '' }: ReturnType<typeof nameOf>,
  { of }: v.InferOutput<typeof repetition>,
  now: number,
): Step | null {
  const known = COMMAND_ID.test(id) ? account.commands.find(id) : undefined
  return known && isRemembered(known, now) && known.content === contentOf(of, asked) ? stepOf(known) : null
}

/** Whether the command of this id was run: it gets its first answer, and is not run again. */
export function isRepeated(account: AccountState, id: string, now: number): boolean {
  const known = account.commands.find(id)
  return known !== undefined && isRemembered(known, now)
}

const isRemembered = ({ outcome, at }: RememberedCommand, now: number): boolean =>
  outcome === null || at > now - COMMAND_RETENTION_MS

const stepOf = ({ id, outcome }: RememberedCommand): Step =>
  outcome === null ? { kind: 'waiting', commandId: id } : { kind: 'answered', text: outcome }

/** Commands that wait for a Market. */
export class WaitingCommands {
  readonly #registry: Registry

  constructor(registry: Registry) {
    this.#registry = registry
  }

  /** Decides every waiting command that a Market's replies have decided. Answers those. */
  resolve(account: AccountState, replies: MarketReplies): RememberedCommand[] {
    return account.commands.waiting().filter((command) => {
      const { definition, state, on } = this.#find(account, command.waiting)
      const outcome = definition.answer?.(state, on, replies)
      if (outcome) account.commands.settle(command, outcome)
      return outcome !== undefined
    })
  }

  /** How a waiting command stands when its Market cannot be reached in time. */
  pendingAnswer(account: AccountState, waiting: Waiting): Outcome<unknown> {
    const { definition, state, on } = this.#find(account, waiting)
    assert(definition.pendingAnswer !== undefined, `${waiting.type} waits for a Market`)
    return definition.pendingAnswer(state, on)
  }

  /** Symbols of the Markets that this command still waits for. */
  markets(account: AccountState, waiting: Waiting): ReadonlySet<string> {
    const { definition, state, on } = this.#find(account, waiting)
    return definition.waitsForMarkets?.(state, on) ?? new Set()
  }

  #find(account: AccountState, waiting: Waiting | null) {
    assert(waiting !== null, 'a command without an outcome waits for something')
    const registered = this.#registry.commands.get(waiting.type)
    assert(registered !== undefined, `${waiting.type} is a command`)
    const { feature, definition } = registered
    // The command itself made it, in `run`.
    return { definition, state: account.stateOf(feature), on: waiting.on as never }
  }
}
