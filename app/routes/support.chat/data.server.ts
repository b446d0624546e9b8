// One conversation with support, or the form that begins one; and what its forms are answered.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import { type Outcome, done, refuse } from '#domain/outcome'
import { SUPPORT_TOPICS } from '#domain/support/thread'
import {
  type SupportOwner,
  findSupportOwner,
  openThread,
  ownThreads,
  rateSupport,
  readThread,
  writeToThread,
} from '#services/support/threads'
import { saveUpload } from '#services/uploads'
import { refusalText, sentence } from '#services/words'
import { clientIp } from '#session/client-ip'
import { makeGuest, makeGuestCookie } from '#session/guest-cookie'
import { readSession } from '#session/session'
import { textFieldsOf } from '../../site/revalidation'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { fieldOf, readLanguage, requireSameOrigin } from '../../visitor/visitor.server'

export async function loader({ request, context: { env } }: LoaderFunctionArgs) {
  const language = readLanguage(request)
  const { searchParams } = new URL(request.url)
  const owner = await findSupportOwner(request, env)
  const asked = searchParams.get('thread')
  const topic = SUPPORT_TOPICS.find((each) => each === searchParams.get('topic')) ?? null
  if (asked === null && topic === null) {
    const open = (await ownThreads(env, owner)).find(({ closedAt }) => closedAt === null)
    if (open) throw redirect(`/support/chat?thread=${open.id}`)
  }
  return {
    texts: broughtTexts(language, 'support'),
    title: titleOf(request, 'support', 'chat_title'),
    notice: sentence(language, 'done_support_notice'),
    clientId: crypto.randomUUID(),
    topic,
    mayPicture: owner !== null && owner.userId !== null,
    conversation:
      asked === null ? null : await loadConversation(env, owner, { id: asked, before: searchParams.get('before') }),
  }
}

async function loadConversation(
  env: Env,
  owner: SupportOwner | null,
  { id, before }: { readonly id: string; readonly before: string | null },
) {
  const range = before !== null && /^\d{1,9}$/.test(before) ? { before: parseInt(before, 10) } : {}
  const read = owner ? await readThread(env, owner, { id, ...range }) : null
  if (!read?.ok) throw data(null, { status: 404 })
  const { thread, lines, readByStaff } = read.value
  return {
    id,
    topic: thread.topic,
    isClosed: thread.closedAt !== null,
    stars: thread.stars,
    readByStaff,
    isWhole: (lines[0]?.no ?? 1) === 1,
    isLatest: before === null,
    lines: lines.map(({ no, side, kind, name, text, picture, at }) => ({ no, side, kind, name, text, picture, at })),
  }
}

export interface ChatAnswer {
  readonly intent: string
  readonly isDone: boolean
  readonly problem: string | null
  readonly fields: Readonly<Record<string, string>>
  /** For the next message. */
  readonly nextClientId: string
  readonly isUnanswered?: boolean | undefined
}

export async function action({ request, context: { env } }: ActionFunctionArgs): Promise<ChatAnswer> {
  requireSameOrigin(request)
  const form = await request.formData()
  const intent = fieldOf(form, 'intent')
  const language = readLanguage(request)
  const outcome = intent === 'open' ? await open(request, env, form) : await goOn(request, env, form)
  const problem = outcome.ok ? null : refusalText(language, outcome.refusal)
  return { intent, isDone: outcome.ok, problem, fields: textFieldsOf(form), nextClientId: crypto.randomUUID() }
}

/** Leads to the thread that was begun. A guest is known by a cookie from then on. */
async function open(request: Request, env: Env, form: FormData): Promise<Outcome<null>> {
  const known = await findSupportOwner(request, env)
  const guest = known ? null : makeGuest(env)
  const owner: SupportOwner = known ?? { userId: null, guestId: guest?.guestId ?? '' }
  const picture = await pictureOf(request, env, form)
  if (!picture.ok) return picture
  const opened = await openThread(env, owner, {
    ...writtenIn(form),
    picture: picture.value,
    topic: fieldOf(form, 'topic'),
    language: readLanguage(request),
    clientIp: clientIp(request),
    now: Date.now(),
  })
  if (!opened.ok) return opened
  const headers = guest ? { 'Set-Cookie': makeGuestCookie(request, guest.token) } : undefined
  throw redirect(`/support/chat?thread=${opened.value.id}`, headers && { headers })
}

async function goOn(request: Request, env: Env, form: FormData): Promise<Outcome<unknown>> {
  const owner = await findSupportOwner(request, env)
  if (!owner) return refuse('support_thread_not_found')
  const id = fieldOf(form, 'thread')
  if (fieldOf(form, 'intent') === 'rate') {
    const stars = parseInt(fieldOf(form, 'stars'), 10)
    return rateSupport(env, owner, { id, stars, comment: fieldOf(form, 'comment') })
  }
  const picture = await pictureOf(request, env, form)
  if (!picture.ok) return picture
  return writeToThread(env, owner, { id, ...writtenIn(form), picture: picture.value, now: Date.now() })
}

const writtenIn = (form: FormData) => ({ clientId: fieldOf(form, 'clientId'), text: fieldOf(form, 'text') })

/** The reference of a picture in the form, kept; empty without one. Guests have none. */
async function pictureOf(request: Request, env: Env, form: FormData): Promise<Outcome<string>> {
  const file = form.get('picture')
  if (!(file instanceof File) || file.size === 0) return done('')
  const session = await readSession(request, env)
  if (!session) return refuse('session_missing')
  const bytes = new Uint8Array(await file.arrayBuffer())
  return saveUpload(env, session, { purpose: 'private', bytes }, Date.now())
}
