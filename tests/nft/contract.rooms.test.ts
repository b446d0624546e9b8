// Walks every endpoint of the wire contract's NFT family as an old client calls it: names, nesting and types against literals taken from the
// contract, with each field doubled as in tests/api/contract.rooms.test.ts.

import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { routes } from '#api/app'
import { sweepSeries } from '#services/nft/boxes'
import { keepGallery } from '#services/nft/gallery'
import { sweepLots } from '#services/nft/lots'
import { type Person, asClientsSend, join, ok, seed } from '../api/client'
import { type Shape, faults, fields, listOf, oneOf } from '../api/shape'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HOUR_MS = 3_600_000

const ROW = {
  id: 'integer',
  code: 'filled',
  type: oneOf(1, 2, 3, 4),
  pay_type: oneOf('1', '2', '3'),
  currency_id: 'integer',
  currency_name: 'filled',
  name: 'filled',
  price: 'decimal8',
  per_increase: 'number',
  margin: 'decimal8',
  image: 'filled',
  description: 'text',
  author_description: 'text',
  author: 'filled',
  author_id: 'integer',
  author_name: 'filled',
  author_avatar: 'filled',
  owner: 'filled',
  status: oneOf(0, 1, 2),
  start_time: 'text',
  end_time: 'text',
  rarity: oneOf('N', 'R', 'SR', ''),
  rarity_status: oneOf(0, 1),
  resell_nft_status: oneOf(0, 1),
  chain: 'filled',
  collect: 'boolean',
} as const satisfies Record<string, Shape>
const row = fields(ROW)
const detail = fields({ ...ROW, collect_number: 'integer' })
const artist = { id: 'integer', author_id: 'integer', nickname: 'filled', head_portrait: 'filled' } as const
const BID = {
  id: 'integer',
  code: 'filled',
  price: 'decimal8',
  currency_name: 'filled',
  nick_name: 'filled',
  head_portrait: 'filled',
  created: 'date',
  status: oneOf(0, 1),
  is_expired: oneOf('0', '1'),
} as const satisfies Record<string, Shape>
const order = (isRead: '0' | '1', isPaid: '0' | '1') =>
  fields({
    id: 'integer',
    code: 'filled',
    name: 'filled',
    image: 'filled',
    price: 'decimal8',
    currency_name: 'filled',
    is_read: oneOf(isRead),
    is_pay: oneOf(isPaid),
    is_expired: oneOf('0'),
    overtime: 'decimal',
    created: 'date',
    pay_time: isPaid === '1' ? 'date' : oneOf(''),
    end_time: 'date',
  })

interface Work {
  readonly id: number
  readonly code: string
  readonly author_id: number
  readonly per_increase: number
}

let nora: Person

beforeAll(async () => {
  await seed()
  const now = Date.now()
  await sweepSeries(env, now)
  await keepGallery(env, now)
  nora = await join('Nora')
})

/** A work on sale by `pay_type`: 1 fixed price, 2 auction, 3 box. */
async function onSale(pay_type: '1' | '2' | '3'): Promise<Work> {
  const [work] = await ok<Work[]>('GET', '/bind_box/getBoxList', { query: { pay_type, status: '1' } })
  if (!work) throw new Error(`nothing is on sale by ${pay_type}`)
  return work
}
const codeOf = async (pay_type: '1' | '2' | '3') => ({ code: (await onSale(pay_type)).code })
const owned = async (pay_type: string): Promise<string> => {
  const works = await ok<{ code: string; pay_type: string }[]>('POST', '/bind_box/getMyNFTs', { token: nora.token })
  return works.find((work) => work.pay_type === pay_type)?.code ?? ''
}

let auctioned = ''
/** Ends the auction and restarts its room. */
async function endAuction(): Promise<void> {
  const past = Date.now() - 1
  const lot = await env.DB.prepare(
    "SELECT lot.id FROM nft_lot AS lot JOIN nft_work AS work ON work.id = lot.work_id WHERE work.code = ? AND lot.state = 'open'",
  )
    .bind(auctioned)
    .first<{ id: number }>()
  await env.DB.prepare('UPDATE nft_lot SET sale_from = 0, sale_to = ? WHERE id = ?').bind(past, lot?.id).run()
  await runInDurableObject(env.Lot.get(env.Lot.idFromName(String(lot?.id))), async (_room, state) => {
    state.storage.sql.exec('UPDATE lot_standing SET ends_at = ?', past)
    await state.storage.sync()
    state.abort('the test')
  }).catch(() => null)
  await sweepLots(env, 40, Date.now())
}
const firstOrder = async () => {
  const [won] = await ok<{ id: number }[]>('POST', '/bind_box/getNeedPayNFTOrder', { token: nora.token })
  return { id: String(won?.id) }
}
const date = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

interface Case {
  readonly method: 'GET' | 'POST'
  readonly name: string
  readonly fields?: () => Record<string, string> | Promise<Record<string, string>>
  readonly isPrivate?: boolean
  readonly shape: Shape
}

