// WAV and MP3. Of a WAV its format and its samples are kept, of an MP3 its frames; tags, covers and what programs add are left out.

import { type Outcome, done, refuse } from '../outcome'
import { type CleanMedia, type MediaRefusal, lettersAt, uint16le, uint32le } from './bytes'
import { readRiff, writeRiff } from './riff'

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe

export function cleanWav(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanMedia, MediaRefusal> {
  const chunks = readRiff(bytes)
  const format = chunks?.find(({ name }) => name === 'fmt ')
  const samples = chunks?.find(({ name }) => name === 'data')
  if (!format || !samples || samples.data.byteLength === 0 || !isPlayable(format.data)) return refuse('media_broken')
  return done({ type: 'audio/wav', bytes: writeRiff('WAVE', [format, samples]) })
}

function isPlayable(format: Uint8Array): boolean {
  const [coding, channels, rate] = [uint16le(format, 0), uint16le(format, 2), uint32le(format, 4)]
  const [perSecond, perFrame, bits] = [uint32le(format, 8), uint16le(format, 12), uint16le(format, 14)]
  return (
    format.byteLength >= 16 &&
    [PCM, FLOAT, EXTENSIBLE].includes(coding) &&
    channels >= 1 &&
    channels <= 8 &&
    rate >= 8_000 &&
    rate <= 192_000 &&
    [8, 16, 24, 32].includes(bits) &&
    perFrame === (channels * bits) / 8 &&
    perSecond === rate * perFrame
  )
}

const FRAMES_MIN = 4
const KBITS_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const KBITS_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const RATES: Readonly<Record<number, readonly number[]>> = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8_000],
}

export function cleanMp3(bytes: Uint8Array<ArrayBuffer>): Outcome<CleanMedia, MediaRefusal> {
  const start = lettersAt(bytes, 0, 3) === 'ID3' ? tagEnd(bytes) : 0
  let at = start
  let frames = 0
  while (at < bytes.byteLength && !isTagBehind(bytes, at)) {
    const length = frameBytes(bytes, at)
    if (length === null) return refuse('media_broken')
    // A recording that was stopped ends within a frame.
    if (at + length > bytes.byteLength) break
    at += length
    frames += 1
  }
  return frames < FRAMES_MIN ? refuse('media_broken') : done({ type: 'audio/mpeg', bytes: bytes.slice(start, at) })
}

/** Behind a tag of ID3v2, whose length has seven bits a byte. */
const tagEnd = (bytes: Uint8Array): number =>
  10 + [6, 7, 8, 9].reduce((length, at) => length * 128 + ((bytes[at] ?? 0) & 127), 0)

const isTagBehind = (bytes: Uint8Array, at: number): boolean =>
  (lettersAt(bytes, at, 3) === 'TAG' && bytes.byteLength - at === 128) || lettersAt(bytes, at, 8) === 'APETAGEX'

/** The length of a frame of layer III, or null when none starts here. */
function frameBytes(bytes: Uint8Array, at: number): number | null {
  const [mark = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  const version = (second >> 3) & 3
  if (mark !== 0xff || (second & 0xe0) !== 0xe0 || ((second >> 1) & 3) !== 1) return null
  const kbits = (version === 3 ? KBITS_1 : KBITS_2)[third >> 4]
  const rate = RATES[version]?.[(third >> 2) & 3]
  if (!kbits || !rate) return null
  return Math.floor(((version === 3 ? 144_000 : 72_000) * kbits) / rate) + ((third >> 1) & 1)
}
