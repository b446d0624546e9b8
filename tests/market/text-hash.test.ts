import { expect, it } from 'vitest'
import { hashText } from '#domain/text-hash'

it.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])(
  'the hash of "%s" is that of the published FNV-1a, so that migrations applied long ago are known again',
  (text, hash) => {
    expect(hashText(text)).toBe(hash)
  },
)
