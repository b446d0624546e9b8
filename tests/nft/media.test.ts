// Media types of works are detected from content: accepted formats, removed metadata, and false types.

import { describe, expect, it, test } from 'vitest'
import { type MediaRefusal, checkMedia } from '#domain/media/media'
import { spanOf } from '#domain/media/range'
import type { WorkKind } from '#domain/nft/artwork'
import { makeJpeg, makePng } from '../kit/pictures'
import {
  box,
  galleryFile,
  gifComment,
  makeGif,
  makeMp3,
  makeMp4,
  makeOgg,
  makeWav,
  makeWebm,
  makeWebp,
  tags,
  wavNote,
} from '../kit/media'

type Bytes = Uint8Array<ArrayBuffer>
const text = (words: string): Bytes => Uint8Array.from(Buffer.from(words, 'latin1'))
const SECRET = 'GPS 35.6N 139.7E'

function taken(bytes: Bytes, kind: WorkKind) {
  const outcome = checkMedia(bytes, kind)
  if (!outcome.ok) throw new Error(`refused: ${outcome.refusal.code}`)
  return outcome.value
}
function codeOf(bytes: Bytes, kind: WorkKind): 'ok' | MediaRefusal {
  const outcome = checkMedia(bytes, kind)
  return outcome.ok ? 'ok' : outcome.refusal.code
}

test('pictures of the gallery, as a browser writes them', () => {
  for (const file of ['long-swell.webp', 'seed-3.webp', 'beacon-still.webp'])
    expect(codeOf(galleryFile(file), 'image')).toBe('ok')
})

describe('what is taken', () => {
  const MADE: readonly [string, WorkKind, string, Bytes][] = [
    ['a JPEG', 'image', 'image/jpeg', makeJpeg({ width: 64, height: 64 })],
    ['a WebP', 'image', 'image/webp', makeWebp()],
    ['a GIF', 'gif', 'image/gif', makeGif()],
    ['a GIF of the gallery', 'gif', 'image/gif', galleryFile('drops.gif')],
    ['a WAV', 'audio', 'audio/wav', makeWav()],
    ['a WAV of the gallery', 'audio', 'audio/wav', galleryFile('beacon.wav')],
    ['an MP3', 'audio', 'audio/mpeg', makeMp3()],
    ['an Ogg with Opus', 'audio', 'audio/ogg', makeOgg()],
    ['an Ogg with Vorbis', 'audio', 'audio/ogg', makeOgg('\x01vorbis')],
    ['an MP4', 'video', 'video/mp4', makeMp4()],
    ['a WebM', 'video', 'video/webm', makeWebm()],
    ['a WebM as a browser records it', 'video', 'video/webm', galleryFile('transit.webm')],
  ]
  it.each(MADE)('%s is %s, and stays as it is', (_, kind, type, bytes) => {
    expect(taken(bytes.slice(), kind)).toEqual({ type, bytes })
  })

  it.each(MADE)('%s cut off anywhere is refused, and no cut makes the reader fail', (_, kind, type, bytes) => {
    // A truncated recording is still a valid MP3, and a WebM of unknown length may end after any block.
    const mayEnd = type === 'audio/mpeg' || bytes.byteLength > 20_000
    const step = Math.max(1, Math.floor(bytes.byteLength / 200))
    for (let length = 16; length < bytes.byteLength; length += step) {
      const code = codeOf(bytes.slice(0, length), kind)
      if (!mayEnd) expect({ length, code }).not.toEqual({ length, code: 'ok' })
    }
  })
})

test('what tells about the sender is left out, and the rest stays', () => {
  const exif = [...text('EXIF'), SECRET.length, 0, 0, 0, ...text(SECRET)]
  expect(taken(makeWebp({ more: exif }), 'image').bytes).toEqual(makeWebp())
  expect(taken(makeGif({ before: gifComment(SECRET) }), 'gif').bytes).toEqual(makeGif())
  expect(taken(makeWav({ more: wavNote(SECRET) }), 'audio').bytes).toEqual(makeWav())
  expect(taken(makeMp3({ before: SECRET, after: SECRET }), 'audio').bytes).toEqual(makeMp3())
  const telling = [
    taken(makeMp4({ inMovie: box('udta', [...text(SECRET)]) }), 'video'),
    taken(makeMp4({ more: box('uuid', [...text(SECRET)]) }), 'video'),
    taken(makeWebm({ more: tags(SECRET) }), 'video'),
  ]
  for (const { bytes } of telling) {
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false)
    expect(codeOf(bytes, 'video')).toBe('ok')
  }
})

