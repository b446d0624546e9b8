// /api/v1 for artists: media upload and work submission. Extends the wire contract.

import * as v from 'valibot'
import { ANY_MEDIA_MB_MAX } from '#domain/media/media'
import { WORK_KINDS } from '#domain/nft/artwork'
import { type Outcome, done, refuse } from '#domain/outcome'
import { findListedArtist } from '#services/nft/artists'
import { sendWork } from '#services/nft/works'
import { isSessionLive } from '#services/sessions'
import { signPicture } from '#services/signed-picture'
import { saveMedia } from '#services/uploads'
import type { Session } from '#session/session'
import { largeFile } from '#services/input'
import { privateRoute, route } from './route'

const kind = v.picklist(WORK_KINDS)

async function admitArtist(session: Session, env: Env): Promise<Outcome<null>> {
  if (!(await isSessionLive(env, session))) return refuse('session_ended')
  return (await findListedArtist(env, session.userId)) ? done(null) : refuse('nft_artist_needed')
}

export const nftStudioRoutes = [
  privateRoute({
    method: 'POST',
    path: '/v1/nft/media',
    summary: 'Send in the medium of a work, as a listed artist: images and GIFs to 10 MB, sound to 20, video to 50',
    tag: 'NFT',
    takesFile: { mbMax: ANY_MEDIA_MB_MAX, field: 'medium', admit: admitArtist },
    input: v.object({
      kind: v.pipe(kind, v.description('what the file has to be: its content is looked at, not its name')),
      medium: largeFile,
    }),
    output: v.object({
      media: v.pipe(
        v.string(),
        v.description('its reference, to be named with the work; it shows the file for an hour'),
      ),
    }),
    handler: async ({ env, session, input }) => {
      const now = Date.now()
      const saved = await saveMedia(env, session, { kind: input.kind, bytes: input.medium }, now)
      return saved.ok ? done({ media: signPicture(env, saved.value, now) }) : saved
    },
  }),
  route(sendWork, {
    at: 'POST /v1/nft/submission',
    summary:
      'Put a work before the desk, which lists it; once for a medium. Sound and video need a cover picture (/upload)',
    tag: 'NFT',
    answers: { schema: v.object({ code: v.string() }), write: ({ code }) => ({ code }) },
  }),
]
