// Endpoint declarations. Hono route and OpenAPI document derive from one declaration and cannot diverge.

import type * as v from 'valibot'
import type { KeyScope } from '#domain/api-key'
import type { Language } from '#domain/language'
import { type Outcome, done, refuse } from '#domain/outcome'
import {
  type Caller,
  type InputSchema as OperationInput,
  type Operation,
  readExactInput,
  readInput,
} from '#services/operation'
import { placeOf } from '#session/place'
import { type Session, hasSameOrigin, isCookieSession, readSession } from '#session/session'
import { type SentenceKey, sentence } from '#services/words'
import type { Frame, JsonText } from './envelope'
import { sentenceText } from './fields'
import type { Fields } from './input'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Reads text fields into typed ones; always an object. */
type InputSchema = v.GenericSchema<Record<string, unknown>, unknown>

/** Handler input. `session` is verified by signature only; the Account checks within the call whether it is live. */
export interface Call<Input> {
  readonly env: Env
  readonly request: Request
  readonly language: Language
  readonly input: Input
  /** Registers work that continues after the answer. */
  readonly later: Later
  /** Adds a Set-Cookie line to the answer. */
  readonly setCookie: (line: string) => void
}
export type Later = (work: Promise<unknown>) => void
export interface PrivateCall<Input> extends Call<Input> {
  readonly session: Session
  /** The caller's Idempotency-Key, or a generated one. */
  readonly commandId: string
}

interface Declaration<Input extends InputSchema, Output extends v.GenericSchema> {
  readonly method: Method
  /** Further methods accepted for old clients. */
  readonly alsoBy?: readonly Method[]
  /** Below /api. */
  readonly path: string
  readonly summary: string
  /** Tag in the document. */
  readonly tag: string
  readonly frame?: Frame
  /** True allows a picture-sized body with a session. */
  readonly takesPicture?: boolean
  /** Further senders allowed a large body. */
  readonly knows?: (request: Request, env: Env) => boolean
  readonly takesFile?: LargeFile
  /** Scope of the API keys that may call it; absent: none may. */
  readonly scope?: KeyScope
  /** True for a trading endpoint that is a tool of agents. */
  readonly forAgents?: boolean
  /** What a request costs of its caller's minute, on /v1; 1 when absent. */
  readonly weight?: number
  readonly input: Input
  readonly output: Output
}

/** Multipart body with one file of up to `mbMax`, read only for sessions admitted by `admit`. */
export interface LargeFile {
  readonly mbMax: number
  /** Name of the file field. */
  readonly field: string
  readonly admit: (session: Session, env: Env) => Promise<Outcome<null>>
}

type Payload<Output extends v.GenericSchema> = v.InferInput<Output> | JsonText
type Answer<Output extends v.GenericSchema> = Outcome<Payload<Output>> | Promise<Outcome<Payload<Output>>>

export interface Route {
  readonly method: Method
  readonly alsoBy: readonly Method[]
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly isPrivate: boolean
  readonly frame: Frame
  readonly takesPicture: boolean
  readonly knows?: (request: Request, env: Env) => boolean
  readonly takesFile?: LargeFile
  readonly scope?: KeyScope
  readonly forAgents?: boolean
  readonly weight: number
  readonly input: InputSchema
  readonly output: v.GenericSchema
  readonly handle: (request: Request, env: Env, facts: RequestFacts) => Promise<Outcome<unknown>>
}

export interface RequestFacts {
  readonly fields: Readonly<Record<string, unknown>>
  /** Caller of a signed request. */
  readonly byKey: { readonly session: Session } | null
  /** Idempotency key, unchecked; null: the caller sent none. */
  readonly commandId: string | null
  readonly language: Language
  readonly later: Later
  readonly setCookie: (line: string) => void
}

/** Context of every request; `onError` uses it for the wording of its answer. */
export interface ApiEnv {
  readonly Bindings: Env
  readonly Variables: { language: Language; frame: Frame }
}

export function publicRoute<Input extends InputSchema, Output extends v.GenericSchema>(
  declaration: Declaration<Input, Output> & {
    readonly handler: (call: Call<v.InferOutput<Input>>) => Answer<Output>
  },
): Route {
  return {
    ...declaration,
    alsoBy: declaration.alsoBy ?? [],
    frame: declaration.frame ?? 'message',
    takesPicture: declaration.takesPicture ?? false,
    weight: declaration.weight ?? 1,
    isPrivate: false,
    handle: async (request, env, { fields, byKey: _byKey, commandId: _commandId, ...facts }) => {
      const input = readDeclaredFields(declaration, fields)
      return input.ok ? declaration.handler({ env, request, ...facts, input: input.value }) : input
    },
  }
}

