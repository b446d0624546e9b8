// Works and artists through the API: the gallery as existing clients read it, an artist and a work from the application over the desk to the
// market, favourites, and media that are sent in parts to whom they concern.

import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { GALLERY_WORKS } from '#db/platform/seed/gallery'
import type { WorkKind } from '#domain/nft/artwork'
import { keepGallery } from '#services/nft/gallery'
import { artistReview } from '#services/nft/artists'
import { type WorkForm, artworkReview, submitWork } from '#services/nft/works'
import { saveMedia, saveUpload } from '#services/uploads'
import type { Session } from '#session/session'
import { readSession } from '#session/session'
import { loader as artistPage } from '../../app/routes/nft.artists.$id/data.server'
import worker from '../../server/worker'
import { ORIGIN, type Person, call, join, ok, refused, seed } from '../api/client'
import { type DeskCommand, setArtistShown, takeDownWork } from '#services/desk/nft'
import { NOON, codeOf, commandId, hireTeam, valueOf } from '../desk/office'
import { makeGif, makeMp4 } from '../kit/media'
import { makeJpeg, makePng, pictureForm } from '../kit/pictures'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const WORDS = 'Draws rivers, and the bridges over them.'

interface Row {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly type: number
  readonly pay_type: string
  readonly status: number
  readonly currency_name: string
  readonly price: string
  readonly per_increase: number
  readonly collect: boolean
  readonly author_id: number
  readonly author: string
  readonly author_name: string
}

let mika: Person
let alice: Person
let session: Session

beforeAll(async () => {
  await seed()
  mika = await join('Mika')
  alice = await join('Alice')
  const known = await readSession(new Request(ORIGIN, { headers: { Authorization: mika.token } }), env)
  if (!known) throw new Error('Mika is not logged in')
  session = known
})

const list = (query: Record<string, string> = {}, token?: string) =>
  ok<Row[]>('GET', '/bind_box/getBoxList', { query: { limit: '99999999', ...query }, token })

const decision = (subjectId: string, userId: number) =>
  ({ reviewId: 1, kind: 'any', subjectId, userId, verdict: 'approve', reason: 'too dark', at: 1 }) as const

const subjectOf = async (kind: string): Promise<string> => {
  const row = await env.DB.prepare('select subject_id as id from review where kind = ? order by review.id desc')
    .bind(kind)
    .first<{ id: string }>()
  return row?.id ?? ''
}

