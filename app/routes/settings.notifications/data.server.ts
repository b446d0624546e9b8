// By which ways each kind of message is sent besides the inbox.

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import {
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
  groupOf,
  isSwitchable,
} from '#domain/message'
import { getProfile } from '#services/identity'
import { listPreferences, setPreferences } from '#services/messages'
import { wordMessage } from '#services/messages/words'
import { refusalText } from '#services/words'
import { titleOf } from '../../text/title.server'
import {
  fieldOf,
  readLanguage,
  requireSameOrigin,
  requireSession,
  throwIfSessionEnded,
  valueOf,
} from '../../visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const session = await requireSession(request, env)
  const [preferences, profile] = await Promise.all([listPreferences(env, session), getProfile(env, session)])
  const { email, mobile } = valueOf(request, profile)
  const language = readLanguage(request)
  return {
    title: titleOf(request, 'inbox', 'preferences'),
    commandId: crypto.randomUUID(),
    hasMail: email !== null,
    hasSms: mobile !== null,
    kinds: valueOf(request, preferences).map(({ kind, channels }) => ({
      kind,
      group: groupOf(kind),
      words: wordMessage(language, kind, {}).title,
      choices: NOTICE_CHANNELS.map((channel) => ({
        channel,
        isOn: channels.includes(channel),
        isSwitchable: isSwitchable(kind, channel),
      })),
    })),
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const session = await requireSession(request, env)
  const form = await request.formData()
  const isChosen = (kind: NoticeKind, channel: NoticeChannel): boolean => form.getAll(channel).includes(kind)
  const preferences = NOTICE_KINDS.map((kind) => ({
    kind,
    channels: NOTICE_CHANNELS.filter((channel) => isChosen(kind, channel)),
  }))
  const commandId = fieldOf(form, 'commandId').slice(0, 64) || crypto.randomUUID()
  const outcome = await setPreferences(env, session, { commandId, preferences })
  throwIfSessionEnded(request, outcome)
  return {
    isSaved: outcome.ok,
    problem: outcome.ok ? null : refusalText(readLanguage(request), outcome.refusal),
  }
}
