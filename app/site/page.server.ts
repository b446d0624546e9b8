// The action of a page: its forms are use cases, checked by the same input schemas as /api and answered in one shape.

import { type ActionFunctionArgs, redirect } from '@remix-run/cloudflare'
import { type Outcome, type Refusal, done, refuse } from '#domain/outcome'
import { roundText } from '#domain/log/leaf'
import type { Language } from '#domain/language'
import type { Caller, InputSchema, Operation } from '#services/operation'
import { isSecret } from '#services/input'
import { newestRound } from '#services/quotes'
import { saveUpload } from '#services/uploads'
import { commandIdOf } from '../forms/command-id.server'
import { type ReadingWishes, type Texts, readForm, refuseIntent, refuseUnlessEnded } from '../forms/form-input.server'
import { ownRefusalText, readFormLanguage, readOwnForm, throwIfSessionEnded } from '../visitor/visitor.server'
import type { Answer, DoneOf, Problem } from './answer'
import { textFieldsOf } from './revalidation'

type Params = ActionFunctionArgs['params']

interface FormWishes<Value> extends ReadingWishes {
  /** A later price decides: the answer names the newest round of prices before the order. */
  readonly isOrder?: boolean
  /** Fields that the page's address says, or the page for the visitor. */
  readonly given?: (params: Params, fields: Texts) => Texts
  /** File fields that are kept as pictures; the use case takes their references. */
  readonly pictures?: readonly string[]
  /** Redirect after success; without it the page stays. */
  readonly leadsTo?: (value: Value, fields: Texts) => string
}

/** One form of a page. */
export interface PageForm<Value> {
  readonly secrets: readonly string[]
  readonly pictures: readonly string[]
  readonly isOrder: boolean
  readonly run: (sent: Sent) => Promise<Outcome<Finished<Value>>>
  readonly fieldOf: (refusal: Refusal) => string | null
}

interface Finished<Value> {
  readonly value: Value
  /** Null: the page stays. */
  readonly path: string | null
}

interface Sent {
  readonly caller: Caller
  readonly params: Params
  readonly fields: Texts
  readonly language: Language
}

/** A form that asks for a use case. */
export function form<Schema extends InputSchema, Value>(
  { input, refusedAt = {}, run }: Operation<Schema, Value>,
  { given, typed = {}, emptied = {}, pictures = [], isOrder = false, leadsTo }: FormWishes<Value> = {},
): PageForm<Value> {
  const names = Object.fromEntries(Object.entries(typed).map(([name, { field }]) => [field, name]))
  const named = (field: string) => names[field] ?? field
  return {
    pictures,
    isOrder,
    secrets: Object.keys(input.entries).filter((name) => isSecret(input.entries[name])),
    run: async ({ caller, params, fields, language }) => {
      const read = readForm(input, { fields, language, typed, emptied, ...(given && { given: given(params, fields) }) })
      if (read.ok) {
        const outcome = await run(caller, read.value)
        return outcome.ok ? done({ value: outcome.value, path: leadsTo?.(outcome.value, fields) ?? null }) : outcome
      }
      const { field = '' } = read.refusal.facts
      return refuseUnlessEnded(caller.env, caller.session, refuse(read.refusal.code, { field: named(field) }))
    },
    fieldOf: ({ code, facts }) => {
      const field = facts['field'] ?? refusedAt[code]
      return field === undefined ? null : named(field)
    },
  }
}

type Forms = Readonly<Record<string, PageForm<unknown>>>
type ValuesOf<Of> = { readonly [Intent in keyof Of]: Of[Intent] extends PageForm<infer Value> ? Value : never }

/** A page's `action`. A form names its use case in `intent`; where the page has one form alone, it need not. */
export const forms =
  <const Of extends Forms>(of: Of) =>
  async ({ request, params, context: { env, place } }: ActionFunctionArgs): Promise<Answer<ValuesOf<Of>>> => {
    const { session, form: body } = await readOwnForm(request, env)
    const typed = textFieldsOf(body)
    const caller = { env, session, commandId: commandIdOf(body), country: place.country, now: Date.now() }
    const [only, ...others] = Object.keys(of)
    const intent = typed['intent'] || (others.length === 0 ? only : undefined) || ''
    const chosen = Object.hasOwn(of, intent) ? of[intent] : undefined
    const kept = await keepPictures(caller, body, chosen?.pictures ?? [])
    const fields = { ...typed, ...(kept.ok && kept.value) }
    // Read before the outcome exists, so that the visitor holds it first.
    const round = chosen?.isOrder ? await newestRound(env) : null
    const outcome = !kept.ok
      ? kept
      : chosen
        ? await chosen.run({ caller, params, fields, language: readFormLanguage(request, body) })
        : await refuseUnlessEnded(env, session, refuseIntent(intent))
    throwIfSessionEnded(request, outcome)
    const shown = Object.fromEntries(Object.entries(fields).filter(([name]) => !chosen?.secrets.includes(name)))
    if (!outcome.ok) {
      const problem = problemOf(request, outcome.refusal, chosen)
      return { done: null, problem, fields: shown, idempotencyKey: fields['commandId'] ?? '' }
    }
    const { value, path } = outcome.value
    if (path !== null) throw redirect(path)
    // `intent` names the form that has answered this value.
    const finished = { intent, value } as DoneOf<ValuesOf<Of>>
    return {
      ...{ done: finished, problem: null, fields: shown, idempotencyKey: crypto.randomUUID() },
      ...(round && { round: roundText(round) }),
    }
  }

/** References of sent pictures. After a refusal a stored picture is sent as its reference and needs no second upload. */
async function keepPictures(
  { env, session, now }: Caller,
  body: FormData,
  names: readonly string[],
): Promise<Outcome<Texts>> {
  const references: Record<string, string> = {}
  for (const name of names) {
    const file = body.getAll(name).find((value): value is File => typeof value !== 'string' && value.size > 0)
    if (!file) continue
    const saved = await saveUpload(
      env,
      session,
      { purpose: 'private', bytes: new Uint8Array(await file.arrayBuffer()) },
      now,
    )
    if (!saved.ok) return refuse(saved.refusal.code, { ...saved.refusal.facts, field: name })
    references[name] = saved.value
  }
  return done(references)
}

const problemOf = (request: Request, refusal: Refusal, chosen: PageForm<unknown> | undefined): Problem => ({
  code: refusal.code,
  text: ownRefusalText(request, refusal),
  field: chosen ? chosen.fieldOf(refusal) : (refusal.facts['field'] ?? null),
})
