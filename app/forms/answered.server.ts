// Answer of a page's own action, in the shape shared by all forms.

import type { Outcome } from '#domain/outcome'
import type { Answer } from '../site/answer'
import { textFieldsOf } from '../site/revalidation'
import { ownRefusalText } from '../visitor/visitor.server'

/** `refusedAt`: which field a refusal belongs to, by code. */
export function answered<Value>(
  request: Request,
  form: FormData,
  outcome: Outcome<Value>,
  refusedAt: Readonly<Record<string, string>> = {},
): Answer<Record<string, Value>> {
  const fields = textFieldsOf(form)
  const { intent = '', commandId = '' } = fields
  if (outcome.ok) {
    const done = { intent, value: outcome.value }
    return { done, problem: null, fields, idempotencyKey: crypto.randomUUID() }
  }
  const { code, facts } = outcome.refusal
  const field = facts['field'] ?? refusedAt[code] ?? null
  return {
    done: null,
    problem: { code, text: ownRefusalText(request, outcome.refusal), field },
    fields,
    idempotencyKey: commandId,
  }
}
