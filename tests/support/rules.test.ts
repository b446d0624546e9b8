// Support chat rules: valid messages, staffed hours and waiting times.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAudio } from '#domain/audio/audio'
import {
  LINE_LENGTH_MAX,
  estimateMinutes,
  isClientId,
  isDeskOpen,
  nextOpening,
  parseLine,
} from '#domain/support/thread'
import { makeGuest, verifyGuest } from '#session/guest-cookie'

const codeOf = (text: string, hasPicture = false) => {
  const line = parseLine(text, hasPicture)
  return line.ok ? 'ok' : line.refusal.code
}

describe('a message', () => {
  test.each([
    ['nothing', '', 'support_text_empty'],
    ['spaces alone', ' \n\t ', 'support_text_empty'],
    ['one too many characters', 'x'.repeat(LINE_LENGTH_MAX + 1), 'support_line_too_long'],
    ['a null', 'a\u0000b', 'support_text_control'],
    ['an escape', 'a\u001b[31mb', 'support_text_control'],
    ['letters that run the other way', 'a\u202eb', 'support_text_control'],
    ['several lines', 'one\ntwo\tthree', 'ok'],
    ['as many characters as fit, of two units each', '𠮷'.repeat(LINE_LENGTH_MAX), 'ok'],
    ['markup', '<script>alert(1)</script>', 'ok'],
  ])('%s: %#', (_what, text, code) => expect(codeOf(text)).toBe(code))

  test('needs no text beside a picture, and is trimmed to the line breaks of one kind', () => {
    expect(parseLine(' \n', true)).toEqual({ ok: true, value: '' })
    expect(parseLine(' a\r\nb\rc ', false)).toEqual({ ok: true, value: 'a\nb\nc' })
  })

  test('that is too long is refused with the longest length', () => {
    const refusal = { code: 'support_line_too_long', facts: { bound: '2000' } }
    expect(parseLine('x'.repeat(2_001), false)).toEqual({ ok: false, refusal })
  })

  test('read once more stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (typed) => {
        const line = parseLine(typed, true)
        if (line.ok) expect(parseLine(line.value, true)).toEqual(line)
      }),
    )
  })
})

test.each([
  ['client-0001', true],
  ['short', false],
  ['with a space', false],
  ['x'.repeat(81), false],
])('%s as a client id', (id, isGood) => expect(isClientId(id)).toBe(isGood))

test('the desk is open from its first minute up to its last, by UTC', () => {
  const hours = [
    { weekday: 1, opensAt: 0, closesAt: 540 },
    { weekday: 7, opensAt: 60, closesAt: 60 },
  ]
  const monday = Date.UTC(2026, 10, 23)
  expect(isDeskOpen(hours, monday)).toBe(true)
  expect(isDeskOpen(hours, monday + 540 * 60_000 - 1)).toBe(true)
  expect(isDeskOpen(hours, monday + 540 * 60_000)).toBe(false)
  expect(isDeskOpen(hours, monday - 1)).toBe(false)
  // 540 minutes are 9:00.
  const fromNine = [{ weekday: 1, opensAt: 540, closesAt: 600 }]
  expect(isDeskOpen(fromNine, monday + 540 * 60_000 - 1)).toBe(false)
  expect(isDeskOpen(fromNine, monday + 540 * 60_000)).toBe(true)
  expect(isDeskOpen(hours, monday + 86_400_000)).toBe(false)
})

test('the next opening is the first one later than now, a week away at most', () => {
  const monday = Date.UTC(2026, 10, 23)
  const nine = monday + 540 * 60_000
  const hours = [
    { weekday: 1, opensAt: 540, closesAt: 600 },
    { weekday: 3, opensAt: 0, closesAt: 60 },
    { weekday: 2, opensAt: 60, closesAt: 60 },
  ]
  expect(nextOpening(hours, nine - 1)).toBe(nine)
  expect(nextOpening(hours, nine)).toBe(monday + 2 * 86_400_000)
  expect(nextOpening(hours.slice(0, 1), nine)).toBe(nine + 7 * 86_400_000)
  expect(nextOpening([], nine)).toBeNull()
})

test('the wait is the middle of the last ones, in whole minutes, and unknown after two', () => {
  expect(estimateMinutes([60_000, 120_000])).toBeNull()
  expect(estimateMinutes([600_000, 1_000, 90_000])).toBe(2)
  expect(estimateMinutes([1, 1, 1])).toBe(1)
})

test('a guest is who was made here, and nobody who was changed or made elsewhere', () => {
  const env = { SESSION_SECRET: 'one secret that is long enough' }
  const { guestId, token } = makeGuest(env)
  expect(verifyGuest(env, token)).toBe(guestId)
  expect(verifyGuest({ SESSION_SECRET: 'another secret, just as long' }, token)).toBeNull()
  expect(verifyGuest(env, `${makeGuest(env).guestId}.${token.split('.')[1] ?? ''}`)).toBeNull()
  expect(verifyGuest(env, '')).toBeNull()
})

const long = (head: readonly (number | string)[], length = 400): Uint8Array => {
  const bytes = head.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : [part]))
  return Uint8Array.from([...bytes, ...Array.from({ length: Math.max(0, length - bytes.length) }, () => 0)])
}
const MPEG_FRAME = [0xff, 0xfb, 0x90, 0x00, ...Array.from({ length: 413 }, () => 0)]

test.each([
  ['WebM with Opus', long(['\x1aE\xdf\xa3', 'webm', 'A_OPUS']), 'audio/webm'],
  ['WebM with a film', long(['\x1aE\xdf\xa3', 'webm', 'A_OPUS', 'V_VP9']), 'audio_file_error'],
  ['Ogg with Opus', long(['OggS', 'OpusHead']), 'audio/ogg'],
  ['Ogg with something else', long(['OggS', 'theora']), 'audio_file_error'],
  ['M4A', long([0, 0, 0, 24, 'ftypM4A ']), 'audio/mp4'],
  ['MP4 of sound alone', long([0, 0, 0, 24, 'ftypisom', 'hdlr', 'soun']), 'audio/mp4'],
  ['MP4 with a film', long([0, 0, 0, 24, 'ftypisom', 'soun', 'vide']), 'audio_file_error'],
  ['WAV', long(['RIFF1234WAVEfmt ']), 'audio/wav'],
  ['MP3 after a tag', long(['ID3']), 'audio/mpeg'],
  ['MP3, two frames', long([...MPEG_FRAME, ...MPEG_FRAME]), 'audio/mpeg'],
  ['one frame and then nothing', long(MPEG_FRAME, 900), 'audio_file_error'],
  ['a page', long(['<html><script>alert(1)</script>']), 'audio_file_error'],
  ['a few bytes', long(['OggS', 'OpusHead'], 50), 'audio_file_error'],
  ['three megabytes and more', long(['OggS', 'OpusHead'], 3 * 1024 * 1024 + 1), 'audio_file_too_large'],
])('a voice message: %s', (_what, bytes, says) => {
  const audio = checkAudio(bytes)
  expect(audio.ok ? audio.value : audio.refusal.code).toBe(says)
})

test('whatever the bytes are, looking at them ends and throws nothing', () => {
  const head = fc.constantFrom('OggS', 'ID3', 'RIFF', '\x1aE\xdf\xa3', '\xff\xfb\x90')
  fc.assert(
    fc.property(head, fc.uint8Array({ minLength: 0, maxLength: 700 }), (start, rest) => {
      checkAudio(Uint8Array.from([...Buffer.from(start, 'latin1'), ...rest]))
    }),
  )
})
