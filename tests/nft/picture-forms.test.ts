// Pictures of works at the edges of their formats: GIF (87a and 89a) and WebP (RFC 9649).

import { describe, expect, test } from 'vitest'
import { checkMedia } from '#domain/media/media'
import type { WorkKind } from '#domain/nft/artwork'
import { makeJpeg } from '../kit/pictures'
import { type Bytes, type Part, file, little, text, times, zeros } from './bytes'

/** The stored bytes, or why there are none. */
function kept(bytes: Bytes, kind: WorkKind): Bytes | string {
  const outcome = checkMedia(bytes.slice(), kind)
  return outcome.ok ? outcome.value.bytes : outcome.refusal.code
}
const codeOf = (bytes: Bytes, kind: WorkKind): string => {
  const stored = kept(bytes, kind)
  return typeof stored === 'string' ? stored : 'ok'
}

describe('a GIF', () => {
  interface Frame {
    readonly mark?: number
    readonly left?: number
    readonly top?: number
    readonly flags?: number
    readonly table?: Part
    readonly bits?: number
  }
  const frame = ({ mark = 0x2c, left = 0, top = 0, flags = 0, table = [], bits = 2 }: Frame = {}) => [
    ...[mark, ...little(left, 2), ...little(top, 2), 1, 0, 1, 0, flags, ...table],
    ...[bits, 2, 0x4c, 1, 0],
  ]
  const gif = (blocks: readonly Part[], { version = 'GIF89a', width = 64, height = 64 } = {}) =>
    file(text(version), little(width, 2), little(height, 2), [0x80, 0, 0], zeros(6), ...blocks, [0x3b])
  const of = (...blocks: readonly Part[]) => codeOf(gif(blocks), 'gif')
  const extension = (label: number, words: Part) => [0x21, label, words.length, ...words, 0]

  test('is of one of two versions', () => {
    const versions = ['GIF87a', 'GIF89a', 'GIF88a', 'GIF89b'].map((version) =>
      codeOf(gif([frame()], { version }), 'gif'),
    )
    expect(versions).toEqual(['ok', 'ok', 'media_type_refused', 'media_type_refused'])
  })

  test('has a frame, and a thousand at most', () => {
    expect([of(), of(extension(0xfe, text('words')))]).toEqual(['media_broken', 'media_broken'])
    expect([of(times(1_000, frame())), of(times(1_001, frame()))]).toEqual(['ok', 'media_dimensions_refused'])
  })

  test('has a thousand million points at most, all frames together', () => {
    const large = (frames: number) => codeOf(gif([times(frames, frame())], { width: 5_000, height: 5_000 }), 'gif')
    expect([large(40), large(41)]).toEqual(['ok', 'media_dimensions_refused'])
    expect(codeOf(gif([frame()], { width: 5_000 }), 'gif')).toBe('ok')
  })

  test('has frames within its screen', () => {
    expect(of(frame({ left: 63, top: 63 }))).toBe('ok')
    expect([of(frame({ left: 64 })), of(frame({ top: 64 }))]).toEqual(['media_broken', 'media_broken'])
  })

  test('has codes of two to eight bits, behind a table of the frame’s own if it says so', () => {
    expect([1, 2, 8, 9].map((bits) => of(frame({ bits })))).toEqual(['media_broken', 'ok', 'ok', 'media_broken'])
    expect(of(frame({ flags: 0x80, table: times(6, [9]) }))).toBe('ok')
    expect(of(frame({ flags: 0x81, table: times(12, [9]) }))).toBe('ok')
    expect(of(frame({ flags: 0x01 }))).toBe('ok')
  })

  test('has no other blocks, and keeps of its extensions times and repeats', () => {
    expect(of(frame(), frame({ mark: 0x2d }))).toBe('media_broken')
    const repeats = ['NETSCAPE2.0', 'ANIMEXTS1.0'].map((words) => extension(0xff, text(words)))
    const control = extension(0xf9, [0, 5, 0, 0])
    const whole = gif([...repeats, control, frame()])
    expect(kept(whole, 'gif')).toEqual(whole)
    for (const left of [
      extension(0xff, text('XMP DataXMP')),
      extension(0xfe, text('NETSCAPE2.0')),
      extension(0x01, [1]),
    ])
      expect(kept(gif([left, frame()]), 'gif')).toEqual(gif([frame()]))
  })
})