export function privateRoute<Input extends InputSchema, Output extends v.GenericSchema>(
  declaration: Declaration<Input, Output> & {
    readonly handler: (call: PrivateCall<v.InferOutput<Input>>) => Answer<Output>
  },
): Route {
  return {
    ...declaration,
    alsoBy: declaration.alsoBy ?? [],
    frame: declaration.frame ?? 'message',
    takesPicture: declaration.takesPicture ?? false,
    weight: declaration.weight ?? 1,
    isPrivate: true,
    handle: async (request, env, { fields, byKey, commandId: sentId, ...facts }) => {
      const session = byKey?.session ?? (await readSession(request, env))
      if (!session) return refuse('session_missing')
      if (!byKey && isForged(request)) return refuse('origin_refused')
      const commandId = checkCommandId(sentId ?? crypto.randomUUID())
      if (!commandId.ok) return commandId
      const input = readDeclaredFields(declaration, fields)
      if (!input.ok) return input
      return declaration.handler({ env, request, ...facts, input: input.value, session, commandId: commandId.value })
    },
  }
}

/** A route's answer: schema for OpenAPI, and serializer. */
export interface Written<Value, Output extends v.GenericSchema> {
  readonly schema: Output
  readonly write: (
    value: Value,
    call: Pick<PrivateCall<unknown>, 'env' | 'language' | 'session'>,
  ) => v.InferInput<Output> | Promise<v.InferInput<Output>>
}

/** Endpoint of an operation. */
export const route = <Schema extends OperationInput, Value, Output extends v.GenericSchema>(
  { input, run }: Operation<Schema, Value>,
  {
    at,
    answers: { schema, write },
    ...told
  }: {
    /** "POST /v1/options/order", below /api. */
    readonly at: `${Method} /${string}`
    readonly summary: string
    readonly tag: string
    readonly scope?: KeyScope
    readonly weight?: number
    readonly answers: Written<Value, Output>
  },
): Route => {
  const [method, path] = at.split(' ') as [Method, string]
  return privateRoute({
    ...told,
    method,
    path,
    input,
    output: schema,
    handler: async (call) => {
      const outcome = await run(callerOf(call), call.input)
      return outcome.ok ? done(await write(outcome.value, call)) : outcome
    },
  })
}

/** Answers with a sentence of what was done. */
export const answersSentence = (key: SentenceKey): Written<unknown, typeof sentenceText> => ({
  schema: sentenceText,
  write: (_value, { language }) => sentence(language, key),
})

/** Caller of an operation through an endpoint. */
export const callerOf = ({ env, request, session, commandId }: Omit<PrivateCall<unknown>, 'input'>): Caller => ({
  env,
  session,
  commandId,
  country: placeOf(request).country,
  now: Date.now(),
})

/** Browsers send cookies from any site; only a token proves that the caller intended the request. */
export const isForged = (request: Request): boolean =>
  request.method !== 'GET' && isCookieSession(request) && !hasSameOrigin(request)

/** What the API does with an unknown field: /v1 refuses it by name; the old wire ignores it. */
function readDeclaredFields<Schema extends InputSchema>(
  { path, input }: { readonly path: string; readonly input: Schema },
  { lang: _language, ...fields }: Fields,
): Outcome<v.InferOutput<Schema>> {
  if (!path.startsWith('/v1/') || !hasEntries(input)) return readInput(input, fields)
  // A walk has no pages.
  const isPaged = 'cursor' in fields && 'page' in fields && 'cursor' in input.entries
  return isPaged ? refuse('field_not_taken', { field: 'page' }) : readExactInput(input, fields)
}

const hasEntries = <Schema extends InputSchema>(schema: Schema): schema is Schema & OperationInput =>
  'entries' in schema

/** The idempotency key, under which the account runs a command once: party/account/commands.ts. */
const COMMAND_ID = /^[A-Za-z0-9._:-]{1,64}$/

const checkCommandId = (id: string): Outcome<string, 'command_id_malformed'> =>
  COMMAND_ID.test(id) ? done(id) : refuse('command_id_malformed')