describe('what lies', () => {
  const script = text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>')
  const LIES: readonly [string, Bytes, WorkKind, MediaRefusal][] = [
    ['an SVG with a script', script, 'image', 'media_type_refused'],
    ['a page', text('<!doctype html><script>alert(1)</script>'), 'image', 'media_type_refused'],
    ['nothing', new Uint8Array(0), 'image', 'media_type_refused'],
    ['a PNG sent as a video', makePng(), 'video', 'media_kind_differs'],
    ['a video sent as a picture', makeMp4(), 'image', 'media_kind_differs'],
    ['a GIF sent as a picture', makeGif(), 'image', 'media_kind_differs'],
    ['a WAV sent as a video', makeWav(), 'video', 'media_kind_differs'],
    ['a script behind the name of a GIF', text('GIF89a/*=1;alert(1)//'), 'gif', 'media_dimensions_refused'],
    [
      'a script behind the name of an MP4',
      text('\0\0\0\x20ftypisom<script>alert(1)</script>'),
      'video',
      'media_broken',
    ],
    ['a script behind a tag of ID3', text('ID3\x04\0\0\0\0\0\0<script>'), 'audio', 'media_broken'],
    ['a script behind the name of a WAV', text('RIFF\x04\0\0\0WAVE<script>'), 'audio', 'media_broken'],
    ['a picture of one pixel', makePng(), 'image', 'media_too_small'],
    ['a moving picture of one pixel', makeGif({ width: 1, height: 1 }), 'gif', 'media_too_small'],
    ['a JPEG that needs gigabytes', makeJpeg({ width: 65_000, height: 65_000 }), 'image', 'media_dimensions_refused'],
    ['a WebP that needs gigabytes', makeWebp({ width: 16_000, height: 16_000 }), 'image', 'media_dimensions_refused'],
    ['a GIF that needs gigabytes', makeGif({ width: 65_000, height: 65_000 }), 'gif', 'media_dimensions_refused'],
    ['a video that needs gigabytes', makeMp4({ width: 30_000, height: 30_000 }), 'video', 'media_dimensions_refused'],
    ['a WebM that needs gigabytes', makeWebm({ width: 30_000, height: 30_000 }), 'video', 'media_dimensions_refused'],
    ['a video of one pixel', makeWebm({ width: 1, height: 1 }), 'video', 'media_too_small'],
    ['an MP4 of sound alone', makeMp4({ coding: 'mp4a' }), 'video', 'media_type_refused'],
    ['an MP4 for other players', makeMp4({ brand: 'qt  ' }), 'video', 'media_type_refused'],
    ['Matroska with subtitles', makeWebm({ docType: 'matroska' }), 'video', 'media_type_refused'],
    ['a WebM in another coding', makeWebm({ coding: 'V_MPEG4' }), 'video', 'media_type_refused'],
    ['an Ogg of something else', makeOgg('fishead\0'), 'audio', 'media_type_refused'],
    ['a sound of no rate', makeWav({ rate: 1 }), 'audio', 'media_broken'],
    ['two frames of an MP3', makeMp3({ frames: 2 }), 'audio', 'media_broken'],
    ['a file behind an MP4', Uint8Array.from([...makeMp4(), ...text('PK\x03\x04')]), 'video', 'media_broken'],
    ['a file behind a WebM', Uint8Array.from([...makeWebm(), ...text('PK\x03\x04')]), 'video', 'media_broken'],
    ['a file behind an Ogg', Uint8Array.from([...makeOgg(), ...text('PK\x03\x04')]), 'audio', 'media_broken'],
    ['a picture beyond ten megabytes', bigger(makeGif(), 10), 'gif', 'file_too_large'],
    ['a sound beyond twenty megabytes', bigger(makeWav(), 20), 'audio', 'file_too_large'],
    ['a video beyond fifty megabytes', bigger(makeMp4(), 50), 'video', 'file_too_large'],
  ]
  it.each(LIES)('%s is refused by name', (_, bytes, kind, code) => {
    expect(codeOf(bytes, kind)).toBe(code)
  })

  function bigger(bytes: Bytes, mb: number): Bytes {
    const whole = new Uint8Array(mb * 1024 * 1024 + 1)
    whole.set(bytes)
    return whole
  }
})

describe('a part of a file', () => {
  const file = { size: 100, etag: '"a"' }
  it.each([
    ['bytes=0-9', { kind: 'part', start: 0, end: 9 }],
    ['bytes=90-', { kind: 'part', start: 90, end: 99 }],
    ['bytes=90-900', { kind: 'part', start: 90, end: 99 }],
    ['bytes=-10', { kind: 'part', start: 90, end: 99 }],
    ['bytes=-900', { kind: 'part', start: 0, end: 99 }],
    ['bytes=100-', { kind: 'none' }],
    ['bytes=-0', { kind: 'none' }],
    ['bytes=9-0', { kind: 'whole' }],
    ['bytes=0-1,4-5', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['lines=0-9', { kind: 'whole' }],
  ])('%s', (range, span) => {
    expect(spanOf(new Headers({ Range: range }), file)).toEqual(span)
  })

  it('is sent only of the file that the sender has, and nothing of one that the sender has whole', () => {
    const span = (headers: Record<string, string>) => spanOf(new Headers(headers), file).kind
    expect(span({ Range: 'bytes=0-9', 'If-Range': '"a"' })).toBe('part')
    expect(span({ Range: 'bytes=0-9', 'If-Range': '"b"' })).toBe('whole')
    expect(span({ 'If-None-Match': 'W/"a", "b"' })).toBe('unchanged')
    expect(span({ 'If-None-Match': '*' })).toBe('unchanged')
    expect(span({ 'If-None-Match': '"b"' })).toBe('whole')
  })
})
