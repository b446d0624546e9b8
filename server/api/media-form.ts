// Upload form for NFT media up to 50 MB. Handled outside the pages, whose forms are buffered several times; redirects
// to the description page, or back with an error.

import { ANY_MEDIA_MB_MAX } from '#domain/media/media'
import { WORK_KINDS, type WorkKind } from '#domain/nft/artwork'
import { readFileForm } from '#session/one-file'
import { saveMedia } from '#services/uploads'
import { isSessionLive } from '#services/sessions'
import { findListedArtist } from '#services/nft/artists'
import { hasSameOrigin, readSession } from '#session/session'

const PAGE = '/nft/mine/create'
const FORM_BYTES = 64 * 1024

export async function answerMediaForm(request: Request, env: Env): Promise<Response> {
  if (!hasSameOrigin(request)) return new Response('Cross-site request', { status: 403 })
  const session = await readSession(request, env)
  if (!session || !(await isSessionLive(env, session)))
    return seeOther(`/login?${new URLSearchParams({ returnTo: PAGE }).toString()}`)
  // Only artists make us read fifty megabytes.
  if (!(await findListedArtist(env, session.userId))) return seeOther(PAGE)
  const form = await readFileForm(request, ANY_MEDIA_MB_MAX * 1024 * 1024 + FORM_BYTES)
  if (form === 'too_large') return problem('file_too_large', String(ANY_MEDIA_MB_MAX))
  if (form === 'malformed') return problem('media_missing')
  const kind = WORK_KINDS.find((each) => each === form.fields['kind'])
  if (!kind || form.file.byteLength === 0) return problem('media_missing')
  return answer(env, session, { kind, bytes: form.file })
}

async function answer(
  env: Env,
  session: Parameters<typeof saveMedia>[1],
  file: { readonly kind: WorkKind; readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<Response> {
  const saved = await saveMedia(env, session, file, Date.now())
  if (!saved.ok) return problem(saved.refusal.code, saved.refusal.facts['bound'], file.kind)
  return seeOther(`${PAGE}?${new URLSearchParams({ kind: file.kind, media: saved.value }).toString()}`)
}

const problem = (refused: string, bound = '', kind = ''): Response =>
  seeOther(`${PAGE}?${new URLSearchParams({ refused, bound, kind }).toString()}`)

const seeOther = (path: string): Response =>
  new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } })
