// Voice messages by their first bytes: each container, its bounds, and what looks like one and is none.

import { describe, expect, test } from 'vitest'
import { checkAudio } from '#domain/audio/audio'

const MB_3 = 3 * 1024 * 1024

/** A file with these texts or bytes at these places, and nothing else. */
function file(parts: Readonly<Record<number, string | readonly number[]>>, length = 1_000): Uint8Array {
  const bytes = new Uint8Array(length)
  for (const [at, part] of Object.entries(parts))
    bytes.set(typeof part === 'string' ? Buffer.from(part, 'latin1') : part, Number(at))
  return bytes
}
const told = (bytes: Uint8Array): string => {
  const checked = checkAudio(bytes)
  return checked.ok ? checked.value : checked.refusal.code
}

const OGG = { 0: 'OggS', 28: 'OpusHead' }
const MATROSKA = '\x1a\x45\xdf\xa3'

describe('a recording', () => {
  test('has 200 bytes to three megabytes', () => {
    expect([199, 200, MB_3].map((length) => told(file(OGG, length)))).toEqual([
      'audio_file_error',
      'audio/ogg',
      'audio/ogg',
    ])
    expect(checkAudio(file(OGG, MB_3 + 1))).toEqual({
      ok: false,
      refusal: { code: 'audio_file_too_large', facts: { bound: '3' } },
    })
  })

  test.each<[string, Parameters<typeof file>[0], string]>([
    ['Ogg with Opus', OGG, 'audio/ogg'],
    ['Ogg with Vorbis', { 0: 'OggS', 28: '\x01vorbis' }, 'audio/ogg'],
    ['Ogg with pictures', { 0: 'OggS', 28: '\x80theora' }, 'audio_file_error'],
    ['a name of Opus alone', { 0: 'Text', 28: 'OpusHead' }, 'audio_file_error'],
    ['a wave', { 0: 'RIFF', 8: 'WAVEfmt ' }, 'audio/wav'],
    ['a film of the same family', { 0: 'RIFF', 8: 'AVI LIST' }, 'audio_file_error'],
    ['a wave without its family', { 0: 'RIFX', 8: 'WAVEfmt ' }, 'audio_file_error'],
    ['WebM with Opus', { 0: MATROSKA, 60: 'webm', 300: 'A_OPUS' }, 'audio/webm'],
    ['Matroska with Vorbis', { 0: MATROSKA, 20: 'matroska', 300: 'A_VORBIS' }, 'audio/webm'],
    ['WebM with a picture as well', { 0: MATROSKA, 20: 'webm', 300: 'A_OPUS', 400: 'V_VP8' }, 'audio_file_error'],
    ['WebM with other sound', { 0: MATROSKA, 20: 'webm', 300: 'A_AC3' }, 'audio_file_error'],
    ['WebM that says so too late', { 0: MATROSKA, 61: 'webm', 300: 'A_OPUS' }, 'audio_file_error'],
    ['WebM without its mark', { 20: 'webm', 300: 'A_OPUS' }, 'audio_file_error'],
    ['MP4 of a brand of sound', { 4: 'ftypM4A ' }, 'audio/mp4'],
    ['MP4 of a brand of books', { 4: 'ftypM4B ' }, 'audio/mp4'],
    ['a brand of sound elsewhere', { 4: 'fredM4A ' }, 'audio_file_error'],
    ['MP4 with sound', { 4: 'ftypisom', 500: 'soun' }, 'audio/mp4'],
    ['MP4 with sound and pictures', { 4: 'ftypisom', 500: 'soun', 600: 'vide' }, 'audio_file_error'],
    ['MP4 with neither', { 4: 'ftypisom' }, 'audio_file_error'],
    ['MP3 with a tag', { 0: 'ID3' }, 'audio/mpeg'],
    ['nothing', {}, 'audio_file_error'],
  ])('that is %s', (_, parts, type) => expect(told(file(parts))).toBe(type))

  test('may say at its end that it is of sound', () => {
    expect(told(file({ 4: 'ftypisom', 8_990: 'soun' }, 9_000))).toBe('audio/mp4')
    expect(told(file({ 4: 'ftypisom', 4_000: 'soun', 8_990: 'vide' }, 9_000))).toBe('audio_file_error')
  })
})

describe('MP3 without a tag', () => {
  /** Two frames, the second one so many bytes behind the first. */
  const frames = (frame: readonly number[], length: number) => told(file({ 0: frame, [length]: frame }))

  test.each([
    // Length: 144,000 (72,000 in the later versions) x kbit/s / hertz, rounded down, and one byte of padding.
    ['version 1, 128 kbit/s at 44,100', [0xff, 0xfb, 0x90], 417, 'audio/mpeg'],
    ['the same, padded', [0xff, 0xfb, 0x92], 418, 'audio/mpeg'],
    ['the same, not where it ends', [0xff, 0xfb, 0x90], 418, 'audio_file_error'],
    ['version 1, 320 kbit/s at 48,000', [0xff, 0xfb, 0xe4], 960, 'audio/mpeg'],
    ['version 1, 32 kbit/s at 32,000', [0xff, 0xfb, 0x18], 144, 'audio/mpeg'],
    ['version 2, 64 kbit/s at 22,050', [0xff, 0xf3, 0x80], 208, 'audio/mpeg'],
    ['version 2.5, 64 kbit/s at 11,025', [0xff, 0xe3, 0x80], 417, 'audio/mpeg'],
    ['a version that there is not', [0xff, 0xeb, 0x80], 417, 'audio_file_error'],
    ['layer 2', [0xff, 0xfd, 0x90], 417, 'audio_file_error'],
    ['another first byte', [0xfe, 0xfb, 0x90], 417, 'audio_file_error'],
    ['another second byte', [0xff, 0xdb, 0x90], 417, 'audio_file_error'],
    ['no rate of bits', [0xff, 0xfb, 0x02], 1, 'audio_file_error'],
    ['a rate that there is not', [0xff, 0xfb, 0xf2], 1, 'audio_file_error'],
    ['no rate of samples', [0xff, 0xfb, 0x9c], 417, 'audio_file_error'],
  ])('%s', (_, frame, length, type) => expect(frames(frame, length)).toBe(type))
})
