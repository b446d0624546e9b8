// Pictures that users sent in, at the address that their reference is. What this reader may not see is not there.

import { type UploadReader, readUpload, uploadResponse } from '#services/uploads'
import { isSessionLive } from '#services/sessions'
import { isSignedPicture } from '#services/signed-picture'
import { readSession } from '#session/session'

export async function answerPicture(request: Request, env: Env): Promise<Response> {
  const address = new URL(request.url)
  const reference = address.pathname
  // Avatars are shown without asking anybody's room.
  const picture =
    (await readUpload(env, reference, { kind: 'guest' })) ??
    (await readUpload(env, reference, await readerOf(request, env, address)))
  return picture ? uploadResponse(picture) : new Response('Not found', { status: 404, headers: NOT_KEPT })
}

const NOT_KEPT = { 'Cache-Control': 'no-store' }

async function readerOf(request: Request, env: Env, address: URL): Promise<UploadReader> {
  if (isSignedPicture(env, address, Date.now())) return { kind: 'signed' }
  const session = await readSession(request, env)
  return session && (await isSessionLive(env, session)) ? { kind: 'user', userId: session.userId } : { kind: 'guest' }
}
