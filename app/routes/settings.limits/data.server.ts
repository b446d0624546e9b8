// Loader and action of own limits: current values, pending changes, usage.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { LIMIT_KINDS } from '#domain/limits/limits'
import { refuse } from '#domain/outcome'
import { keepOwnLimit, readOwnLimits, setOwnLimit } from '#services/limits'
import { commandIdOf } from '../../forms/command-id.server'
import { checkForm } from '../../forms/taken-fields.server'
import { plainDecimal } from '../../forms/decimal-field'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import {
  fieldOf,
  ownRefusalText,
  readFormLanguage,
  readLanguage,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  return {
    texts: broughtTexts(readLanguage(request), 'limits'),
    title: titleOf(request, 'limits', 'title'),
    own: valueOf(request, await readOwnLimits(env, session)),
    commandId: crypto.randomUUID(),
    drawnAt: Date.now(),
  }
}

export interface LimitAnswer {
  readonly kind: string
  readonly isSaved: boolean
  readonly problem: string | null
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<LimitAnswer> {
  const { session, form } = await readOwnForm(request, env)
  const name = fieldOf(form, 'kind')
  const kind = LIMIT_KINDS.find((each) => each === name)
  const commandId = commandIdOf(form)
  const text = fieldOf(form, 'value')
  const value = fieldOf(form, 'intent') === 'remove' ? '' : plainDecimal(text, readFormLanguage(request, form))
  const checked = await checkForm(env, session, form, {
    fields: ['value'],
    words: { kind: LIMIT_KINDS, intent: ['set', 'remove', 'keep'] },
  })
  const outcome = !checked.ok
    ? checked
    : !kind
      ? refuse('field_missing', { field: 'limit_kind' })
      : fieldOf(form, 'intent') === 'keep'
        ? await keepOwnLimit(env, session, { commandId, kind })
        : await setOwnLimit(env, session, { commandId, kind, value })
  throwIfSessionEnded(request, outcome)
  return {
    kind: kind ?? '',
    isSaved: outcome.ok,
    problem: outcome.ok ? null : ownRefusalText(request, outcome.refusal),
  }
}
