// Videos of works at the edges of their formats: MP4 (ISO 14496-12) and WebM (RFC 8794).

import { describe, expect, test } from 'vitest'
import { checkMedia } from '#domain/media/media'
import { box, element } from '../kit/media'
import { type Bytes, type Part, big, file, text, times, zeros } from './bytes'

/** The stored bytes, or why there are none. */
function kept(bytes: Bytes): Bytes | string {
  const outcome = checkMedia(bytes.slice(), 'video')
  return outcome.ok ? outcome.value.bytes : outcome.refusal.code
}
const codeOf = (bytes: Bytes): string => {
  const stored = kept(bytes)
  return typeof stored === 'string' ? stored : 'ok'
}

describe('an MP4', () => {
  const head = (brand = 'isom') => box('ftyp', [...text(brand), ...zeros(4), ...text('mp42')])
  interface Track {
    readonly handler?: string
    readonly coding?: string
    readonly width?: number
    readonly height?: number
    readonly more?: Part
    readonly name?: string
  }
  const media = ({ handler = 'vide', coding = 'avc1', width = 320, height = 240 }: Track) => {
    const entry = box(coding, [...zeros(24), ...big(width, 2), ...big(height, 2), ...zeros(50)])
    const table = box('stbl', box('stsd', [...zeros(4), ...big(1, 4), ...entry]))
    return box('mdia', [...box('hdlr', [...zeros(8), ...text(handler), ...zeros(13)]), ...box('minf', table)])
  }
  const track = (form: Track = {}) => box(form.name ?? 'trak', [...media(form), ...(form.more ?? [])])
  const movie = (...parts: readonly Part[]) => box('moov', [...box('mvhd', zeros(100)), ...parts.flat()])
  const data = box('mdat', zeros(40))
  const of = (...parts: readonly Part[]) => codeOf(file(...parts))
  const withTrack = (form: Track) => of(head(), movie(track(form)), data)

  test('has a brand that browsers play, and a coding that they draw', () => {
    const brand = (name: string) => of(head(name), movie(track()), data)
    for (const name of ['isom', 'iso2', 'iso9', 'mp41', 'mp42', 'avc1', 'dash', 'M4V ']) expect(brand(name)).toBe('ok')
    for (const name of ['iso1', 'isoa', 'mp43', 'M4A ', 'qt  ']) expect(brand(name)).toBe('media_type_refused')
    for (const coding of ['avc1', 'avc3', 'av01', 'vp09', 'vp08']) expect(withTrack({ coding })).toBe('ok')
    for (const coding of ['hvc1', 'mp4v', 'avc2']) expect(withTrack({ coding })).toBe('media_type_refused')
  })

  test('has one movie and its data', () => {
    const broken = 'media_broken'
    expect(of(head(), data)).toBe(broken)
    expect(of(head(), movie(track()))).toBe(broken)
    expect(of(head(), movie(track()), movie(track()), data)).toBe(broken)
    expect(of(head(), box('moov', [0, 0, 0, 99, ...text('trak')]), data)).toBe(broken)
  })

  test('has a track of pictures, read without failing', () => {
    const refused = 'media_type_refused'
    expect(withTrack({ handler: 'soun' })).toBe(refused)
    expect(withTrack({ name: 'trax' })).toBe(refused)
    const inTrack = (...parts: readonly Part[]) => of(head(), movie(box('trak', parts.flat())), data)
    expect(inTrack(box('mdia', box('minf', [])))).toBe(refused)
    expect(inTrack(box('mdia', [0, 0, 0, 99, ...text('hdlr')]))).toBe(refused)
    expect(inTrack([0, 0, 0, 99, ...text('mdia')])).toBe(refused)
    const handler = box('hdlr', [...zeros(8), ...text('vide'), ...zeros(13)])
    const described = (body: Part) => inTrack(box('mdia', [...handler, ...box('minf', box('stbl', box('stsd', body)))]))
    expect(described([...zeros(8), 0, 0, 0, 99, ...text('avc1')])).toBe(refused)
    expect(described(zeros(8))).toBe(refused)
    expect(of(head(), movie(track({ handler: 'soun' }), track()), data)).toBe('ok')
  })

  test.each([
    [64, 64, 'ok'],
    [63, 64, 'media_too_small'],
    [64, 63, 'media_too_small'],
    [4_096, 4_096, 'ok'],
    [4_097, 64, 'media_dimensions_refused'],
    [64, 4_097, 'media_dimensions_refused'],
  ])('of %i by %i is %s', (width, height, code) => expect(withTrack({ width, height })).toBe(code))

  test('keeps what is played, and has zeros for what tells about its sender', () => {
    const played = ['styp', 'moof', 'sidx', 'mfra', 'free', 'skip', 'wide'].map((name) => box(name, [7, 7]))
    const whole = file(head(), movie(track()), data, ...played)
    expect(kept(whole)).toEqual(whole)
    const telling = (name: string, body: Part) => [
      file(head(), movie(track(), box(name, body)), data),
      file(head(), movie(track({ more: box(name, body) })), data),
      file(head(), movie(track()), data, box(name, body)),
    ]
    const blank = telling('free', zeros(5))
    for (const name of ['udta', 'meta', 'uuid'])
      expect(telling(name, text('35.6N')).map((each) => kept(each))).toEqual(blank)
    expect(kept(telling('XMP_', text('35.6N'))[2] ?? file())).toEqual(blank[2])
    // Another child of a track stays.
    const more = file(head(), movie(track({ more: box('edts', [7, 7]) })), data)
    expect(kept(more)).toEqual(more)
  })

  test('has lengths of eight bytes where a box says so, and a last box up to the end', () => {
    const long = (high: number) => [0, 0, 0, 1, ...text('mdat'), ...big(high, 4), ...big(56, 4), ...zeros(40)]
    expect(of(head(), movie(track()), long(0))).toBe('ok')
    expect(of(head(), long(0), movie(track()))).toBe('ok')
    expect(of(head(), movie(track()), long(1))).toBe('media_broken')
    expect(of(head(), movie(track()), [0, 0, 0, 0, ...text('mdat'), 1, 2, 3])).toBe('ok')
    expect(of(head(), movie(track()), data, box('free', []))).toBe('ok')
    // Shorter than its own head, whose second half would be a box.
    expect(of(head(), movie(track()), data, [0, 0, 0, 4, 0, 0, 0, 8, ...text('free')])).toBe('media_broken')
  })

  test('has a hundred thousand boxes at most', () => {
    const more = (count: number) => {
      const start = file(head(), movie(track()), data)
      const whole = new Uint8Array(start.length + 8 * count)
      whole.set(start)
      for (let at = start.length; at < whole.length; at += 8) whole.set(box('free', []), at)
      return codeOf(whole)
    }
    expect([more(99_997), more(99_998)]).toEqual(['ok', 'media_broken'])
  })
})

