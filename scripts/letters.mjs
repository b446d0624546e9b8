// `node scripts/letters.mjs`: writes the tables of letters that names are compared in from any-ascii: a small one for the Worker, and one of Chinese
// characters, which a list brings. tests/screening/letters.test.ts holds that they say the same.

import { writeFileSync } from 'node:fs'
import anyAscii from 'any-ascii'
import { ROOT, mustRun } from './lib/run.mjs'

/** Latin, Greek, Cyrillic, Hebrew, Arabic, Thai, extended Latin and Greek, Kana. */
const RANGES = [
  [0xa0, 0x2af],
  [0x370, 0x52f],
  [0x590, 0x6ff],
  [0xe00, 0xe7f],
  [0x1e00, 0x1fff],
  [0x3040, 0x30ff],
]
const HAN = [0x4e00, 0x9fff]
/** Two signs of this many name a syllable. */
const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

const read = ([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    anyAscii(String.fromCodePoint(from + at))
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  )

const characters = read(HAN)
const syllables = [...new Set(characters)].sort()
const coded = characters.map((syllable) => {
  const at = syllables.indexOf(syllable)
  return DIGITS[Math.floor(at / DIGITS.length)] + DIGITS[at % DIGITS.length]
})

const table = 'server/domain/screening/letter-table.ts'
writeFileSync(
  ROOT + table,
  `// Written by scripts/letters.mjs from any-ascii (ISC licence). Never edited.

/** First character of a range, and the letters of each character from there on. */
export const RANGES: readonly (readonly [from: number, letters: string])[] = [
${RANGES.map(([from, to]) => `  [${from}, '${read([from, to]).join(' ')}'],`).join('\n')}
]
`,
)
const han = 'scripts/lib/han-table.mjs'
writeFileSync(
  ROOT + han,
  `// Written by scripts/letters.mjs from any-ascii (ISC licence). Never edited. It comes to a site with a list (server/domain/screening/letters.ts).

/** Syllables; digits; for each character from U+4E00 on two digits that number its syllable. */
export const HAN = \`${syllables.join(' ')}
${DIGITS}
${coded.join('')}\`
`,
)
await mustRun('oxfmt', [table, han])
