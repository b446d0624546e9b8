// The letters of a name are those of any-ascii, sign by sign, in every script that is compared.

import anyAscii from 'any-ascii'
import { expect, test } from 'vitest'
import { toLetters } from '#domain/screening/letters'
import { HAN } from '../../scripts/lib/han-table.mjs'

test.each([
  ['Latin', 0x20, 0x2af],
  ['Greek and Cyrillic', 0x370, 0x52f],
  ['Hebrew and Arabic', 0x590, 0x6ff],
  ['Thai', 0xe00, 0xe7f],
  ['Latin and Greek with marks', 0x1e00, 0x1fff],
  ['Kana', 0x3040, 0x30ff],
  ['Chinese characters', 0x4e00, 0x9fff],
  ['Hangul', 0xac00, 0xd7a3],
])('%s', (_, from, to) => {
  const different = Array.from({ length: to - from + 1 }, (__, at) => String.fromCodePoint(from + at)).filter(
    // Punctuation is no letter of a name; a small letter may lie elsewhere.
    (sign) =>
      /[\p{L}\p{Mn}\p{Mc}]/u.test(sign) &&
      (sign.toLowerCase().codePointAt(0) ?? 0) <= to &&
      toLetters(sign, HAN) !==
        anyAscii(sign.toLowerCase())
          .toLowerCase()
          .replaceAll(/[^a-z0-9]/g, ''),
  )
  expect(different).toEqual([])
})
