// Sounds of works at the edges of their formats, and parts of a file: WAV, MP3 (ISO 11172-3), Ogg (RFC 3533), ranges (RFC 9110).

import { describe, expect, it, test } from 'vitest'
import { ANY_MEDIA_MB_MAX, checkMedia } from '#domain/media/media'
import { spanOf } from '#domain/media/range'
import { makeGif, makeMp3, makeOgg, makeWav, oggPage } from '../kit/media'

type Bytes = Uint8Array<ArrayBuffer>
const text = (words: string): number[] => [...Buffer.from(words, 'latin1')]
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)
const times = (count: number, part: readonly number[]): number[] => Array.from({ length: count }, () => part).flat()
const little = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256)
const file = (...parts: readonly (readonly number[])[]): Bytes => Uint8Array.from(parts.flat())

/** The stored bytes, or why there are none. */
function kept(bytes: Bytes): Bytes | string {
  const outcome = checkMedia(bytes.slice(), 'audio')
  return outcome.ok ? outcome.value.bytes : outcome.refusal.code
}
const codeOf = (bytes: Bytes): string => {
  const stored = kept(bytes)
  return typeof stored === 'string' ? stored : 'ok'
}

describe('a WAV', () => {
  const chunk = (name: string, data: readonly number[]) => [
    ...[...text(name), ...little(data.length, 4), ...data],
    ...zeros(data.length % 2),
  ]
  const wav = (...chunks: readonly (readonly number[])[]) =>
    file(text('RIFF'), little(4 + chunks.flat().length, 4), text('WAVE'), ...chunks)
  interface Form {
    readonly coding?: number
    readonly channels?: number
    readonly rate?: number
    readonly bits?: number
    readonly perFrame?: number
    readonly perSecond?: number
  }
  const form = ({ coding = 1, channels = 1, rate = 8_000, bits = 8, ...more }: Form = {}) => {
    const { perFrame = (channels * bits) / 8, perSecond = rate * ((channels * bits) / 8) } = more
    return [coding, channels]
      .flatMap((value) => little(value, 2))
      .concat(...[little(rate, 4), little(perSecond, 4), little(perFrame, 2), little(bits, 2)])
  }
  const DATA = chunk('data', zeros(8))
  const of = (differs: Form) => codeOf(wav(chunk('fmt ', form(differs)), DATA))

  test.each<[string, Form, string]>([
    ['floating numbers', { coding: 3, bits: 32 }, 'ok'],
    ['the extended form', { coding: 0xfffe }, 'ok'],
    ['another coding', { coding: 2 }, 'media_broken'],
    ['two channels of sixteen bits', { channels: 2, bits: 16, rate: 44_100 }, 'ok'],
    ['eight channels', { channels: 8 }, 'ok'],
    ['nine', { channels: 9 }, 'media_broken'],
    ['none', { channels: 0 }, 'media_broken'],
    ['8,000 a second', { rate: 8_000 }, 'ok'],
    ['fewer', { rate: 7_999 }, 'media_broken'],
    ['192,000 a second', { rate: 192_000 }, 'ok'],
    ['more', { rate: 192_001 }, 'media_broken'],
    ['24 bits', { bits: 24 }, 'ok'],
    ['40 bits', { bits: 40 }, 'media_broken'],
    ['frames of another length', { perFrame: 2, perSecond: 16_000 }, 'media_broken'],
    ['seconds of another length', { perSecond: 8_001 }, 'media_broken'],
  ])('of %s', (_, differs, code) => expect(of(differs)).toBe(code))

  test('has its form, of sixteen bytes, and sound', () => {
    const right = chunk('fmt ', form())
    expect(codeOf(wav(chunk('fmt ', form().slice(0, 15)), DATA))).toBe('media_broken')
    expect(codeOf(wav(right))).toBe('media_broken')
    expect(codeOf(wav(DATA))).toBe('media_broken')
    expect(codeOf(wav(right, chunk('data', [])))).toBe('media_broken')
  })

  test('is kept without its other parts, wherever they stand, padded to pairs of bytes', () => {
    const [right, odd] = [chunk('fmt ', form()), chunk('data', [1, 2, 3, 4, 5, 6, 7])]
    expect(kept(wav(chunk('LIST', [1, 2, 3]), right, chunk('id3 ', [9]), odd))).toEqual(wav(right, odd))
  })

  test('fills what it announces, in a thousand and one parts at most', () => {
    const right = chunk('fmt ', form())
    expect(codeOf(wav(right, [...text('data'), ...little(9, 4), ...zeros(8)]))).toBe('media_broken')
    const more = (count: number) => codeOf(wav(right, DATA, times(count, chunk('LIST', []))))
    expect([more(999), more(1_000)]).toEqual(['ok', 'media_broken'])
  })
})

