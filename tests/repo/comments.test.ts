// Comments that a stranger can skim: mostly content words, and none of the phrases that hide who does what. Both shares may only fall.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** Shorter lines are names or units. */
const WORDS_MIN = 9
/** A line with this share of function words says little. */
const FUNCTION_SHARE = 0.6
const FUNCTION_WORDS = new Set(
  `a an the of to in on at by for from with without as is are was were be been being it its this that these those there here what which who
  whom whose whoever whatever where when while whether if else or and but not no nor so such than then too also only once more most less
  least much many few other another any some all each every both either neither one ones own same has have had having do does did done can
  could may might must shall should will would they them their he him his she her we us our you your i me my somebody nobody anybody anything
  nothing something everybody everything into out up down over under again until before after since because between about against during
  through off per yet still just even now never always ever very`.split(/\s+/),
)
const VAGUE =
  /\b(?:what (?:is|are|was|were|it|its|has|had|of|they|he|somebody|nobody|there|comes|stands|may|must|can)|whoever|whatever|somebody|nobody|so (?:many|much|long|few) |of which|who comes|is another|are others|that is no|none of|stands? (?:for|there)|comes? (?:again|back|in|of)|is told|are told|brings?|is asked)\b/i

const comments = ['app', 'server', 'party', 'db'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => commentsOf(join(folder, path))),
)

function commentsOf(path: string) {
  return readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const text = (/^\s*(?:\/\/|\/?\*+)\s?(.*?)(?:\*\/)?\s*$/.exec(line) ?? /\s\/\/ (.*)$/.exec(line))?.[1] ?? ''
      const words = text.toLowerCase().match(/[a-z'’]+/g) ?? []
      return words.length < WORDS_MIN ? [] : [{ at: `${path}:${index + 1} ${text}`, text, words }]
    })
}

/** The share of lines that `isBad`, in tenths of a percent, and which they are. */
function shareOf(isBad: (comment: (typeof comments)[number]) => boolean) {
  const bad = comments.filter(isBad)
  return { permille: Math.ceil((1_000 * bad.length) / comments.length), bad: bad.map(({ at }) => at).join('\n') }
}

test('have nouns and verbs: few lines are mostly function words', () => {
  const { permille, bad } = shareOf(
    ({ words }) => words.filter((word) => FUNCTION_WORDS.has(word)).length >= FUNCTION_SHARE * words.length,
  )
  expect(permille, bad).toBeLessThanOrEqual(38)
})

test('name who does what: vague phrases are rare', () => {
  const { permille, bad } = shareOf(({ text }) => VAGUE.test(text))
  expect(permille, bad).toBeLessThanOrEqual(8)
})