async function open(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${ORIGIN}${path}`, { headers })
  return worker.fetch(request, env, createExecutionContext())
}

describe('the gallery', () => {
  it('is ordered and bounded by price in numbers, not in text', async () => {
    interface Shown {
      readonly sale: { readonly price: string; readonly highest: string | null }
    }
    const find = async (query: Record<string, string>) =>
      (await ok<{ list: Shown[] }>('GET', '/v1/nft/works', { query: { phase: 'on_sale', limit: '100', ...query } }))
        .list
    const units = ({ sale }: Shown) => Number(sale.highest ?? sale.price)
    // As text "9" is above "150".
    const dear =
      "mode = 'fixed' and is_box = 0 and state = 'open' and sale_from <= unixepoch() * 1000 order by id limit 1"
    const { id, ask } = (await env.DB.prepare(`select id, ask from nft_lot where ${dear}`).first<{
      id: number
      ask: string
    }>()) ?? { id: 0, ask: '' }
    const setPrice = (price: string) => env.DB.prepare('update nft_lot set ask = ? where id = ?').bind(price, id).run()
    await setPrice('150000000')
    const all = await find({ sort: 'price_low' })
    expect(all.map(units)).toEqual(all.map(units).toSorted((a, b) => a - b))
    expect((await find({ sort: 'price_high' })).map(units)).toEqual(all.map(units).toSorted((a, b) => b - a))
    expect(all.map(units)).toContain(150)
    const [from, to] = [18, 100]
    const bounded = await find({ price_from: String(from), price_to: String(to) })
    expect(bounded.map(units).toSorted()).toEqual(
      all
        .map(units)
        .filter((price) => price >= from && price <= to)
        .toSorted(),
    )
    expect(await refused('GET', '/v1/nft/works', { query: { price_from: '1.0000001', lang: 'en' } })).toContain('6')
    await setPrice(ask)
  })

  it('is read by existing clients in all its filters', async () => {
    const all = await list()
    expect(all.length).toBe(GALLERY_WORKS.length)
    expect(all[0]).toMatchObject({ currency_name: 'USDT', status: 1 })
    for (const { pay_type, per_increase, price, code } of all) {
      expect({ pay_type: typeof pay_type, per_increase: typeof per_increase }).toEqual({
        pay_type: 'string',
        per_increase: 'number',
      })
      expect(price).toMatch(/^\d+\.\d{8}$/)
      expect(code).toMatch(/^[0-9a-f]{64}$/)
    }
    const types = await Promise.all(['1', '2', '3', '4'].map((type) => list({ type })))
    expect(types.map((rows) => rows.length)).toEqual([10, 5, 5, 5])
    const auctions = await list({ pay_type: '2' })
    expect(auctions.map(({ name, per_increase }) => [name, per_increase]).sort()).toEqual([
      ['Clockwork', 3],
      ['Long Swell', 6],
    ])
    expect((await list({ status: '2' })).map(({ name }) => name)).toEqual(['Star Trail'])
    expect((await list({ currency: '3', keyword: 'tile' })).map(({ name }) => name).sort()).toEqual([
      'Quarter Tiles',
      'Turning Tiles',
    ])
    // Full-width letters match, for works and artists.
    for (const keyword of ['ｔｉｌｅｓ', 'ＴＩＬＥＳ'])
      expect((await list({ keyword })).map(({ name }) => name).sort()).toEqual(['Quarter Tiles', 'Turning Tiles'])
    const artists = async (query: Record<string, string>) =>
      (await ok<{ list: { nickname: string }[] }>('GET', '/v1/nft/artists', { query })).list
    const [first] = await artists({})
    const wide = (first?.nickname ?? '').replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    expect(await artists({ keyword: wide })).toContainEqual(first)
    expect(await list({ currency: 'BTC' })).toEqual([])
    expect(await list({ page: '2', limit: '20' })).toHaveLength(5)
  })

  it('says what its works and artists are in the language of whoever reads', async () => {
    for (const lang of ['en', 'fra']) {
      const rows = await ok<(Row & { description: string; author_description: string })[]>(
        'GET',
        '/bind_box/getBoxList',
        {
          query: { limit: '100', lang },
        },
      )
      expect(rows.filter(({ description, author_description: of }) => description === '' || of === '')).toEqual([])
      expect(rows.some(({ description }) => description === 'La pluie sur un étang, sans fin.')).toBe(lang === 'fra')
    }
  })

  it('is put on sale again when a sale is over, and a work that found an owner is not', async () => {
    const [work] = await list({ pay_type: '2' })
    await env.DB.batch([
      env.DB.prepare("UPDATE nft_lot SET state = 'unsold' WHERE mode = 'auction'"),
      env.DB.prepare('UPDATE nft_work SET owner_id = ? WHERE id = ?').bind(alice.userId, work?.id ?? 0),
    ])
    await keepGallery(env, Date.now())
    await keepGallery(env, Date.now())
    const auctions = await list({ pay_type: '2', status: '1' })
    expect(auctions.map(({ id }) => id)).not.toContain(work?.id)
    expect(auctions.length).toBeGreaterThan(0)
    const row = await env.DB.prepare("SELECT count(*) AS n FROM nft_lot WHERE state = 'open' AND is_box = 0").first<{
      n: number
    }>()
    expect(row?.n).toBe(GALLERY_WORKS.length - 1)
  })

  it('has artists with their works, and works by id and by code', async () => {
    const artists = await ok<{ author_id: number; nickname: string }[]>('GET', '/bind_box/getArtist')
    expect(artists).toHaveLength(4)
    const uid = String(artists[0]?.author_id)
    const artist = await ok<{ artworks: Row[]; collects: Row[] }>('GET', '/bind_box/getArtistDetail', {
      query: { uid },
    })
    expect(artist.artworks.map(({ author_id }) => String(author_id))).toEqual(artist.artworks.map(() => uid))
    expect(artist.collects).toEqual([])
    const [row] = artist.artworks
    const detail = { ...row, collect_number: 0 }
    for (const query of [{ id: String(row?.id) }, { code: row?.code ?? '' }, { id: row?.code ?? '' }])
      expect(await ok('GET', '/bind_box/getBoxDetail', { query })).toEqual(detail)
    const v1 = await ok<{ total: number }>('GET', '/v1/nft/works', { query: { artist_id: uid } })
    expect(v1.total).toBe(artist.artworks.length)
    expect(await refused('GET', '/bind_box/getBoxDetail', { query: { id: '999999', lang: 'en' } })).toBe(
      'There is no such artwork.',
    )
    expect(await refused('GET', '/bind_box/getArtistDetail', { query: { uid: '999999', lang: 'en' } })).toBe(
      'There is no such artist.',
    )
  })

  it('names its artist by the id that clients ask for', async () => {
    for (const row of await list()) {
      expect(row.author).toBe(String(row.author_id))
      expect(row.author_name).not.toBe(row.author)
    }
  })

  it('is found on the page of oneself, by the own user id of somebody who is no artist', async () => {
    const [row] = await list({ keyword: 'Ebb' })
    const collect = () => ok('POST', '/bind_box/collect', { form: { code: row?.code ?? '' }, token: alice.token })
    await collect()
    const query = { uid: String(alice.userId) }
    const page = await ok<{ collects: Row[] }>('GET', '/bind_box/getArtistDetail', { query, token: alice.token })
    expect(page).toMatchObject({ id: alice.userId, artworks: [], artworks_collect_number: 0 })
    expect(page).toMatchObject({ nickname: expect.stringMatching(/./), head_portrait: expect.stringMatching(/./) })
    expect(page.collects.map(({ code }) => code)).toEqual([row?.code])
    await collect()
    // The answer isn't another artist's page.
    for (const token of [undefined, mika.token])
      expect(await refused('GET', '/bind_box/getArtistDetail', { query: { ...query, lang: 'en' }, token })).toBe(
        'There is no such artist.',
      )
  })

  it('is marked as a favourite and unmarked, by each for oneself', async () => {
    const [row] = await list({ keyword: 'Ebb' })
    const code = row?.code ?? ''
    const collect = () => ok<string>('POST', '/bind_box/collect', { form: { code, lang: 'en' }, token: alice.token })
    const own = (token: string) => ok<Row[]>('GET', '/bind_box/getCollection', { token })
    expect(await collect()).toBe('Added to your favourites')
    expect((await own(alice.token)).map(({ code: marked, collect: is }) => [marked, is])).toEqual([[code, true]])
    expect(await own(mika.token)).toEqual([])
    expect((await list({ keyword: 'Ebb' }, mika.token))[0]?.collect).toBe(false)
    expect(await ok('GET', '/bind_box/getBoxDetail', { query: { code } })).toMatchObject({ collect_number: 1 })
    expect(await collect()).toBe('Removed from your favourites')
    expect(await own(alice.token)).toEqual([])
  })
})

describe('the page of an artist', () => {
  it('counts all works, of a series of boxes each', async () => {
    const { list: artists } = await ok<{ list: { artist_id: number; works: number }[] }>('GET', '/v1/nft/artists')
    expect(artists.length).toBeGreaterThan(2)
    for (const { artist_id: artistId, works } of artists) {
      const request = new Request(`${ORIGIN}/nft/artists/${artistId}`)
      const context = { env, place: {} } as never
      const page = await artistPage({
        request,
        params: { id: String(artistId) },
        context,
        unstable_pattern: '',
      } as never)
      const query = { artist_id: String(artistId) }
      const { total } = await ok<{ total: number }>('GET', '/v1/nft/works', { query })
      expect([artistId, works, page.artist.workCount]).toEqual([artistId, total, total])
    }
  })
})

describe('an artist', () => {
  const apply = (form: Record<string, string>, { token } = mika) =>
    refused('POST', '/v1/nft/apply', { form: { nickname: 'Riverine', words: WORDS, lang: 'en', ...form }, token })

  it('applies, is refused with a reason, applies again and is listed', async () => {
    expect(await apply({ words: 'short' })).toBe('Describe yourself in 20 to 300 characters.')
    const form = { nickname: 'Riverine', words: WORDS }
    await ok('POST', '/v1/nft/apply', { form, token: mika.token })
    expect(await apply({ nickname: 'riverine' }, alice)).toBe('Another artist has this name.')
    expect(await apply({})).toBe('You have already applied to be an artist.')
    await artistReview.refuse(env, { ...decision(await subjectOf('artist'), mika.userId), verdict: 'reject' })
    expect(await ok('POST', '/v1/nft/apply', { form, token: mika.token })).toMatchObject({ state: 'review' })
    const subject = await subjectOf('artist')
    expect(codeOf(await artistReview.approve(env, decision(subject, mika.userId)))).toBe('ok')
    expect(codeOf(await artistReview.approve(env, decision(subject, mika.userId)))).toBe('ok')
    expect(codeOf(await artistReview.approve(env, decision('1.1', mika.userId)))).toBe('nft_application_not_found')
    expect(await artistReview.read(env, subject, 'en')).toMatchObject({ lines: [{}, { value: 'Riverine' }, {}] })
    const inbox = await env.DB.prepare("select count(*) as n from review where kind = 'artist'").first<{ n: number }>()
    expect(inbox?.n).toBe(2)
  })

  const form: WorkForm = { kind: 'image', media: '', poster: '', name: 'Ferry', description: '', royalty: '5' }
  const send = async (differs: Partial<WorkForm>) => codeOf(await submitWork(env, session, { ...form, ...differs }, 1))
  const keep = async (kind: WorkKind, bytes: Uint8Array<ArrayBuffer>) =>
    saveMedia(env, session, { kind, bytes }, Date.now())

  it('sends in works whose media are what they say', async () => {
    const media = valueOf(await keep('image', makeJpeg({ width: 64, height: 64 })))
    const video = valueOf(await keep('video', makeMp4()))
    expect(codeOf(await keep('video', makeGif()))).toBe('media_kind_differs')
    expect(codeOf(await keep('image', makePng()))).toBe('media_too_small')
    expect(await send({})).toBe('media_missing')
    expect(await send({ media: video })).toBe('media_missing')
    expect(await send({ media, name: ' ' })).toBe('nft_name_length')
    expect(await send({ media, description: 'x'.repeat(601) })).toBe('nft_description_length')
    expect(await send({ media, royalty: '11' })).toBe('nft_royalty_bounds')
    expect(await send({ media, royalty: 'a tenth' })).toBe('nft_royalty_bounds')
    expect(await send({ media: video, kind: 'video' })).toBe('nft_poster_missing')
    expect(await send({ media: video, kind: 'video', poster: video })).toBe('nft_poster_missing')
    await env.DB.prepare("UPDATE nft_artist SET state = 'hidden' WHERE user_id = ?").bind(mika.userId).run()
    expect(await send({ media })).toBe('nft_artist_needed')
    await env.DB.prepare("UPDATE nft_artist SET state = 'listed' WHERE user_id = ?").bind(mika.userId).run()
  })

  it('sends a file by a form of this site, and is led to the next step or to what was wrong', async () => {
    const post = async (
      person: Person,
      fields: Record<string, string | File>,
      headers: Record<string, string> = {},
    ) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const drawn = new Response(form)
      const body = await drawn.arrayBuffer()
      const request = new Request(`${ORIGIN}/media`, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': drawn.headers.get('Content-Type') ?? '',
          'Content-Length': String(body.byteLength),
          Authorization: person.token,
          Origin: ORIGIN,
          ...headers,
        },
      })
      const answer = await worker.fetch(request, env, createExecutionContext())
      return `${answer.status} ${answer.headers.get('Location') ?? ''}`
    }
    const file = new File([makeMp4()], 'any.png', { type: 'image/png' })
    expect(await post(mika, { kind: 'video', file })).toMatch(
      /^303 \/nft\/mine\/create\?kind=video&media=%2Fuploads%2F[\w-]{22}$/,
    )
    expect(await post(mika, { kind: 'audio', file })).toContain('refused=media_kind_differs')
    expect(await post(mika, { kind: 'video' })).toContain('refused=media_missing')
    const far = { 'Content-Length': String(60 * 1024 * 1024) }
    expect(await post(mika, { kind: 'video', file }, far)).toContain('refused=file_too_large&bound=50')
    expect(await post(alice, { kind: 'video', file })).toBe('303 /nft/mine/create')
    expect(await post(mika, { kind: 'video', file }, { Authorization: '' })).toMatch(/^303 \/login\?/)
    expect(await post(mika, { kind: 'video', file }, { Origin: 'https://elsewhere.example' })).toBe('403 ')
  })

  describe('over the API', () => {
    const post = async (
      fields: Record<string, string | File>,
      { token = mika.token, ...headers }: Record<string, string> & { token?: string } = {},
    ) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const drawn = new Response(form)
      const body = await drawn.arrayBuffer()
      return call('POST', '/v1/nft/media', {
        body,
        token,
        headers: {
          'Content-Type': drawn.headers.get('Content-Type') ?? '',
          'Content-Length': String(body.byteLength),
          ...headers,
        },
      })
    }
    const medium = () => new File([makeMp4()], 'any.png', { type: 'image/png' })
    const words = (sentence: RegExp) => ({ type: 'error', message: expect.stringMatching(sentence) as unknown })

    it('sends a medium that is what its content says, and the work that it is of, once', async () => {
      const { message } = await post({ kind: 'video', medium: medium() })
      const { media } = message as { media: string }
      expect(media).toMatch(/^\/uploads\/[\w-]{22}\?until=\d{10}&sign=[\w-]{22}$/)
      // A client with only a token plays media from this URL.
      const shown = await open(media)
      expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'video/mp4'])
      expect((await open(media.split('?')[0] ?? '')).status).toBe(404)

      const { token } = mika
      const work = { kind: 'video', media, work_name: 'Ferry by Wire', royalty: '5', lang: 'en' }
      expect(await refused('POST', '/v1/nft/submission', { form: work, token })).toMatch(/cover picture/)
      const picture = pictureForm(makeJpeg({ width: 64, height: 64 }))
      const poster = await ok<string>('POST', '/upload', { body: picture, token })
      const sent = await ok<{ code: string }>('POST', '/v1/nft/submission', { form: { ...work, poster }, token })
      expect(sent.code).toBe(await subjectOf('artwork'))
      expect(await ok('POST', '/v1/nft/submission', { form: { ...work, poster }, token })).toEqual(sent)
      expect(await ok('GET', '/v1/nft/work', { query: sent, token })).toMatchObject({
        ...{ kind: 'video', name: 'Ferry by Wire', state: 'review' },
      })
      await refused('GET', '/v1/nft/work', { query: sent, token: alice.token })
    })

    it('is refused in words before it is read, and by its content after', async () => {
      expect(await post({ kind: 'audio', medium: medium() })).toMatchObject({ type: 'error' })
      expect(await post({ kind: 'video' })).toEqual(words(/Media file.*required/))
      expect(await post({ kind: 'film', medium: medium() })).toEqual(words(/Type.*not valid/))
      const far = { 'Content-Length': String(60 * 1024 * 1024) }
      expect(await post({ kind: 'video', medium: medium() }, far)).toEqual(words(/50/))
      expect(await post({ kind: 'video', medium: medium() }, { 'Content-Length': '10' })).toMatchObject({
        type: 'error',
      })
      expect(await post({ kind: 'video', medium: medium() }, { token: alice.token })).toEqual(words(/approved artists/))
      expect((await post({ kind: 'video', medium: medium() }, { token: '' })).type).toBe('999')
      const cookie = { token: '', Cookie: `cm_session=${mika.token}`, Origin: 'https://elsewhere.example' }
      expect((await post({ kind: 'video', medium: medium() }, cookie)).type).not.toBe('ok')
    })
  })

  it('has a video before the desk, which lists it: then it is seen by all, in parts', async () => {
    const bytes = makeMp4()
    const media = valueOf(await keep('video', bytes.slice()))
    const still = { purpose: 'private', bytes: makeJpeg({ width: 64, height: 64 }) } as const
    const poster = valueOf(await saveUpload(env, session, still, Date.now()))
    expect(await send({ kind: 'video', media, poster, name: 'Ferry at Night' })).toBe('ok')
    const code = await subjectOf('artwork')
    expect(await artworkReview.read(env, code, 'en')).toMatchObject({
      images: [poster],
      players: [{ kind: 'video', reference: media }],
    })
    expect(await list({ keyword: 'Ferry' })).toEqual([])
    expect((await open(media)).status).toBe(404)
    expect((await open(media, { Authorization: mika.token })).headers.get('Cache-Control')).toBe('private, no-store')

    expect(codeOf(await artworkReview.approve(env, decision(code, mika.userId)))).toBe('ok')
    expect(codeOf(await artworkReview.approve(env, decision('none', mika.userId)))).toBe('nft_work_not_found')
    expect(await list({ keyword: 'Ferry' })).toMatchObject([{ type: 4, status: 0, price: '0.00000000' }])
    const whole = await open(media)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
    })
    const etag = whole.headers.get('ETag') ?? ''
    const part = await open(media, { Range: 'bytes=4-7', 'If-Range': etag })
    expect([part.status, part.headers.get('Content-Range')]).toEqual([206, `bytes 4-7/${bytes.byteLength}`])
    expect(Buffer.from(await part.arrayBuffer()).toString('latin1')).toBe('ftyp')
    const beyond = await open(media, { Range: 'bytes=99999-' })
    expect([beyond.status, beyond.headers.get('Content-Range')]).toEqual([416, `bytes */${bytes.byteLength}`])
    expect((await open(media, { 'If-None-Match': etag })).status).toBe(304)
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(bytes)

    const team = await hireTeam()
    const [row] = await list({ keyword: 'Ferry' })
    const take = (differs: Partial<DeskCommand>) =>
      takeDownWork(env, team.ada.member, {
        id: row?.id ?? 0,
        reason: 'Not theirs',
        commandId: commandId(),
        at: NOON,
        ...differs,
      })
    expect(codeOf(await take({ id: 999_999 }))).toBe('nft_work_not_found')
    expect(codeOf(await take({ reason: ' ' }))).toBe('reason_missing')
    expect(codeOf(await take({}))).toBe('ok')
    expect(await list({ keyword: 'Ferry' })).toEqual([])
    expect((await open(media)).status).toBe(404)
    const hide = (isShown: boolean) =>
      setArtistShown(env, team.ada.member, { id: 1, reason: 'Asked', commandId: commandId(), at: NOON, isShown })
    expect(codeOf(await hide(false))).toBe('ok')
    expect(await list({ keyword: 'Ebb' })).toEqual([])
    expect(codeOf(await hide(true))).toBe('ok')
    expect(await list({ keyword: 'Ebb' })).toHaveLength(1)
  })
})
