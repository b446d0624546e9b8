// Channels of each kind of message, besides the inbox.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import {
  ALL_KINDS,
  type MessageKind,
  NOTICE_CHANNELS,
  type NoticeChannel,
  groupOf,
  isSwitchable,
} from '#domain/message'
import type { Outcome } from '#domain/outcome'
import { clockText } from '#domain/quiet-hours'
import { getProfile } from '#services/profile'
import {
  listPreferences,
  readQuietHours,
  setPreferences,
  setQuietHours,
  subscribeToPush,
  unsubscribeFromPush,
} from '#services/messages'
import { vapidKeys } from '#services/messages/web-push'
import { kindName } from '#services/messages/words'
import { offsetAt } from '../../visitor/zone'
import { wholeIn } from '../../text/thai-words.server'
import { readPageId } from '../../forms/command-id.server'
import { answered } from '../../forms/answered.server'
import { readSent, refuseIntent, refuseUnlessEnded } from '../../forms/form-input.server'
import { titleOf } from '../../text/title.server'
import {
  type OwnForm,
  fieldOf,
  readLanguage,
  readOffset,
  readOwnForm,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const [preferences, profile, hours] = await Promise.all([
    listPreferences(env, session),
    getProfile(env, session),
    readQuietHours(env, session),
  ])
  const quiet = valueOf(request, hours)
  const { email, mobile } = valueOf(request, profile)
  const language = readLanguage(request)
  const keys = vapidKeys(env)
  return {
    title: titleOf(request, 'inbox', 'preferences'),
    commandId: crypto.randomUUID(),
    hasMail: email !== null,
    hasSms: mobile !== null,
    pushKey: keys?.publicKey ?? null,
    quiet: {
      isOn: quiet !== null,
      from: clockText(quiet?.from ?? NIGHT.from),
      until: clockText(quiet?.until ?? NIGHT.until),
      zone: quiet?.zone ?? zoneText(offsetAt(readOffset(request), Date.now())),
    },
    kinds: valueOf(request, preferences).map(({ kind, channels }) => ({
      kind,
      group: groupOf(kind),
      words: wholeIn(language, kindName(language, kind)),
      choices: offered(env).map((channel) => ({
        channel,
        isOn: channels.includes(channel),
        isSwitchable: isSwitchable(kind, channel),
      })),
    })),
  }
}

/** Suggested quiet hours, in minutes of the day. */
const NIGHT = { from: 22 * 60, until: 7 * 60 }

/** 540 → "+09:00". */
const zoneText = (offset: number): string => `${offset < 0 ? '-' : '+'}${clockText(Math.abs(offset))}`

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const { session, form } = await readOwnForm(request, env)
  const outcome = await runForm({ request, env, session, form })
  throwIfSessionEnded(request, outcome)
  return answered(request, form, outcome, setQuietHours.refusedAt)
}

interface Sent extends OwnForm {
  readonly request: Request
  readonly env: Env
}

async function runForm({ request, env, session, form }: Sent): Promise<Outcome<unknown>> {
  const commandId = readPageId(form)
  const [endpoint, p256dh, auth] = [fieldOf(form, 'endpoint'), fieldOf(form, 'p256dh'), fieldOf(form, 'auth')]
  switch (fieldOf(form, 'intent')) {
    case 'subscribe':
      return subscribeToPush(env, session, { commandId, subscription: { endpoint, p256dh, auth } })
    case 'unsubscribe':
      return unsubscribeFromPush(env, session, { commandId, endpoint })
    case 'save':
      return savePreferences({ request, env, session, form }, commandId)
    case 'quiet': {
      const sent = readSent(request, form, setQuietHours.input, { given: { quiet: form.has('quiet') ? '1' : '0' } })
      if (!sent.ok) return refuseUnlessEnded(env, session, sent)
      return setQuietHours.run({ env, session, commandId, country: '', now: Date.now() }, sent.value)
    }
    default:
      return refuseUnlessEnded(env, session, refuseIntent(fieldOf(form, 'intent')))
  }
}

async function savePreferences({ request, env, session, form }: Sent, commandId: string): Promise<Outcome<unknown>> {
  const known = await listPreferences(env, session)
  const before = new Map(valueOf(request, known).map(({ kind, channels }) => [kind, channels]))
  const isOn = (kind: MessageKind, channel: NoticeChannel): boolean =>
    // Channels missing from the form keep their values.
    offered(env).includes(channel)
      ? form.getAll(channel).includes(kind)
      : (before.get(kind)?.includes(channel) ?? false)
  const preferences = ALL_KINDS.map((kind) => ({
    kind,
    channels: NOTICE_CHANNELS.filter((channel) => isOn(kind, channel)),
  }))
  return setPreferences(env, session, { commandId, preferences })
}

/** Delivery channels available on this site. */
const offered = (env: Env): readonly NoticeChannel[] =>
  vapidKeys(env) ? NOTICE_CHANNELS : NOTICE_CHANNELS.filter((channel) => channel !== 'push')
