// Webhooks of operators (OPERATOR_HOOKS): each receives every beginning and end of an alarm, in order. An event is repeated only when its
// answer was lost; it then has the same number, so that a receiver can tell.

import * as v from 'valibot'
import { type AlarmEvent, listEvents, recordDelivered, releaseHook, leaseHook } from '#db/platform/alarm'
import { hmacHex, sha256 } from '#lib/digest'
import { logError } from '#lib/log-line'
import { ABOUT, ALARMS } from '#domain/operating/alarms'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/time'
import { siteName } from '../brand'
import { eachAlone } from '../each-alone'

const SECRET_LENGTH_MIN = 16
const HOOKS_MAX = 10

const schema = v.pipe(
  v.array(
    v.strictObject({
      url: v.pipe(v.string(), v.url(), v.regex(/^https?:/)),
      /** slack: the body is `{"text"}`, as Slack, Mattermost and Rocket.Chat take it. */
      form: v.picklist(['generic', 'slack']),
      secret: v.pipe(v.string(), v.minLength(SECRET_LENGTH_MIN)),
    }),
  ),
  v.maxLength(HOOKS_MAX),
)

export type Hook = v.InferOutput<typeof schema>[number]

/** Empty without webhooks, or when the variable cannot be read, which is logged. */
export function readHooks({ OPERATOR_HOOKS: text }: Pick<Env, 'OPERATOR_HOOKS'>): readonly Hook[] {
  if (!text) return []
  try {
    return v.parse(schema, JSON.parse(text))
  } catch {
    // The failure would hold the secrets.
    logError('OPERATOR_HOOKS cannot be read')
    return []
  }
}

export const hookId = ({ url }: Hook): string => sha256(url).slice(0, 32)
export const hookIds = (env: Pick<Env, 'OPERATOR_HOOKS'>): readonly string[] => readHooks(env).map(hookId)

const CALL_TIMEOUT_MS = 5 * SECOND_MS
/** Events of one webhook in one sweep. */
const EVENTS_PER_BATCH = 20
/** Longer than an attempt may take, so that no second one runs beside it. */
const HOLD_MS = EVENTS_PER_BATCH * CALL_TIMEOUT_MS + 10 * SECOND_MS

export const callHooks = (env: Env, now: number): Promise<void[]> =>
  eachAlone(readHooks(env), {
    work: (hook) => callHook(env, hook, now),
    failed: (hook) => `webhook ${hookId(hook)}: not told`,
  })

async function callHook(env: Env, hook: Hook, now: number): Promise<void> {
  const id = hookId(hook)
  const row = await leaseHook(env.DB, { hook: id, at: now, until: now + HOLD_MS })
  if (!row) return
  const site = await siteName(env)
  let reason: string | null = null
  for (const event of await listEvents(env.DB, row.taken, EVENTS_PER_BATCH)) {
    reason = await send(hook, event, { site, now })
    if (reason !== null) break
    await recordDelivered(env.DB, id, event.id)
  }
  const failures = reason === null ? 0 : row.failures + 1
  await releaseHook(env.DB, {
    hook: id,
    failures,
    reason: reason ?? '',
    nextAt: reason === null ? now : now + pauseAfter(failures),
  })
}

const pauseAfter = (failures: number): number =>
  Math.min(MINUTE_MS * 2 ** Math.min(failures - 1, 10), HOUR_MS) - SECOND_MS

/** Null when the receiver took it, otherwise a reason. */
const send = (
  hook: Hook,
  event: AlarmEvent,
  { site, now }: { readonly site: string; readonly now: number },
): Promise<string | null> =>
  post(hook, { id: event.id, content: contentOf(event, site), text: wordsOf(event, site), now })

/** A trial event, number 0. Null when the receiver took it, otherwise a reason. */
export const tryHook = (
  hook: Hook,
  { site, now }: { readonly site: string; readonly now: number },
): Promise<string | null> =>
  post(hook, {
    id: 0,
    content: { id: 0, at: new Date(now).toISOString(), site, state: 'trial' },
    text: `${site}: a trial by the doctor. Alarms arrive here.`,
    now,
  })

interface Posted {
  readonly id: number
  readonly content: object
  readonly text: string
  readonly now: number
}

async function post({ url, form, secret }: Hook, { id, content, text, now }: Posted): Promise<string | null> {
  const body = JSON.stringify(form === 'slack' ? { text } : content)
  const seconds = Math.floor(now / SECOND_MS)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'cm',
        'X-Event-Id': String(id),
        'X-Signature': `t=${seconds},v1=${hmacHex(secret, `${seconds}.${body}`)}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return response.ok ? null : `answered ${response.status}`
  } catch (error) {
    return `could not be reached (${error instanceof Error ? error.name : 'unknown'})`
  }
}

const contentOf = ({ id, at, alarm, labels, state, value }: AlarmEvent, site: string) => {
  const { urgency, metric, about } = ALARMS[alarm]
  const { page, runbook } = ABOUT[about]
  return { id, at: new Date(at).toISOString(), site, alarm, state, urgency, metric, labels, value, page, runbook }
}

const wordsOf = ({ alarm, labels, state, value }: AlarmEvent, site: string): string => {
  const where = Object.values(labels).join(', ')
  const { urgency, metric, about } = ALARMS[alarm]
  const { page } = ABOUT[about]
  const name = where === '' ? alarm : `${alarm} (${where})`
  return state === 'over'
    ? `${site}: ${name} is over`
    : `${site}: ${name}, ${urgency}. ${metric} = ${value}. Desk: ${page}`
}