describe('an MP3', () => {
  const frame = (head: readonly number[], length: number) => [...head, ...zeros(length - head.length)]
  /** Version 1, layer 3, 128 kbit/s at 44,100: 144,000 x 128 / 44,100 = 417 bytes. */
  const USUAL = frame([0xff, 0xfb, 0x90, 0], 417)

  test.each([
    // Bytes: 144,000 (72,000 in the later versions) x kbit/s / hertz, rounded down, and one of padding.
    ['a padded one', [0xff, 0xfb, 0x92], 418],
    ['version 1, 320 kbit/s at 48,000', [0xff, 0xfb, 0xe4], 960],
    ['version 2, 64 kbit/s at 22,050', [0xff, 0xf3, 0x80], 208],
    ['version 2, 8 kbit/s at 16,000', [0xff, 0xf3, 0x18], 36],
    ['version 2.5, 64 kbit/s at 11,025', [0xff, 0xe3, 0x80], 417],
    ['version 2.5, 160 kbit/s at 8,000', [0xff, 0xe3, 0xe8], 1_440],
  ])('has frames of its own length: %s', (_, head, length) => {
    const whole = file(times(4, frame(head, length)))
    expect(kept(whole)).toEqual(whole)
    expect(codeOf(file(times(4, frame(head, length + 1))))).toBe('media_broken')
  })

  test.each([
    ['another first byte', [0xfe, 0xfb, 0x90]],
    ['another second byte', [0xff, 0x1b, 0x90]],
    ['layer 2', [0xff, 0xfd, 0x90]],
    ['a version that there is not', [0xff, 0xeb, 0x90]],
    ['no rate of bits', [0xff, 0xfb, 0x00]],
    ['a rate of bits that there is not', [0xff, 0xfb, 0xf0]],
    ['no rate of samples', [0xff, 0xfb, 0x9c]],
  ])('holds frames alone, none with %s', (_, head) =>
    expect(codeOf(file(times(4, USUAL), frame(head, 417), times(4, USUAL)))).toBe('media_broken'),
  )

  test('has four frames, and loses one that was cut', () => {
    const four = file(times(4, USUAL))
    expect([kept(four), codeOf(file(times(3, USUAL)))]).toEqual([four, 'media_broken'])
    expect(codeOf(file(times(3, USUAL), USUAL.slice(0, 300)))).toBe('media_broken')
    expect(kept(file(times(4, USUAL), USUAL.slice(0, 300)))).toEqual(four)
  })

  test('loses the tags before it and behind it', () => {
    const four = file(times(4, USUAL))
    // Seven bits a byte: one times 128 and 72.
    expect(kept(file(text('ID3\x04\0\0'), [0, 0, 1, 72], zeros(200), [...four]))).toEqual(four)
    expect(kept(file([...four], text('APETAGEX'), zeros(50)))).toEqual(four)
    expect(kept(file([...four], text('TAG'), zeros(125)))).toEqual(four)
    expect(codeOf(file([...four], text('TAG'), zeros(124)))).toBe('media_broken')
    // 128 bytes from the end may be a frame as well: of 96 bytes here, and the beginning of another.
    const short = frame([0xff, 0xfb, 0x14], 96)
    expect(kept(file(times(4, short), short.slice(0, 32)))).toEqual(file(times(4, short)))
  })

  test('is known by a tag or by both bytes of its first frame', () => {
    for (const start of [
      [0xff, 0x01],
      [0x41, 0xfb],
      [0xff, 0xfd],
    ])
      expect(codeOf(file(start, zeros(500)))).toBe('media_type_refused')
  })
})

