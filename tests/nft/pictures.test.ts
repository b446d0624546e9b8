// Addresses of the gallery's files: kept for a year under the digest of what is there, and each picture in two sizes.

import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GALLERY_DIGESTS } from '#db/platform/seed/gallery-digests'
import { lastingAddress, pictureOf } from '#services/nft/pictures'

const FOLDER = join(import.meta.dirname, '../../public/gallery-media')
const files = readdirSync(FOLDER)

test('the list has the digest of every file as it is, and no other file', () => {
  const digestOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(FOLDER, name)))
      .digest('hex')
  expect(GALLERY_DIGESTS).toEqual(Object.fromEntries(files.map((name) => [name, digestOf(name).slice(0, 8)])))
})

test('every picture has a smaller one, which is fewer bytes', () => {
  const whole = files.filter((name) => name.endsWith('.webp') && !name.endsWith('-360.webp'))
  expect(whole.length).toBeGreaterThan(20)
  for (const name of whole) {
    const small = name.replace('.webp', '-360.webp')
    expect([name, pictureOf(`/media/${name}`)]).toEqual([
      name,
      {
        src: `/media/${name}?v=${GALLERY_DIGESTS[name]}`,
        srcSet: `/media/${small}?v=${GALLERY_DIGESTS[small]} 360w, /media/${name}?v=${GALLERY_DIGESTS[name]} 520w`,
      },
    ])
    expect(readFileSync(join(FOLDER, small)).length).toBeLessThan(readFileSync(join(FOLDER, name)).length)
  }
})

test('an upload and a file that is not there keep their address, in one size', () => {
  const upload = `/uploads/${'a'.repeat(22)}`
  expect(pictureOf(upload)).toEqual({ src: upload, srcSet: '' })
  expect(pictureOf('/media/nowhere.webp')).toEqual({ src: '/media/nowhere.webp', srcSet: '' })
  expect(lastingAddress('')).toBe('')
})
