// Medium of an artwork. Its type comes from its content, never from its name or sender, and the file must be complete: every byte belongs
// to a part that players know. Data about the sender (location, comments, tags) is removed.

import { checkPicture } from '../image/image'
import type { WorkKind } from '../nft/artwork'
import { type Outcome, done, refuse } from '../outcome'
import { type CleanMedia, type MediaRefusal, checkSize, lettersAt } from './bytes'
import { cleanGif } from './gif'
import { checkMp4 } from './mp4'
import { cleanMp3, cleanWav } from './sound'
import { checkOgg } from './ogg'
import { checkWebm } from './webm'
import { cleanWebp } from './webp'

export type { MediaRefusal }

export const MEDIA_MB_MAX = { image: 10, gif: 10, audio: 20, video: 50 } as const satisfies Record<WorkKind, number>
export const ANY_MEDIA_MB_MAX = Math.max(...Object.values(MEDIA_MB_MAX))
const MB = 1024 * 1024

type Reader = (bytes: Uint8Array<ArrayBuffer>) => Outcome<CleanMedia, MediaRefusal>
interface Format {
  readonly kind: WorkKind
  readonly isIt: (bytes: Uint8Array) => boolean
  readonly read: Reader
}

const starts =
  (letters: string, at = 0) =>
  (bytes: Uint8Array): boolean =>
    lettersAt(bytes, at, letters.length) === letters

const isRiff =
  (form: string) =>
  (bytes: Uint8Array): boolean =>
    starts('RIFF')(bytes) && starts(form, 8)(bytes)

const FORMATS: readonly Format[] = [
  { kind: 'image', isIt: starts('\x89PNG\r\n\x1a\n'), read: readPicture },
  { kind: 'image', isIt: starts('\xff\xd8\xff'), read: readPicture },
  { kind: 'image', isIt: isRiff('WEBP'), read: cleanWebp },
  { kind: 'gif', isIt: starts('GIF8'), read: cleanGif },
  { kind: 'audio', isIt: isRiff('WAVE'), read: cleanWav },
  { kind: 'audio', isIt: starts('OggS'), read: checkOgg },
  { kind: 'audio', isIt: isMp3, read: cleanMp3 },
  { kind: 'video', isIt: starts('ftyp', 4), read: checkMp4 },
  { kind: 'video', isIt: starts('\x1a\x45\xdf\xa3'), read: checkWebm },
]

/** The medium to store. The bytes may be changed in place: this function owns them from here on. */
export function checkMedia(bytes: Uint8Array<ArrayBuffer>, kind: WorkKind): Outcome<CleanMedia, MediaRefusal> {
  const format = FORMATS.find(({ isIt }) => isIt(bytes))
  if (!format) return refuse('media_type_refused')
  if (format.kind !== kind) return refuse('media_kind_differs')
  const bound = MEDIA_MB_MAX[kind]
  if (bytes.byteLength > bound * MB) return refuse('file_too_large', { bound: String(bound) })
  return format.read(bytes)
}

function readPicture(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanMedia, MediaRefusal> {
  const image = checkPicture(bytes)
  if (!image.ok)
    return image.refusal.code === 'image_dimensions_refused'
      ? refuse('media_dimensions_refused')
      : refuse('media_broken')
  const size = checkSize(image.value)
  return size.ok ? done({ type: image.value.type, bytes: image.value.bytes }) : size
}

/** An ID3 tag, or an MPEG frame at the start. */
function isMp3(bytes: Uint8Array): boolean {
  return starts('ID3')(bytes) || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2)
}
