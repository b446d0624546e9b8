// Loader and actions of a chat room: send, report, mute an author.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { LANGUAGES } from '#domain/language'
import { type Outcome } from '#domain/outcome'
import {
  demoAuthors,
  findChatReader,
  hideWriter,
  readChatPage,
  reportLine,
  sayInChat,
  showWriter,
} from '#services/chat/chat'
import { sentence } from '#services/words'
import { id } from '#services/input'
import { answered } from '../../forms/answered.server'
import { idOf } from '../../lists/query'
import { LANGUAGE_NAMES } from '../../text/languages'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { fieldOf, findLiveSession, readLanguage, readOwnForm, throwIfSessionEnded } from '../../visitor/visitor.server'
import { readSent, refuseUnlessEnded, refuseIntent } from '../../forms/form-input.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const { searchParams } = new URL(request.url)
  const before = idOf(searchParams.get('before'))
  const session = await findLiveSession(request, env)
  const [page, reader] = await Promise.all([
    readChatPage(env, { room: searchParams.get('room') ?? language, ...(before > 0 && { before }) }),
    session ? findChatReader(env, session.userId, Date.now()) : null,
  ])
  if (!page.ok) throw data(null, { status: 404 })
  const { room, lines } = page.value
  return {
    texts: broughtTexts(language, 'chat'),
    title: titleOf(request, 'chat', 'title'),
    notice: sentence(language, 'done_support_notice'),
    clientId: crypto.randomUUID(),
    room,
    rooms: LANGUAGES.map((code) => ({ code, name: LANGUAGE_NAMES[code] })),
    lines,
    isWhole: (lines[0]?.no ?? 1) === 1,
    isLatest: before === 0,
    reader,
    demoAuthors: demoAuthors(env),
  }
}

const ROOM = v.picklist(LANGUAGES)
const SAID = v.object({ room: ROOM, client_id: v.string(), text: v.string() })
const LINE = v.object({ room: ROOM, message_no: id })
const SHOWN = v.object({ author: v.string() })

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  const { session, form } = await readOwnForm(request, env)
  const [intent, now] = [fieldOf(form, 'intent'), Date.now()]
  const run = async (): Promise<Outcome<unknown>> => {
    if (intent === 'send') {
      const said = readSent(request, form, SAID)
      if (!said.ok) return refuseUnlessEnded(env, session, said)
      const { client_id: clientId, ...message } = said.value
      return sayInChat(env, session, { ...message, clientId, now })
    }
    if (intent === 'show') {
      const shown = readSent(request, form, SHOWN)
      return shown.ok ? showWriter(env, session, shown.value.author) : refuseUnlessEnded(env, session, shown)
    }
    if (intent !== 'report' && intent !== 'hide') return refuseUnlessEnded(env, session, refuseIntent(intent))
    const line = readSent(request, form, LINE)
    if (!line.ok) return refuseUnlessEnded(env, session, line)
    const { message_no: no, room } = line.value
    return intent === 'report'
      ? reportLine(env, session, { room, no, now })
      : hideWriter(env, session, { room, no, now })
  }
  const outcome = await run()
  throwIfSessionEnded(request, outcome)
  return answered(request, form, outcome)
}
