// A use case of a user, declared once: input fields, the field of each refusal, and the command.
// An endpoint (`route` in server/api/route.ts) and a page's form (app/site/page.server.ts) are two ways to call the same declaration.

import * as v from 'valibot'
import type { GatedProduct } from '#domain/gate'
import { refuseUnknownFields } from '#domain/order-fields'
import { type Outcome, type Refusal, done } from '#domain/outcome'
import type { AccountCommand, AccountRequests, AccountResults } from '#party/protocol/account'
import type { Session } from '#session/session'
import { runCommand } from './account-room'
import { checkGate } from './gates'

/** An object of named fields, each read from text. */
export interface InputSchema extends v.GenericSchema<Record<string, unknown>, unknown> {
  readonly entries: v.ObjectEntries
}

export interface Caller {
  readonly env: Env
  readonly session: Session
  /** Makes a repetition answer as the first time. */
  readonly commandId: string
  /** Where the user is, as ISO 3166; empty when unknown. */
  readonly country: string
  readonly now: number
}

export interface Operation<Schema extends InputSchema, Value> {
  readonly input: Schema
  /** Which field a refusal belongs to, by code. A code that is not here belongs to the whole form. */
  readonly refusedAt?: Readonly<Record<string, string>>
  readonly run: (caller: Caller, input: v.InferOutput<Schema>) => Promise<Outcome<Value>>
}

export type ValueOf<Of extends { readonly run: (...asked: never) => Promise<Outcome<unknown>> }> =
  Awaited<ReturnType<Of['run']>> extends Outcome<infer Value> ? Value : never

/** Infers the types of a declaration. */
export const operation = <Schema extends InputSchema, Value>(
  declared: Operation<Schema, Value>,
): Operation<Schema, Value> => declared

/** A command of the user's Account, made from the input and from what holds now: terms, prices, the user's country. */
export const accountCommand = <Type extends AccountCommand['type'], Schema extends InputSchema>(
  type: Type,
  declared: Pick<Operation<Schema, never>, 'input' | 'refusedAt'> & {
    /** Products that the desk may have closed in the user's country. */
    readonly gates?: readonly GatedProduct[]
    readonly prepare: (
      caller: Caller,
      input: v.InferOutput<Schema>,
    ) => Promise<Outcome<Omit<AccountRequests[Type], 'type' | 'commandId'>>>
  },
): Operation<Schema, AccountResults[Type]> => ({
  ...declared,
  run: (caller, input) => {
    const { env, session, commandId, country } = caller
    return runCommand(env, session, { type, commandId, asked: input }, async () => {
      for (const product of declared.gates ?? []) {
        const admitted = await checkGate(env, product, country)
        if (!admitted.ok) return admitted
      }
      return declared.prepare(caller, input)
    })
  },
})

/** Text fields by name. An empty field is an absent one. */
export type Fields = Readonly<Record<string, unknown>>

/** Typed input, or a refusal that names the first field at fault. */
export function readInput<Schema extends v.GenericSchema<Record<string, unknown>, unknown>>(
  schema: Schema,
  fields: Fields,
): Outcome<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, fields, { abortEarly: true })
  return result.success ? done(result.output) : { ok: false, refusal: describeIssue(schema, result.issues[0]) }
}

/** Like `readInput`, and refuses unknown fields by name; /v1 reads by it (`readDeclaredFields`, server/api/route.ts). */
export function readExactInput<Schema extends InputSchema>(
  schema: Schema,
  fields: Fields,
): Outcome<v.InferOutput<Schema>> {
  const taken = refuseUnknownFields(fields, Object.keys(schema.entries))
  return taken.ok ? readInput(schema, fields) : taken
}

function describeIssue(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): Refusal {
  const field = v.getDotPath(issue)
  if (!field) return { code: 'request_malformed', facts: {} }
  if (issue.expected === 'never') return { code: 'field_not_taken', facts: { field } }
  const isMissing = issue.kind === 'schema' && issue.received === 'undefined'
  const own = 'entries' in schema ? (schema.entries as Readonly<Record<string, v.GenericSchema>>)[field] : undefined
  const { label } = own ? v.getMetadata(own) : {}
  const facts = typeof label === 'string' ? { field, label } : { field }
  return { code: isMissing ? 'field_missing' : 'field_malformed', facts }
}
