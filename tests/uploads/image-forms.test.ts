// Forms of JPEG (ITU-T T.81) and PNG (W3C, third edition) at their edges: what is a picture, what is just none, and what of it is kept.

import { describe, expect, test } from 'vitest'
import { IMAGE_BYTES_MAX, checkPicture } from '#domain/image/image'
import { chunk, makeJpeg, makePng, segment } from '../kit/pictures'

const text = (words: string): number[] => [...Buffer.from(words, 'latin1')]
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)
const times = (count: number, part: readonly number[]): number[] => Array.from({ length: count }, () => part).flat()
const picture = (...parts: readonly (readonly number[])[]) => Uint8Array.from(parts.flat())

function codeOf(file: Uint8Array<ArrayBuffer>): string {
  const outcome = checkPicture(file)
  return outcome.ok ? 'ok' : outcome.refusal.code
}
const cleaned = (file: Uint8Array<ArrayBuffer>): Uint8Array | string => {
  const outcome = checkPicture(file)
  return outcome.ok ? outcome.value.bytes : outcome.refusal.code
}

/** A block of TIFF, the larger byte first, that says it has so many entries; nothing stands behind them. */
const tiff = (count: number, ...entries: readonly (readonly [tag: number, value: number])[]): number[] => [
  ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, count],
  ...entries.flatMap(([tag, value]) => [tag >> 8, tag & 255, 0, 3, 0, 0, 0, 1, 0, value, 0, 0]),
]
const ORIENTATION = 0x0112
const WIDTH = 0x0100

describe('any picture', () => {
  test('is known by all of its first bytes, and has ten megabytes at most', () => {
    expect(codeOf(new Uint8Array(IMAGE_BYTES_MAX))).toBe('image_type_refused')
    expect(codeOf(Uint8Array.of(0xff, 0, 0))).toBe('image_type_refused')
    expect(codeOf(Uint8Array.of(0x89, 0x50, 0x4e, 0x46, 0x0d, 0x0a, 0x1a, 0x0a))).toBe('image_type_refused')
  })

  test.each([
    [12_000, 1, 'ok'],
    [12_001, 1, 'image_dimensions_refused'],
    [1, 12_000, 'ok'],
    [1, 12_001, 'image_dimensions_refused'],
    [10_000, 5_000, 'ok'],
    [10_000, 5_001, 'image_dimensions_refused'],
    [8, 0, 'image_dimensions_refused'],
    [0, 8, 'image_dimensions_refused'],
  ])('of %i by %i is %s: edges up to 12,000, and fifty million points', (width, height, code) =>
    expect(codeOf(makeJpeg({ width, height }))).toBe(code),
  )
})

describe('the frame of a JPEG', () => {
  const frame = (body: readonly number[], marker = 0xc0) =>
    picture([0xff, 0xd8], segment(marker, body), scan(), [0xff, 0xd9])
  const size = [0, 8, 0, 8]

  test.each([
    ['one component', [8, ...size, 1, 1, 0x11, 0], 'ok'],
    ['three', [8, ...size, 3, ...zeros(9)], 'ok'],
    ['four', [8, ...size, 4, ...zeros(12)], 'ok'],
    ['two', [8, ...size, 2, ...zeros(6)], 'image_broken'],
    ['twelve bits', [12, ...size, 1, 1, 0x11, 0], 'image_broken'],
    ['a byte too much', [8, ...size, 1, 1, 0x11, 0, 0], 'image_broken'],
    ['a byte too few', [8, ...size, 1, 1, 0x11], 'image_broken'],
  ])('with %s', (_, body, code) => expect(codeOf(frame(body))).toBe(code))

  test('is baseline, extended or progressive', () => {
    const codes = [0xc0, 0xc1, 0xc2, 0xc3, 0xc9].map((marker) => codeOf(frame([8, ...size, 1, 1, 0x11, 0], marker)))
    expect(codes).toEqual(['ok', 'ok', 'ok', 'image_broken', 'image_broken'])
  })

  const whole = segment(0xc0, [8, ...size, 1, 1, 0x11, 0])

  test('is there once, before a scan that there is', () => {
    expect(codeOf(picture([0xff, 0xd8], whole, whole, scan(), [0xff, 0xd9]))).toBe('image_broken')
    expect(codeOf(picture([0xff, 0xd8], whole, [0xff, 0xd9]))).toBe('image_broken')
    expect(codeOf(picture([0xff, 0xd8], scan(), whole, [0xff, 0xd9]))).toBe('image_broken')
  })

  test('that ends with the file says its size, and one that would end behind it says nothing', () => {
    const large = [8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0]
    expect(codeOf(picture([0xff, 0xd8], segment(0xc0, large)))).toBe('image_dimensions_refused')
    expect(codeOf(picture([0xff, 0xd8, 0xff, 0xc0, 0, 99], large))).toBe('image_broken')
  })
})

