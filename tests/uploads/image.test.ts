// Image cleaning: bytes kept of an uploaded picture, and refused files.

import { describe, expect, test } from 'vitest'
import { IMAGE_BYTES_MAX, checkPicture } from '#domain/image/image'
import { chunk, makeJpeg, makePng, segment } from '../kit/pictures'

const text = (words: string): number[] => [...new TextEncoder().encode(words)]
const bytes = (words: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text(words))
const holds = (picture: Uint8Array, words: string): boolean => Buffer.from(picture).includes(words)

function cleaned(picture: Uint8Array<ArrayBuffer>) {
  const outcome = checkPicture(picture)
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`)
  return outcome.value
}
const codeOf = (picture: Uint8Array<ArrayBuffer>): string => {
  const outcome = checkPicture(picture)
  return outcome.ok ? 'ok' : outcome.refusal.code
}

describe('a JPEG', () => {
  test('that has nothing but a picture in it stays as it is', () => {
    const { bytes: kept, ...facts } = cleaned(makeJpeg({ width: 40, height: 30 }))
    expect(facts).toEqual({ type: 'image/jpeg', width: 40, height: 30 })
    expect(kept).toEqual(makeJpeg({ width: 40, height: 30 }))
  })

  test('loses where it was taken, its comments, its profile and what stands behind its end', () => {
    const before = [
      ...segment(0xe1, text('Exif\0\0GPS 35.6N 139.7E')),
      ...segment(0xe2, text('ICC_PROFILE')),
      ...segment(0xed, text('Photoshop')),
      ...segment(0xfe, text('<script>alert(1)</script>')),
      ...segment(0xee, text('Not Adobe at all')),
    ]
    expect(cleaned(makeJpeg({ before, after: 'PK\x03\x04<?php' })).bytes).toEqual(makeJpeg())
  })

  test('keeps what Adobe says about its colours', () => {
    const adobe = segment(0xee, [...text('Adobe'), 0, 100, 0, 0, 0, 0, 1])
    expect(cleaned(makeJpeg({ before: adobe })).bytes).toEqual(makeJpeg({ before: adobe }))
  })

  test('that is a script behind a JPEG signature is none', () => {
    expect(codeOf(Uint8Array.from([0xff, 0xd8, 0xff, ...text('=1;alert(1)//')]))).toBe('image_broken')
    const comment = [0xff, 0xd8, ...segment(0xfe, text('<svg onload=alert(1)>')), 0xff, 0xd9]
    expect(codeOf(Uint8Array.from(comment))).toBe('image_broken')
  })

  test('cut off anywhere is refused, and no cut makes the reader fail', () => {
    const whole = makeJpeg()
    for (let length = 3; length < whole.byteLength; length += 1) {
      expect({ length, code: codeOf(whole.slice(0, length)) }).toEqual({ length, code: 'image_broken' })
    }
  })

  test('with bytes hidden behind its tables is refused', () => {
    const fat = segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1), ...text('hidden')])
    expect(codeOf(makeJpeg({ before: fat }))).toBe('image_broken')
  })

  test('that would need gigabytes to draw is refused by name', () => {
    expect(codeOf(makeJpeg({ width: 65_000, height: 65_000 }))).toBe('image_dimensions_refused')
    expect(codeOf(makeJpeg({ width: 0 }))).toBe('image_dimensions_refused')
    expect(codeOf(makeJpeg({ width: 9000, height: 9000 }))).toBe('image_dimensions_refused')
  })
})

describe('a PNG', () => {
  test('loses texts, times and whatever follows its end', () => {
    const chunks = [
      ...chunk('tEXt', text('Author\0<script>')),
      ...chunk('eXIf', text('GPS')),
      ...chunk('tIME', [1, 2, 3]),
    ]
    const { bytes: kept, ...facts } = cleaned(makePng({ chunks, after: '<html>' }))
    expect(facts).toEqual({ type: 'image/png', width: 1, height: 1 })
    expect(kept).toEqual(makePng())
  })

  test('with a wrong checksum, an unknown compulsory chunk or two headers is refused', () => {
    const wrong = makePng()
    wrong[20] = 7
    expect(codeOf(wrong)).toBe('image_broken')
    expect(codeOf(makePng({ chunks: chunk('EVIL', []) }))).toBe('image_broken')
    expect(codeOf(makePng({ chunks: chunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]) }))).toBe('image_broken')
  })

  test('cut off anywhere is refused', () => {
    const whole = makePng()
    for (let length = 8; length < whole.byteLength; length += 1) {
      expect({ length, code: codeOf(whole.slice(0, length)) }).toEqual({ length, code: 'image_broken' })
    }
  })
})

test.each([
  ['an SVG with a script', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', bytes('<!doctype html><script>alert(1)</script>')],
  ['a GIF', bytes('GIF89a/*')],
  ['an archive', bytes('PK\x03\x04')],
  ['nothing', new Uint8Array()],
])('%s is no picture, whatever it is called', (_, file) => expect(codeOf(file)).toBe('image_type_refused'))

test('more than ten megabytes are refused before anything is read', () => {
  const outcome = checkPicture(new Uint8Array(IMAGE_BYTES_MAX + 1))
  expect(outcome).toEqual({ ok: false, refusal: { code: 'file_too_large', facts: { bound: '10' } } })
})

test('nothing of a hidden text is left in what is stored', () => {
  const before = segment(0xfe, text('hidden words'))
  expect(holds(cleaned(makeJpeg({ before, after: 'hidden words' })).bytes, 'hidden words')).toBe(false)
})

describe('which way up a picture is', () => {
  const tiff = (value: number, isLittle = false) => {
    const two = (number: number) => (isLittle ? [number & 0xff, number >> 8] : [number >> 8, number & 0xff])
    const four = (number: number) => (isLittle ? [...two(number), 0, 0] : [0, 0, ...two(number)])
    const entry = (tag: number, of: number) => [...two(tag), ...two(3), ...four(1), ...two(of), 0, 0]
    const table = [...two(2), ...entry(0x0100, 7), ...entry(0x0112, value), ...four(0)]
    return [...text(isLittle ? 'II' : 'MM'), ...two(42), ...four(8), ...table, ...text('GPS 35.6N')]
  }
  const exif = (value: number, isLittle = false) => segment(0xe1, [...text('Exif\0\0'), ...tiff(value, isLittle)])
  test.each([2, 3, 4, 5, 6, 7, 8])('%i is kept, and nothing else of Exif', (value) => {
    for (const isLittle of [true, false]) {
      const image = cleaned(makeJpeg({ width: 8, height: 4, before: exif(value, isLittle) }))
      expect(image).toMatchObject(value < 5 ? { width: 8, height: 4 } : { width: 4, height: 8 })
      expect(new TextDecoder('latin1').decode(image.bytes)).not.toContain('GPS')
      expect(image.bytes.byteLength).toBe(makeJpeg({ width: 8, height: 4 }).byteLength + 36)
      // Cleaning a cleaned image changes nothing.
      expect(cleaned(image.bytes)).toEqual({ ...image })
    }
  })

  test.each([
    ['upright', exif(1)],
    ['no way that there is', exif(9)],
    ['cut off', segment(0xe1, exif(6).slice(4, 24))],
    ['no Exif', segment(0xe1, text('http://ns.adobe.com/xap/1.0/'))],
    ['a table far behind the end', segment(0xe1, [...text('Exif\0\0MM'), 0, 42, 0xff, 0xff, 0xff, 0xff])],
  ])('%s leaves no trace', (_, before) => {
    expect(cleaned(makeJpeg({ before })).bytes).toEqual(makeJpeg())
  })

  test.each([2, 3, 4, 5, 6, 7, 8])(
    '%i of a PNG is kept, before its data or behind it, and nothing else of Exif',
    (value) => {
      for (const isLittle of [true, false]) {
        const told = chunk('eXIf', tiff(value, isLittle))
        const image = cleaned(makePng({ chunks: told }))
        expect(holds(image.bytes, 'GPS')).toBe(false)
        expect(image.bytes.byteLength).toBe(makePng().byteLength + 12 + 26)
        expect(cleaned(image.bytes)).toEqual(image)
        const [plain, end] = [[...makePng()], chunk('IEND', []).length]
        const behind = Uint8Array.from([...plain.slice(0, -end), ...told, ...plain.slice(-end)])
        expect(cleaned(behind)).toEqual(image)
      }
    },
  )

  test('a PNG that lies on its side says its size as it is seen', () => {
    const wide = [0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0]
    const png = [...makePng()]
    const header = chunk('IHDR', wide)
    png.splice(8, header.length, ...header, ...chunk('eXIf', tiff(6)))
    expect(cleaned(Uint8Array.from(png))).toMatchObject({ width: 1, height: 2 })
  })

  test.each([
    ['upright', tiff(1)],
    ['no way that there is', tiff(9)],
    ['cut off', tiff(6).slice(0, 20)],
  ])('a PNG that is %s has no trace of it', (_, told) => {
    expect(cleaned(makePng({ chunks: chunk('eXIf', told) })).bytes).toEqual(makePng())
  })
})