/** Ordered so that each case finds the data it needs. */
const CASES: readonly Case[] = [
  {
    method: 'GET',
    name: 'getBoxList',
    fields: () => ({ page: '1', limit: '10', currency: '3', pay_type: '', status: '', type: '', keyword: '' }),
    shape: listOf(row, 10),
  },
  { method: 'GET', name: 'getBoxDetail', fields: async () => ({ id: String((await onSale('2')).id) }), shape: detail },
  { method: 'GET', name: 'getArtist', fields: () => ({ page: '1', limit: '10' }), shape: listOf(fields(artist), 1) },
  {
    method: 'GET',
    name: 'getArtistDetail',
    fields: async () => ({ uid: String((await onSale('1')).author_id) }),
    shape: fields({ ...artist, artworks: listOf(row, 1), collects: listOf(row), artworks_collect_number: 'integer' }),
  },
  {
    method: 'GET',
    name: 'getNftCurrency',
    shape: listOf(fields({ id: 'integer', name: 'filled' }), 1),
  },
  { method: 'POST', name: 'collect', fields: () => codeOf('2'), isPrivate: true, shape: 'sentence' },
  { method: 'GET', name: 'getCollection', isPrivate: true, shape: listOf(row, 1) },
  { method: 'POST', name: 'buyNFT', fields: () => codeOf('1'), isPrivate: true, shape: 'sentence' },
  { method: 'POST', name: 'buyNFT', fields: () => codeOf('3'), isPrivate: true, shape: 'sentence' },
  { method: 'POST', name: 'getMyNFTs', isPrivate: true, shape: listOf(row, 2) },
  { method: 'GET', name: 'getMyNFTs', isPrivate: true, shape: listOf(row, 2) },
  {
    method: 'POST',
    name: 'openBlindBox',
    fields: async () => ({ code: await owned('3') }),
    isPrivate: true,
    shape: fields({ ...ROW, rarity: oneOf('N', 'R', 'SR'), rarity_status: oneOf(1) }),
  },
  {
    method: 'POST',
    name: 'resellNFT',
    fields: async () => ({
      code: await owned('1'),
      price: '50',
      start_time: date(Date.now()),
      end_time: date(Date.now() + HOUR_MS),
      per_increase: '',
    }),
    isPrivate: true,
    shape: 'sentence',
  },
  { method: 'POST', name: 'marginNFT', fields: () => codeOf('2'), isPrivate: true, shape: 'sentence' },
  {
    method: 'POST',
    name: 'auctionNFT',
    fields: async () => {
      const { code, per_increase } = await onSale('2')
      auctioned = code
      return { code, price: String(per_increase) }
    },
    isPrivate: true,
    shape: 'sentence',
  },
  {
    method: 'POST',
    name: 'getBindBoxQuotationLog',
    fields: () => ({ code: auctioned }),
    shape: listOf(fields({ ...BID, status: oneOf(1) }), 1),
  },
  {
    method: 'POST',
    name: 'getMyBindBoxQuotationLog',
    fields: () => ({ page: '1' }),
    isPrivate: true,
    shape: fields({
      code: oneOf(0),
      data: listOf(fields({ ...BID, nft_name: 'filled', nft_image: 'filled' }), 1),
      count: oneOf(1),
    }),
  },
  {
    method: 'POST',
    name: 'getNeedPayNFTOrder',
    fields: async () => {
      await endAuction()
      return {}
    },
    isPrivate: true,
    shape: listOf(order('0', '0'), 1),
  },
  { method: 'POST', name: 'readNFTOrderMessage', fields: firstOrder, isPrivate: true, shape: 'sentence' },
  { method: 'POST', name: 'getNeedPayNFTOrder', isPrivate: true, shape: listOf(order('1', '0'), 1) },
  { method: 'POST', name: 'payNFTOrder', fields: firstOrder, isPrivate: true, shape: 'sentence' },
  { method: 'POST', name: 'getNeedPayNFTOrder', isPrivate: true, shape: listOf(order('1', '1'), 1) },
]

describe('the NFT family of the contract', () => {
  it.each(CASES)('$method $name answers as the contract says', async ({ method, name, fields: make, ...wanted }) => {
    const pairs = asClientsSend({ ...(await make?.()), lang: 'jp' })
    const message = await ok(method, `/bind_box/${name}`, {
      ...(method === 'GET' ? { query: pairs } : { form: pairs }),
      token: wanted.isPrivate ? nora.token : '',
      headers: { Origin: 'https://app.example' },
    })
    expect(faults(message, wanted.shape)).toEqual([])
  })

  it('is walked whole', () => {
    const declared = routes.flatMap(({ method, alsoBy, path }) =>
      path.startsWith('/bind_box/') ? [method, ...alsoBy].map((each) => `${each} ${path.slice(10)}`) : [],
    )
    const walked = new Set(CASES.map(({ method, name }) => `${method} ${name}`))
    expect(declared.filter((each) => !walked.has(each))).toEqual([])
  })
})