const scan = (data: readonly number[] = [0x3f], head: readonly number[] = [1, 1, 0, 0, 63, 0]): number[] => [
  ...segment(0xda, head),
  ...data,
]
/** With these parts behind the first scan. */
const continued = (...parts: readonly (readonly number[])[]) =>
  picture([...makeJpeg()].slice(0, -2), ...parts, [0xff, 0xd9])

describe('the scans of a JPEG', () => {
  test('hold stuffed bytes and the eight marks to begin anew, and end at any other', () => {
    for (const data of [
      [1, 0xff, 0, 2],
      [0xff, 0xd0, 3, 0xff, 0xd7, 4],
      [0xff, 0, 0xff, 0xd3],
    ])
      expect(cleaned(continued(scan(data)))).toEqual(continued(scan(data)))
    for (const marker of [0xcf, 0xd8]) expect(codeOf(continued(scan([1, 0xff, marker, 0, 2])))).toBe('image_broken')
    // Tables between scans are looked into.
    expect(codeOf(continued(segment(0xdb, text('hidden')), scan()))).toBe('image_broken')
    const table = segment(0xdb, [0, ...times(64, [2])])
    expect(cleaned(continued(table, scan()))).toEqual(continued(table, scan()))
  })

  test.each([
    ['one component', [1, 1, 0, 0, 63, 0], 'ok'],
    ['four', [4, ...zeros(8), 0, 63, 0], 'ok'],
    ['none', [0, 0, 63, 0], 'image_broken'],
    ['five', [5, ...zeros(10), 0, 63, 0], 'image_broken'],
    ['a byte too much', [1, 1, 0, 0, 63, 0, 0], 'image_broken'],
    ['a byte too few', [2, 1, 0, 0, 63, 0], 'image_broken'],
  ])('begin with %s', (_, head, code) => expect(codeOf(continued(scan([1], head)))).toBe(code))

  test('are a hundred at most', () => {
    expect(codeOf(continued(times(99, scan())))).toBe('ok')
    expect(codeOf(continued(times(100, scan())))).toBe('image_broken')
  })
})

describe('the other parts of a JPEG', () => {
  const adobe = [...text('Adobe'), ...zeros(7)]

  test.each([
    ['tables of bytes', segment(0xdb, [0, ...times(64, [1])])],
    ['tables of two bytes', segment(0xdb, [0x10, ...times(128, [1])])],
    ['two tables in one', segment(0xdb, [0, ...times(64, [1]), 1, ...times(64, [3])])],
    ['tables of codes, whose counts add up', segment(0xc4, [0, 1, ...zeros(14), 2, 7, 8, 9])],
    ['an interval', segment(0xdd, [0, 4])],
    ['what Adobe says of colours', segment(0xee, adobe)],
  ])('stay: %s', (_, before) => expect(cleaned(makeJpeg({ before }))).toEqual(makeJpeg({ before })))

  test.each([
    ['the first kind of a program', segment(0xe0, text('JFIF\0'))],
    ['the last', segment(0xef, [])],
    ['an empty comment', segment(0xfe, [])],
    ['bytes that fill the space before a mark', [0xff, 0xff, ...segment(0xfe, [])]],
    ['Adobe’s twelve bytes in another part', segment(0xed, adobe)],
    ['thirteen of Adobe', segment(0xee, [...adobe, 0])],
    ['twelve that begin as Adobe does', segment(0xee, [...text('Adobf'), ...zeros(7)])],
    ['Exif in the part of another program', segment(0xe2, [...text('Exif\0\0'), ...tiff(1, [ORIENTATION, 6])])],
    ['another program in the part of Exif', segment(0xe1, [...text('Exam\0\0'), ...tiff(1, [ORIENTATION, 6])])],
  ])('are left out: %s', (_, before) => expect(cleaned(makeJpeg({ before }))).toEqual(makeJpeg()))

  test.each([
    ['an interval of three bytes', segment(0xdd, [0, 4, 0])],
    ['no table where one is said to be', segment(0xdb, [])],
    ['tables of codes with a value too much', segment(0xc4, [0, 1, ...zeros(15), 7, 8])],
    ['a part behind those of programs', segment(0xf0, [])],
    ['a part without its mark', [...segment(0xdd, [0, 4]), ...segment(0xe0, []).slice(1)]],
    ['a stuffed byte for a mark', [0xff, 0, 0, 2]],
  ])('break it: %s', (_, before) => expect(codeOf(makeJpeg({ before }))).toBe('image_broken'))

  test('are a thousand at most, with the beginning and both parts of the scan', () => {
    // A picture of one scan has seven of its own.
    const interval = segment(0xdd, [0, 4])
    expect(codeOf(makeJpeg({ before: times(993, interval) }))).toBe('ok')
    expect(codeOf(makeJpeg({ before: times(994, interval) }))).toBe('image_broken')
  })
})

