// Attachments of support conversations by users and guests: validated by content, size-limited, stored under a name
// derived from thread and content, so that a retry stores the same file.

import { createHash } from 'node:crypto'
import type { SupportOwner } from '#db/platform/support'
import { type AudioRefusal, checkAudio } from '#domain/audio/audio'
import { type ImageRefusal, checkPicture } from '#domain/image/image'
import { type Outcome, done } from '#domain/outcome'
import { installationDigest } from '#lib/digest'
import { countAttempt, guestUploadLimits, uploadLimits } from '../identity/limit'
import { keepFile } from '../uploads'

/** Files of guests have no user. */
const NOBODY = 0
const ID_LENGTH = 22

export interface SentFile {
  readonly kind: 'picture' | 'voice'
  readonly bytes: Uint8Array<ArrayBuffer>
}

export type FileRefusal = ImageRefusal | AudioRefusal

/** Validated file; picture metadata is stripped. */
export interface CheckedFile {
  readonly kind: SentFile['kind']
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export function checkFile({ kind, bytes }: SentFile): Outcome<CheckedFile, FileRefusal> {
  if (kind === 'voice') {
    const audio = checkAudio(bytes)
    return audio.ok ? done({ kind, contentType: audio.value, bytes }) : audio
  }
  const image = checkPicture(bytes)
  return image.ok ? done({ kind, contentType: image.value.type, bytes: image.value.bytes }) : image
}

/** Where a file belongs. */
export interface FilePlace {
  readonly threadId: string
  readonly clientId: string
  readonly owner: SupportOwner
  readonly clientIp: string
  readonly now: number
}

/** Answers the file's reference. */
export async function keepThreadFile(
  env: Env,
  { contentType, bytes }: CheckedFile,
  { threadId, clientId, owner: { userId }, clientIp, now }: FilePlace,
): Promise<Outcome<string, 'too_many_requests'>> {
  const counted = await countAttempt(env, userId === null ? guestUploadLimits(clientIp) : uploadLimits(userId), now)
  if (!counted.ok) return counted
  const digest = createHash('sha256').update(bytes).digest('hex')
  const id = installationDigest(env, 'thread file', `${threadId}\n${clientId}\n${digest}`).slice(0, ID_LENGTH)
  return done(
    await keepFile(env, { id, userId: userId ?? NOBODY, isPublic: false, contentType, createdAt: now }, bytes),
  )
}
