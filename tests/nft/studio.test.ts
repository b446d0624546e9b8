// Artists' texts about themselves and their works.

import { expect, it } from 'vitest'
import { parseRate } from '#domain/money/rate'
import { NFT_WALLET } from '#domain/nft/auction'
import { CHAIN, parseArtistName, parseArtistWords, parseRoyalty, parseWorkWords } from '#domain/nft/studio'
import type { Outcome } from '#domain/outcome'

const codeOf = (outcome: Outcome<unknown>): string => (outcome.ok ? 'ok' : outcome.refusal.code)
function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.refusal.code)
  return outcome.value
}
const rate = (text: string) => valueOf(parseRate(text))
const terms = { royaltyMin: rate('0'), royaltyMax: rate('0.1') }

it('words, names and descriptions have bounds', () => {
  expect(codeOf(parseArtistWords('x'.repeat(19)))).toBe('nft_words_length')
  expect(codeOf(parseArtistWords('x'.repeat(301)))).toBe('nft_words_length')
  expect(valueOf(parseArtistWords(` ${'x'.repeat(20)} `))).toBe('x'.repeat(20))
  expect(codeOf(parseWorkWords({ name: '', description: '' }))).toBe('nft_name_length')
  expect(codeOf(parseWorkWords({ name: 'x'.repeat(61), description: '' }))).toBe('nft_name_length')
  expect(codeOf(parseWorkWords({ name: 'x', description: 'x'.repeat(601) }))).toBe('nft_description_length')
})

it.each(['\u202e', '\u2067', '\u200b', '\u0085', '\u3164', '\ud800', '\u{e0041}', '\u2800'])(
  'words, names and descriptions have nothing hidden: %j',
  (sign) => {
    const words = `hello${sign} there, I draw birds`
    expect(codeOf(parseArtistWords(words))).toBe('support_text_control')
    expect(codeOf(parseWorkWords({ name: `Bird${sign}`, description: '' }))).toBe('support_text_control')
    expect(codeOf(parseWorkWords({ name: 'Bird', description: words }))).toBe('support_text_control')
  },
)

it('words keep their lines, marks and emoji, in one form', () => {
  const words = 'I draw birds 👩‍🎨\nand cafe\u0301s ☕️'
  expect(valueOf(parseArtistWords(words))).toBe(words.normalize('NFC'))
  expect(valueOf(parseWorkWords({ name: 'Cafe\u0301', description: words })).name).toBe('Café')
})

it.each([
  ['0', 0n],
  ['5', 5_000_000n],
  ['2.25', 2_250_000n],
  ['10', 10_000_000n],
])('a royalty of %s percent', (text, units) => {
  expect(valueOf(parseRoyalty(text, terms))).toBe(units)
})

it.each(['10.01', '-1', '1e1', '5,5', '', '2.255'])('no royalty: %s', (text) => {
  expect(codeOf(parseRoyalty(text, terms))).toBe('nft_royalty_bounds')
})

it.each([
  ['Mary-Jane O’Neil', "Mary-Jane O'Neil"],
  ['  J. R. Rivers  ', 'J. R. Rivers'],
  ['Анна 2', 'Анна 2'],
  ['葛飾 北斎', '葛飾 北斎'],
  ['สมชาย', 'สมชาย'],
  ['x'.repeat(30), 'x'.repeat(30)],
])('%s is a name of an artist', (typed, kept) => expect(valueOf(parseArtistName(typed))).toBe(kept))

it.each(['x', 'x'.repeat(31), 'two  spaces', '-dash', 'a@b', 'a\u3164b', 'a\nb', '<b>', ''])('%j is none', (typed) =>
  expect(codeOf(parseArtistName(typed))).toBe('nft_artist_name_malformed'),
)

it('names have marks of their script, and no piles of them', () => {
  expect(codeOf(parseArtistName('ก้อง สุริยะ'))).toBe('ok')
  expect(codeOf(parseArtistName('ก้้้ง'))).toBe('nft_artist_name_malformed')
})

it('works are in a registry of our own, and paid from the wallet for change', () => {
  expect([CHAIN, NFT_WALLET]).toEqual(['CM', 'change'])
})
