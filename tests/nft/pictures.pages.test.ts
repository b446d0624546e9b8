// Pictures of works on their pages: those that are seen first are not put off, and all are kept for a year.

import { expect, test } from 'vitest'
import { attribute, has } from '../kit/html'
import { Visitor } from '../kit/visitor'

const guest = new Visitor()
const keptFor = async (address: string) => (await guest.ask(address)).headers.get('Cache-Control')

test('the first row of the gallery is fetched at once, later rows as one comes near, and each in the size that is needed', async () => {
  const page = await guest.open('/nft')
  const pictures = page.all(({ name, attribs }) => name === 'img' && (attribs['src'] ?? '').startsWith('/media/'))
  expect(pictures.length).toBeGreaterThan(10)
  expect(pictures.slice(0, 6).filter((picture) => has(picture, 'loading'))).toEqual([])
  expect(pictures.slice(6).filter((picture) => attribute(picture, 'loading') !== 'lazy')).toEqual([])
  for (const picture of pictures) {
    expect(attribute(picture, 'srcset')).toMatch(/^\/media\/[\w-]+-360\.webp\?v=\w{8} 360w, \S+ 520w$/)
    expect(attribute(picture, 'sizes')).toContain('vw')
  }
})

test('a file of the gallery is kept for a year under its digest, and for a day under its name or another digest', async () => {
  const page = await guest.open('/nft')
  const [src = ''] = page
    .all(({ name }) => name === 'img')
    .map((picture) => attribute(picture, 'src'))
    .filter((address) => address.startsWith('/media/'))
  const [name = ''] = src.split('?')
  expect(await keptFor(src)).toBe('public, max-age=31536000, immutable')
  expect(await keptFor(name)).toBe('public, max-age=86400, immutable')
  expect(await keptFor(`${name}?v=00000000`)).toBe('public, max-age=86400, immutable')
})
