// Pictures that users sent in, at the address that their reference is. What this reader may not see is not there.

import { type UploadReader, readUpload, uploadResponse } from '#services/uploads'
import { isSessionLive } from '#services/sessions'
import { readSession } from '#session/session'

export async function answerPicture(request: Request, env: Env): Promise<Response> {
  const reference = new URL(request.url).pathname
  // Avatars are shown without asking anybody's room.
  const picture =
    (await readUpload(env, reference, { kind: 'guest' })) ??
    (await readUpload(env, reference, await readerOf(request, env)))
  return picture ? uploadResponse(picture) : new Response('Not found', { status: 404, headers: NOT_KEPT })
}

const NOT_KEPT = { 'Cache-Control': 'no-store' }

async function readerOf(request: Request, env: Env): Promise<UploadReader> {
  const session = await readSession(request, env)
  return session && (await isSessionLive(env, session)) ? { kind: 'user', userId: session.userId } : { kind: 'guest' }
}