describe('a WebM', () => {
  const ID = {
    head: 0x1a45dfa3,
    segment: 0x18538067,
    tracks: 0x1654ae6b,
    cluster: 0x1f43b675,
    void: 0xec,
    checksum: 0xbf,
  }
  interface Track {
    readonly type?: number
    readonly coding?: string
    readonly size?: Part
    readonly parts?: readonly Part[]
  }
  const SIZE = [...element(0xb0, [1, 64]), ...element(0xba, [0, 240])]
  const partsOf = ({ type = 1, coding = 'V_VP9', size = SIZE }: Track) => [
    element(0x83, [type]),
    element(0x86, text(coding)),
    element(0xe0, size),
  ]
  const tracks = (form: Track = {}) => element(ID.tracks, element(0xae, (form.parts ?? partsOf(form)).flat()))
  const block = element(0xa3, zeros(20))
  const cluster = element(ID.cluster, [...element(0xe7, [0]), ...block])
  const start = (docType = text('webm')) => element(ID.head, element(0x4282, docType))
  const webm = (...parts: readonly Part[]) => file(start(), element(ID.segment, parts.flat()))
  const of = (...parts: readonly Part[]) => codeOf(webm(...parts))

  test('says that it is one', () => {
    const whole = (head: Part) => codeOf(file(head, element(ID.segment, [...tracks(), ...cluster])))
    expect([whole(start()), whole(start(text('webm\0\0')))]).toEqual(['ok', 'ok'])
    expect([whole(start(text('webmx'))), whole(start(text('xwebm')))]).toEqual(times2('media_type_refused'))
    expect(whole(element(ID.head, element(0x4286, [1])))).toBe('media_broken')
    expect(whole(element(ID.head, []))).toBe('media_broken')
  })
  const times2 = (code: string) => [code, code]

  test('is one segment, which fills it', () => {
    const inside = [...tracks(), ...cluster]
    expect(codeOf(file(start(), element(0x18538068, inside)))).toBe('media_broken')
    expect(codeOf(file(start(), element(ID.segment, inside), element(ID.void, [])))).toBe('media_broken')
    // A length that the recorder didn't write.
    expect(codeOf(file(start(), big(ID.segment, 4), [0x01, ...times(7, [0xff])], inside))).toBe('ok')
    expect(codeOf(file(start(), big(ID.segment, 4), [0xff], inside))).toBe('ok')
    expect(codeOf(file(start(), big(ID.segment, 4), [0x01, ...big(inside.length, 7)], inside))).toBe('ok')
  })

  test('has tracks and clusters, and beside them what players know', () => {
    expect([of(cluster), of(tracks())]).toEqual(times2('media_broken'))
    const beside = [0x114d9b74, 0x1549a966, 0x1c53bb6b, ID.void, ID.checksum].map((id) => element(id, [7, 7]))
    const whole = webm(...beside, tracks(), cluster, cluster)
    expect(kept(whole)).toEqual(whole)
    expect(of(tracks(), cluster, block)).toBe('media_broken')
    expect(of(tracks(), cluster, big(ID.tracks, 4))).toBe('media_broken')
  })

  test('may have clusters without a length, which end at the next part', () => {
    const endless = [...big(ID.cluster, 4), 0xff, ...element(0xe7, [0]), ...block]
    const whole = webm(tracks(), endless, element(ID.void, [7]), element(ID.checksum, [7]), block, endless, cluster)
    expect(kept(whole)).toEqual(whole)
    expect(of([...big(ID.tracks, 4), 0xff, ...tracks().slice(8)], cluster)).toBe('media_broken')
    expect(of(tracks(), endless, [0xa3, 0xff, 0, 0])).toBe('media_broken')
    expect(of(tracks(), endless, [0xa3, 0x85, 0])).toBe('media_broken')
  })

  test.each<[string, Track, string]>([
    ['VP8', { coding: 'V_VP8' }, 'ok'],
    ['AV1', { coding: 'V_AV1' }, 'ok'],
    ['another coding', { coding: 'V_VP7' }, 'media_type_refused'],
    ['more than a coding', { coding: 'V_VP9x' }, 'media_type_refused'],
    ['less than one', { coding: 'XV_VP9' }, 'media_type_refused'],
    ['sound', { type: 2 }, 'media_type_refused'],
    ['no type', { parts: partsOf({}).slice(1) }, 'media_type_refused'],
    ['no picture', { parts: partsOf({}).slice(0, 2) }, 'media_type_refused'],
    ['no coding', { parts: [partsOf({})[0] ?? [], partsOf({})[2] ?? []] }, 'media_type_refused'],
    ['no width', { size: element(0xba, [240]) }, 'media_too_small'],
    ['no height', { size: element(0xb0, [240]) }, 'media_too_small'],
    ['a width of three bytes', { size: [...element(0xb0, [0, 16, 0]), ...element(0xba, [240])] }, 'ok'],
    ['one too wide', { size: [...element(0xb0, [0, 16, 1]), ...element(0xba, [240])] }, 'media_dimensions_refused'],
    ['parts that do not fill it', { parts: [...partsOf({}), [0xec, 0x85]] }, 'media_type_refused'],
  ])('with a track of %s', (_, form, code) => expect(of(tracks(form), cluster)).toBe(code))

  test('has zeros for what tells about its sender', () => {
    const words = text('35.6N')
    for (const id of [0x1254c367, 0x1941a469, 0x1043a770]) {
      // The whole part is eight bytes of head and five of words: a void of seven bytes of length and five.
      const blank = [ID.void, 0x02, 0, 0, 0, 0, 0, 5, ...zeros(5)]
      expect(kept(webm(tracks(), element(id, words), cluster))).toEqual(webm(tracks(), blank, cluster))
    }
    // 300 bytes are one times 256 and 44.
    const long = [ID.void, 0x02, 0, 0, 0, 0, 1, 44, ...zeros(300)]
    expect(kept(webm(tracks(), element(0x1254c367, times(300, [7])), cluster))).toEqual(webm(tracks(), long, cluster))
  })

  test('has names of four bytes and lengths of eight at most', () => {
    expect(of(tracks(), cluster, [0x08, 0, 0, 0, 1, 0x80])).toBe('media_broken')
    expect(of(tracks(), cluster, [ID.void, 0x00, 0, 0, 0, 0, 0, 0, 0, 0])).toBe('media_broken')
    expect(of(tracks(), cluster, [ID.void, 0x40, 3, 1, 2, 3])).toBe('ok')
  })

  test('has half a million parts at most', () => {
    const empty = Uint8Array.of(ID.void, 0x80)
    const more = (count: number) => {
      const known = file(start(), big(ID.segment, 4), [0x01, ...times(7, [0xff])], tracks(), cluster)
      const whole = new Uint8Array(known.length + 2 * count)
      whole.set(known)
      for (let at = known.length; at < whole.length; at += 2) whole.set(empty, at)
      return codeOf(whole)
    }
    expect([more(499_998), more(499_999)]).toEqual(['ok', 'media_broken'])
  })
})
