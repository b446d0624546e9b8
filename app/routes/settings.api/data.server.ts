// Loader and actions of API keys: make one after a proof of the owner, remove one at once, and answer what an agent asks for.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { KEY_DAYS, KEY_KINDS } from '#domain/api-key'
import type { Refusal } from '#domain/outcome'
import { dayText } from '#domain/time'
import { approveAgentOrder, refuseAgentOrder } from '#services/agents/requests'
import { readInput } from '#services/operation'
import {
  type KeyWishes,
  type MadeKey,
  addApiKey,
  listAgentActs,
  listApiKeys,
  listKeyDays,
  removeApiKey,
} from '#services/security/api-keys'
import { refusalText } from '#services/words'
import { refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import {
  answerOwnCode,
  readSecurityForm,
  refusedSecurity,
  requireSecured,
  savedAt,
} from '../../forms/security-forms.server'
import type { SecurityAnswer } from '../../forms/security'
import { readOwnerForm } from '../../forms/step-up'
import { titleOf } from '../../text/title.server'
import { fieldOf, readLanguage, valueOf } from '../../visitor/visitor.server'
import { loadRequests } from './requests.server'

const PATH = '/settings/api'

interface KeysAnswer extends SecurityAnswer {
  /** Its secret is shown once, here. */
  readonly made?: MadeKey
  /** Refused wishes, as typed. */
  readonly wishes?: KeyWishes
  /** Which request of an agent was answered, with a refusal. */
  readonly request?: string
}

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const { session, owner } = await requireSecured(request, env)
  const [listed, counted, noted, requests] = await Promise.all([
    listApiKeys(env, session),
    listKeyDays(env, session),
    listAgentActs(env, session),
    loadRequests(request, env, session),
  ])
  const keys = valueOf(request, listed)
  const days = valueOf(request, counted)
  const now = Date.now()
  return {
    title: titleOf(request, 'keys', 'title'),
    owner,
    keys: keys.map((key) => ({
      ...key,
      isExpired: key.expiresAt <= now,
      days: days.flatMap(({ keyId, day, ...counts }) => (keyId === key.id ? [{ day: dayText(day), ...counts }] : [])),
    })),
    acts: valueOf(request, noted).map(({ outcome, ...act }) => ({ ...act, ...told(request, outcome) })),
    requests,
    removing: new URL(request.url).searchParams.get('remove'),
  }
}

/** `refusal`: in words; empty for none. */
const told = (request: Request, outcome: Refusal | 'ok' | null) => ({
  isOpen: outcome === null,
  refusal: outcome === null || outcome === 'ok' ? '' : refusalText(readLanguage(request), outcome),
})

export async function action({ request, context: { env, place } }: ActionFunctionArgs): Promise<KeysAnswer> {
  const asked = await readSecurityForm(request, env)
  const { session, form } = asked
  const wishes = readWishes(form)
  switch (fieldOf(form, 'intent')) {
    case 'send_own_code':
      return { ...(await answerOwnCode(asked)), wishes }
    case 'make': {
      const outcome = await addApiKey(env, session, { wishes, proof: readOwnerForm(form) })
      const answer = refusedSecurity(request, outcome)
      return outcome.ok ? { ...answer, made: outcome.value } : { ...answer, wishes }
    }
    case 'remove': {
      const outcome = await removeApiKey(env, session, fieldOf(form, 'id'))
      if (!outcome.ok) return refusedSecurity(request, outcome)
      throw savedAt(PATH)
    }
    case 'approve':
    case 'refuse': {
      const { input, run } = fieldOf(form, 'intent') === 'approve' ? approveAgentOrder : refuseAgentOrder
      const id = fieldOf(form, 'request_id')
      const read = readInput(input, { request_id: id })
      const caller = { env, session, commandId: crypto.randomUUID(), country: place.country, now: Date.now() }
      const outcome = read.ok ? await run(caller, read.value) : await refuseUnlessEnded(env, session, read)
      if (!outcome.ok) return { ...refusedSecurity(request, outcome), request: id }
      throw savedAt(PATH)
    }
    default:
      return refusedSecurity(request, await refuseUnlessEnded(env, session, refuseIntent(fieldOf(form, 'intent'))))
  }
}

const readWishes = (form: FormData): KeyWishes => ({
  name: fieldOf(form, 'name'),
  kind: KEY_KINDS.find((kind) => kind === form.get('kind')),
  publicKey: fieldOf(form, 'public_key'),
  scopes: form.getAll('scope').filter((scope) => typeof scope === 'string'),
  addresses: fieldOf(form, 'addresses'),
  days: KEY_DAYS.find((days) => days === form.get('days')),
})