describe('which way up a picture is', () => {
  const exif = (...block: readonly number[]) => segment(0xe1, [...text('Exif\0\0'), ...block])
  /** The value that the cleaned picture has, at its place behind the beginning. */
  const kept = (before: readonly number[]) => {
    const bytes = cleaned(makeJpeg({ before }))
    return typeof bytes !== 'string' && bytes.byteLength > makeJpeg().byteLength ? bytes[31] : null
  }

  test('is what the first says that says anything', () => {
    expect(kept(exif(...tiff(1, [ORIENTATION, 6])))).toBe(6)
    expect(kept([...exif(...tiff(1, [ORIENTATION, 6])), ...exif(...tiff(1, [ORIENTATION, 3]))])).toBe(6)
    expect(kept([...exif(...tiff(1, [ORIENTATION, 1])), ...exif(...tiff(1, [ORIENTATION, 3]))])).toBe(3)
    expect(kept(exif(...tiff(2, [WIDTH, 9], [ORIENTATION, 8])))).toBe(8)
  })

  test('is as it lies where the block says no way that there is', () => {
    expect(kept(exif(...tiff(1, [ORIENTATION, 0])))).toBeNull()
    expect(kept(exif(...tiff(1, [WIDTH, 9], [ORIENTATION, 8])))).toBeNull()
    const other = tiff(1, [ORIENTATION, 6])
    other[3] = 43
    expect(kept(exif(...other))).toBeNull()
  })

  test('is in a chunk of that name alone, and the first counts', () => {
    const told = (name: string, value: number) => chunk(name, tiff(1, [ORIENTATION, value]))
    expect(cleaned(makePng({ chunks: told('tEXt', 6) }))).toEqual(makePng())
    const both = cleaned(makePng({ chunks: [...told('eXIf', 6), ...told('eXIf', 3)] }))
    expect(both).toEqual(cleaned(makePng({ chunks: told('eXIf', 6) })))
    expect(both).not.toEqual(cleaned(makePng({ chunks: told('eXIf', 3) })))
  })
})

describe('a PNG', () => {
  const START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  const DATA = chunk('IDAT', [1, 2, 3])
  const END = chunk('IEND', [])
  const header = (...rest: readonly number[]) => chunk('IHDR', [0, 0, 0, 2, 0, 0, 0, 3, ...rest])
  const GREY = header(8, 0, 0, 0, 0)
  const png = (head: readonly number[], ...parts: readonly (readonly number[])[]) => picture(START, head, ...parts, END)

  test('has a depth that its kind of colour may have', () => {
    const depths = (colour: number) =>
      [1, 2, 3, 4, 8, 16].filter((depth) => codeOf(png(header(depth, colour, 0, 0, 0), DATA)) === 'ok')
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(depths)).toEqual([
      [1, 2, 4, 8, 16],
      [],
      [8, 16],
      [1, 2, 4, 8],
      [8, 16],
      [],
      [8, 16],
      [],
    ])
  })

  test.each([
    ['rows that come in turns', [8, 0, 0, 0, 1], 'ok'],
    ['another order of rows', [8, 0, 0, 0, 2], 'image_broken'],
    ['another compression', [8, 0, 1, 0, 0], 'image_broken'],
    ['other filters', [8, 0, 0, 1, 0], 'image_broken'],
    ['a byte too much', [8, 0, 0, 0, 0, 0], 'image_broken'],
    ['a byte too few', [8, 0, 0, 0], 'image_broken'],
  ])('with %s', (_, rest, code) => expect(codeOf(png(header(...rest), DATA))).toBe(code))

  test('keeps its colours, its transparency and its data in one row, in this order', () => {
    const [colours, clear] = [chunk('PLTE', [1, 2, 3]), chunk('tRNS', [0])]
    const whole = png(header(8, 3, 0, 0, 0), colours, clear, DATA, DATA)
    expect(cleaned(whole)).toEqual(whole)
    expect(codeOf(png(GREY, colours, DATA, DATA, DATA))).toBe('ok')
    for (const parts of [[clear, colours, DATA], [DATA, colours], [DATA, colours, DATA], [colours, colours, DATA], []])
      expect(codeOf(png(GREY, ...parts))).toBe('image_broken')
    expect(codeOf(picture(START, DATA, END))).toBe('image_broken')
  })

  test('has names of four letters, and leaves out those that begin with a small one', () => {
    const named = (name: string) => codeOf(png(GREY, chunk(name, []), DATA))
    expect(['teST', 'TeST', 't3xt', 'te T'].map(named)).toEqual(['ok', 'image_broken', 'image_broken', 'image_broken'])
  })

  test('that would need gigabytes is refused by name', () => {
    const large = chunk('IHDR', [0, 0, 0x2e, 0xe1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
    expect(codeOf(png(large, DATA))).toBe('image_dimensions_refused')
  })

  test('has ten thousand parts at most, with its beginning', () => {
    // Signature and header before the data.
    const empty = chunk('IDAT', [])
    expect(codeOf(png(GREY, times(9_998, empty)))).toBe('ok')
    expect(codeOf(png(GREY, times(9_999, empty)))).toBe('image_broken')
  })
})