describe('an Ogg', () => {
  const HEAD = [...text('OpusHead'), ...zeros(11)]
  const ogg = (...pages: readonly (readonly number[])[]) => file(...pages)
  const first = oggPage(0, HEAD, 2)
  const second = oggPage(1, text('OpusTags'), 0)
  const third = oggPage(2, zeros(60), 4)

  test('has three pages of one stream, numbered, the first of them marked', () => {
    expect(kept(ogg(first, second, third))).toEqual(makeOgg())
    for (const wrong of [
      ...[
        [first, second],
        [second, third],
        [first, third, second],
        [first, first, second, third],
      ],
      ...[[oggPage(0, HEAD, 0), second, third]],
      [first, oggPage(1, text('OpusTags'), 2), third],
      [first, oggPage(1, text('OpusTags'), 0, { stream: 8 }), third],
      [first, second, oggPage(2, zeros(60), 4, { version: 1 })],
    ])
      expect(codeOf(ogg(...wrong))).toBe('media_broken')
  })

  test('has a checksum on each page, and each begins with its name', () => {
    for (const at of [first.length + 30, first.length + 22, first.length + 3, first.length + second.length + 50]) {
      const wrong = makeOgg()
      wrong[at] = (wrong[at] ?? 0) ^ 1
      expect(codeOf(wrong)).toBe('media_broken')
    }
  })

  test('begins with the name of a coding', () => {
    const named = (name: string) => codeOf(ogg(oggPage(0, [...text(name), ...zeros(11)], 2), second, third))
    expect(['OpusHead', '\x01vorbis', 'xOpusHead', 'x\x01vorbis', 'fishead'].map(named)).toEqual([
      ...['ok', 'ok', 'media_type_refused', 'media_type_refused', 'media_type_refused'],
    ])
  })
})

describe('a file', () => {
  test('is known by all of its name', () => {
    const wav = makeWav()
    wav[3] = text('X')[0] ?? 0
    expect(codeOf(wav)).toBe('media_type_refused')
    const film = makeWav()
    film.set(text('AVI '), 8)
    expect(codeOf(film)).toBe('media_type_refused')
  })

  test('has as many megabytes as its kind may have', () => {
    const of = (length: number) => {
      const whole = new Uint8Array(length)
      whole.set(makeGif())
      return checkMedia(whole, 'gif')
    }
    expect(of(10 * 1_024 * 1_024).ok).toBe(true)
    expect(of(10 * 1_024 * 1_024 + 1)).toEqual({
      ok: false,
      refusal: { code: 'file_too_large', facts: { bound: '10' } },
    })
    expect(ANY_MEDIA_MB_MAX).toBe(50)
    expect(codeOf(makeMp3())).toBe('ok')
  })
})

describe('a part of a file', () => {
  const span = (headers: Record<string, string>, etag = '"a"') => spanOf(new Headers(headers), { size: 100, etag })
  it.each([
    ['bytes=5-5', { kind: 'part', start: 5, end: 5 }],
    ['bytes=99-99', { kind: 'part', start: 99, end: 99 }],
    ['bytes=99-100', { kind: 'part', start: 99, end: 99 }],
    ['bytes=-1', { kind: 'part', start: 99, end: 99 }],
    ['xbytes=0-9', { kind: 'whole' }],
    ['bytes=0-9x', { kind: 'whole' }],
    ['bytes=1234567890123456-', { kind: 'whole' }],
  ])('%s', (Range, expected) => expect(span({ Range })).toEqual(expected))

  it('is not sent to who has the whole, by any of the names that are sent', () => {
    expect(span({ 'If-None-Match': '"b", "a"' })).toEqual({ kind: 'unchanged' })
    expect(span({ 'If-None-Match': '"aW/"' }, '"aW/"')).toEqual({ kind: 'unchanged' })
    expect(span({})).toEqual({ kind: 'whole' })
  })
})
