// Uploaded voice messages. A recording's type comes from its content, never from its name or sender: the head of an audio-only container,
// as recorded by browsers or phones.

import { type Outcome, done, refuse } from '../outcome'

const AUDIO_MB_MAX = 3
const AUDIO_BYTES_MAX = AUDIO_MB_MAX * 1024 * 1024
/** Smaller files contain no speech. */
const AUDIO_BYTES_MIN = 200

export type AudioType = 'audio/webm' | 'audio/ogg' | 'audio/mp4' | 'audio/mpeg' | 'audio/wav'
export type AudioRefusal = 'audio_file_error' | 'audio_file_too_large'

export function checkAudio(bytes: Uint8Array): Outcome<AudioType, AudioRefusal> {
  if (bytes.byteLength > AUDIO_BYTES_MAX) return refuse('audio_file_too_large', { bound: String(AUDIO_MB_MAX) })
  if (bytes.byteLength < AUDIO_BYTES_MIN) return refuse('audio_file_error')
  const head: Head = { text: latin(bytes.subarray(0, HEAD_LENGTH)), bytes }
  const kind = KINDS.find(({ is }) => is(head))
  return kind ? done(kind.type) : refuse('audio_file_error')
}

/** Bytes that contain the container's codec information. */
const HEAD_LENGTH = 4_096

interface Head {
  /** The first bytes, one character each. */
  readonly text: string
  readonly bytes: Uint8Array
}

const KINDS: readonly { readonly type: AudioType; readonly is: (head: Head) => boolean }[] = [
  { type: 'audio/webm', is: isWebm },
  {
    type: 'audio/ogg',
    is: ({ text }) => text.startsWith('OggS') && (text.includes('OpusHead') || text.includes('\x01vorbis')),
  },
  { type: 'audio/mp4', is: isMp4 },
  { type: 'audio/wav', is: ({ text }) => text.startsWith('RIFF') && text.slice(8, 16) === 'WAVEfmt ' },
  { type: 'audio/mpeg', is: isMpeg },
]

/** Matroska names the codec of each track: one of sound, and none that is seen. */
function isWebm({ text }: Head): boolean {
  const isMatroska = text.startsWith('\x1a\x45\xdf\xa3') && /webm|matroska/.test(text.slice(0, 64))
  return isMatroska && /A_(?:OPUS|VORBIS)/.test(text) && !/V_(?:VP|AV|MPEG)/.test(text)
}

/** An audio brand, or any brand with an audio handler only. Some recorders write the handlers at the end. */
function isMp4({ text, bytes }: Head): boolean {
  if (text.slice(4, 8) !== 'ftyp') return false
  if (/^M4[AB] $/.test(text.slice(8, 12))) return true
  const whole = latin(bytes)
  return whole.includes('soun') && !/vide|hvc1|avc1/.test(whole)
}

/** An ID3 tag, or two consecutive frames: a single frame header may be chance. */
function isMpeg({ text, bytes }: Head): boolean {
  if (text.startsWith('ID3')) return true
  const length = frameLength(bytes, 0)
  return length > 0 && frameLength(bytes, length) > 0
}

const KBITS = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
const KBITS_LOW = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]
const HERTZ = [44_100, 48_000, 32_000, 0]

/** Length in bytes of the layer 3 frame at this position; 0 without one. */
function frameLength(bytes: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3)
  const version = (kind >> 3) & 3
  const isLayer3 = ((kind >> 1) & 3) === 1
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || version === 1 || !isLayer3) return 0
  const isFirst = version === 3
  const kbits = (isFirst ? KBITS : KBITS_LOW)[rates >> 4] ?? 0
  const hertz = (HERTZ[(rates >> 2) & 3] ?? 0) / (isFirst ? 1 : version === 2 ? 2 : 4)
  if (kbits === 0 || hertz === 0) return 0
  return Math.floor(((isFirst ? 144_000 : 72_000) * kbits) / hertz) + ((rates >> 1) & 1)
}

function latin(bytes: Uint8Array): string {
  let text = ''
  // A call accepts a limited number of arguments.
  for (let at = 0; at < bytes.byteLength; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}
