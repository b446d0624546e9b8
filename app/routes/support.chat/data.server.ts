// Loader and actions of support conversations, including the form that opens one.

import { type ActionFunctionArgs, type LoaderFunctionArgs, data, redirect } from '@remix-run/cloudflare'
import * as v from 'valibot'
import { type Outcome, refuse } from '#domain/outcome'
import { SUPPORT_TOPICS } from '#domain/support/thread'
import type { SentFile } from '#services/support/files'
import { signPicture } from '#services/signed-picture'
import {
  type SupportOwner,
  findSupportOwner,
  readSupportDesk,
  noteTyping,
  openThread,
  ownThreads,
  rateSupport,
  readThread,
  writeToThread,
} from '#services/support/threads'
import { sentence } from '#services/words'
import { clientIp } from '#session/client-ip'
import { makeGuest, makeGuestCookie } from '#session/guest-cookie'
import { count } from '#services/input'
import { answered } from '../../forms/answered.server'
import { titleOf } from '../../text/title.server'
import { broughtTexts } from '../../text/words.server'
import { fieldOf, readLanguage, requireSameOrigin } from '../../visitor/visitor.server'
import { refuseIntent, readSome } from '../../forms/form-input.server'

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
    desk: await readSupportDesk(env, Date.now()),
    notice: sentence(language, 'done_support_notice'),
    clientId: crypto.randomUUID(),
    topic,
    // A guest can attach files only after a conversation exists, since the guest id is created with it.
    mayFile: owner !== null,
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
  const now = Date.now()
  return {
    id,
    topic: thread.topic,
    isClosed: thread.closedAt !== null,
    stars: thread.stars,
    readByStaff,
    isWhole: (lines[0]?.no ?? 1) === 1,
    isLatest: before === null,
    lines: lines.map(({ no, side, kind, name, text, picture, voice, at }) => ({
      ...{ no, side, kind, name, text, at },
      // Signed URLs, because a guest has no session to authorise file access.
      picture: signPicture(env, picture, now),
      voice: signPicture(env, voice, now),
    })),
  }
}

export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireSameOrigin(request)
  const form = await request.formData()
  const intent = fieldOf(form, 'intent')
  const outcome = intent === 'open' ? await open(request, env, form) : await continueThread(request, env, form)
  return answered(request, form, outcome)
}

/** Opens a thread and redirects to it; a guest gets an identifying cookie. */
async function open(request: Request, env: Env, form: FormData): Promise<Outcome<null>> {
  const known = await findSupportOwner(request, env)
  const guest = known ? null : makeGuest(env)
  const owner: SupportOwner = known ?? { userId: null, guestId: guest?.guestId ?? '' }
  const opened = await openThread(env, owner, {
    ...(await writtenIn(request, form)),
    topic: fieldOf(form, 'topic'),
    language: readLanguage(request),
    now: Date.now(),
  })
  if (!opened.ok) return opened
  const headers = guest ? { 'Set-Cookie': makeGuestCookie(request, guest.token) } : undefined
  throw redirect(`/support/chat?thread=${opened.value.id}`, headers && { headers })
}

const RATING = v.object({ stars: count(1), comment: v.optional(v.string()) })

async function continueThread(request: Request, env: Env, form: FormData): Promise<Outcome<unknown>> {
  const owner = await findSupportOwner(request, env)
  if (!owner) return refuse('support_thread_not_found')
  const id = fieldOf(form, 'thread')
  if (fieldOf(form, 'intent') === 'rate') {
    const read = readSome(request, form, RATING)
    return read.ok ? rateSupport(env, owner, { id, stars: read.value.stars, comment: read.value.comment ?? '' }) : read
  }
  if (fieldOf(form, 'intent') === 'typing') return noteTyping(env, owner, id)
  if (fieldOf(form, 'intent') !== 'send') return refuseIntent(fieldOf(form, 'intent'))
  return writeToThread(env, owner, { id, ...(await writtenIn(request, form)), now: Date.now() })
}

const writtenIn = async (request: Request, form: FormData) => ({
  clientId: fieldOf(form, 'client_id'),
  text: fieldOf(form, 'text'),
  picture: '',
  file: await fileIn(form),
  clientIp: clientIp(request),
})

/** Attached file of the form, if any. The content decides its type. */
async function fileIn(form: FormData): Promise<SentFile | null> {
  for (const kind of ['voice', 'picture'] as const) {
    const file = form.get(kind)
    if (file instanceof File && file.size > 0) return { kind, bytes: new Uint8Array(await file.arrayBuffer()) }
  }
  return null
}
