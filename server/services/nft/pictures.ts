// Addresses of the house gallery's files with their digest, which caches may keep for a year, and the sizes of its
// pictures. Uploads have one size: the Worker has no decoder to make another.

import { GALLERY_DIGESTS } from '#db/platform/seed/gallery-digests'

export interface Picture {
  readonly src: string
  /** For the attribute `srcset`; empty for a picture of one size. */
  readonly srcSet: string
}

const HOUSE_FILE = /^\/media\/([\w-]+\.\w+)$/
const SMALL = { ending: '-360', side: 360 }
const SIDE = 520

/** File address with a content digest, so changed files get new addresses. */
export function lastingAddress(reference: string): string {
  const digest = GALLERY_DIGESTS[HOUSE_FILE.exec(reference)?.[1] ?? '']
  return digest === undefined ? reference : `${reference}?v=${digest}`
}

export function pictureOf(reference: string): Picture {
  const src = lastingAddress(reference)
  const small = lastingAddress(reference.replace(/\.webp$/, `${SMALL.ending}.webp`))
  const isSized = small.includes('?') && small !== src
  return { src, srcSet: isSized ? `${small} ${SMALL.side}w, ${src} ${SIDE}w` : '' }
}
