// Loader and actions of a chat room: send, report, mute an author.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data } from '@remix-run/cloudflare'
import { LANGUAGES } from '#domain/language'
import { type Outcome, refuse } from '#domain/outcome'
import { findChatReader, hideWriter, readChatPage, reportLine, sayInChat, showWriter } from '#services/chat/chat'
import { refusalText, sentence } from '#services/words'
import type { ChatAnswer } from '../../forms/chat-answer'
import { idOf } from '../../lists/query'
import { textFieldsOf } from '../../site/revalidation'
import { LANGUAGE_NAMES } from '../../text/languages'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { fieldOf, findLiveSession, readLanguage, readOwnForm, throwIfSessionEnded } from '../../visitor/visitor.server'

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
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<ChatAnswer> {
  const { session, form } = await readOwnForm(request, env)
  const [intent, room, now] = [fieldOf(form, 'intent'), fieldOf(form, 'room'), Date.now()]
  const line = { room, no: idOf(fieldOf(form, 'no')), now }
  const act = (): Promise<Outcome<unknown>> => {
    if (intent === 'send')
      return sayInChat(env, session, { room, clientId: fieldOf(form, 'clientId'), text: fieldOf(form, 'text'), now })
    if (intent === 'report') return reportLine(env, session, line)
    if (intent === 'hide') return hideWriter(env, session, line)
    if (intent === 'show') return showWriter(env, session, fieldOf(form, 'author'))
    return Promise.resolve(refuse('request_malformed'))
  }
  const outcome = await act()
  throwIfSessionEnded(request, outcome)
  const problem = outcome.ok ? null : refusalText(readLanguage(request), outcome.refusal)
  return { intent, isDone: outcome.ok, problem, fields: textFieldsOf(form), nextClientId: crypto.randomUUID() }
}