describe('a WebP', () => {
  const chunk = (name: string, data: Part) => [
    ...[...text(name), ...little(data.length, 4), ...data],
    ...zeros(data.length % 2),
  ]
  const webp = (...chunks: readonly Part[]) =>
    file(text('RIFF'), little(4 + chunks.flat().length, 4), text('WEBP'), ...chunks)
  const of = (...chunks: readonly Part[]) => codeOf(webp(...chunks), 'image')
  const lossless = (width = 64, height = 64, mark = 0x2f) =>
    chunk('VP8L', [mark, ...little((height - 1) * 2 ** 14 + (width - 1), 4), 0])
  const lossy = ({ tag = 0, code = [0x9d, 1, 0x2a], width = 64, height = 64 } = {}) =>
    chunk('VP8 ', [tag, 0, 0, ...code, ...little(width, 2), ...little(height, 2)])
  const canvas = (flags = 0, width = 64, height = 64, more: Part = []) =>
    chunk('VP8X', [flags, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3), ...more])
  const broken = 'media_broken'

  test('has one picture, first or behind its canvas', () => {
    for (const chunks of [[lossless()], [lossy()], [canvas(), lossy()], [canvas(), lossless()]])
      expect(kept(webp(...chunks), 'image')).toEqual(webp(...chunks))
    const profile = chunk('ICCP', [7, 7])
    for (const chunks of [[lossy(), lossless()], [canvas()], [profile, lossless()], [profile], []])
      expect(of(...chunks)).toBe(broken)
    expect(kept(webp(lossless(), profile), 'image')).toEqual(webp(lossless()))
  })

  test('has a picture that begins as its coding does', () => {
    expect(of(lossless(64, 64, 0x2e))).toBe(broken)
    expect([of(lossy({ tag: 1 })), of(lossy({ code: [0x9d, 1, 0x2b] }))]).toEqual([broken, broken])
    expect(of(lossy({ tag: 2 }))).toBe('ok')
    // The upper two bits of a size are how it is drawn.
    expect(of(canvas(), lossy({ width: 64 + 0x4000, height: 64 + 0x8000 }))).toBe('ok')
  })

  test('keeps its transparency, and of its canvas nothing that tells of other parts', () => {
    const alpha = chunk('ALPH', [1, 2, 3])
    const exif = chunk('EXIF', text('35.6N'))
    // Profile, transparency, Exif and XMP are said to be there; transparency is.
    expect(kept(webp(canvas(0x3c), chunk('ICCP', [7]), alpha, lossy(), exif), 'image')).toEqual(
      webp(canvas(0x10), alpha, lossy()),
    )
    expect(kept(webp(canvas(0x2c), lossy()), 'image')).toEqual(webp(canvas(0), lossy()))
    expect(of(canvas(0x02), lossy())).toBe('media_type_refused')
  })

  test('has a canvas of its picture’s size', () => {
    expect([of(canvas(0, 65, 64), lossy()), of(canvas(0, 64, 65), lossy())]).toEqual([broken, broken])
    expect(of(canvas(0, 64, 64, [0]), lossy())).toBe(broken)
    expect(of(canvas(0, 64 + 0x10000, 64), lossy())).toBe(broken)
    expect(of(canvas(0, 700, 300), lossless(700, 300))).toBe('ok')
  })

  test('is 64 points wide and high at least', () => {
    expect([of(lossless(63, 64)), of(lossless(64, 63))]).toEqual(['media_too_small', 'media_too_small'])
    expect(checkMedia(webp(lossless(63, 64)), 'image')).toEqual({
      ok: false,
      refusal: { code: 'media_too_small', facts: { bound: '64' } },
    })
    // Wider than a video may be.
    expect(of(lossless(5_000, 64))).toBe('ok')
  })
})

test('a picture that is broken is refused as a work is, and so is one that is too large', () => {
  expect(codeOf(makeJpeg({ width: 64, height: 64 }).slice(0, -2), 'image')).toBe('media_broken')
  expect(codeOf(makeJpeg({ width: 12_001, height: 64 }), 'image')).toBe('media_dimensions_refused')
})
