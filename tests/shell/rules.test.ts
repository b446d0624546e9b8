// Rules in words: each rule of a receipt has its text in English and Japanese, with every formula of the other language.

import { afterEach, expect, test, vi } from 'vitest'
import { readBlocks } from '../../app/rules/blocks'
import { RULE_NAMES, findRule, kindOf, ruleText } from '../../app/rules/rules.server'

/** Answers every file with its path, or fails. */
const assets = (status = 200) => ({
  ASSETS: {
    fetch: (url: string) => Promise.resolve(new Response(new URL(url).pathname, { status })),
  } as unknown as Fetcher,
})
afterEach(() => vi.unstubAllEnvs())

test.each(RULE_NAMES.map((rule) => [rule.name, rule] as const))('%s is written in both languages', async (_, rule) => {
  const read = (language: 'en' | 'jp' | 'fra') => ruleText(rule, language, assets(500))
  const [english, japanese] = [await read('en'), await read('jp')]
  expect(english.blocks.length).toBeGreaterThan(4)
  expect(japanese.blocks.map(({ kind }) => kind)).toEqual(english.blocks.map(({ kind }) => kind))
  const lengthsOf = ({ blocks }: typeof english) =>
    blocks.map((block) =>
      'items' in block ? block.items.length : block.kind === 'code' && block.text.split('\n').length,
    )
  expect(lengthsOf(japanese).filter(Boolean).length).toBe(lengthsOf(english).filter(Boolean).length)
  expect(await read('fra')).toEqual(english)
})

test('the built app reads a rule from its assets, and fails when they do', async () => {
  vi.stubEnv('DEV', false)
  const rule = findRule('liabilities-1') ?? RULE_NAMES[0]
  if (!rule) throw new Error('there are rules')
  const { blocks } = await ruleText(rule, 'jp', assets())
  expect(blocks[0]).toEqual({ kind: 'text', text: '/rule-texts/jp/liabilities-1.md' })
  await expect(ruleText(rule, 'en', assets(503))).rejects.toThrow('503')
})

test('a rule is found by its version; without one it is the newest of its kind', () => {
  expect(findRule('options-1')?.name).toBe('options-1')
  expect(findRule('options')?.name).toMatch(/^options-\d+$/)
  expect(findRule('options-0')).toBeNull()
  expect(findRule('')).toBeNull()
  expect(RULE_NAMES.map(kindOf)).toContain('nft-box')
})

test('the text of a rule is read as headings, paragraphs, lists, steps and code', () => {
  expect(readBlocks('## A\n\nB\n\n- c\n- d\n\n```\ne\n\nf\n```\n\n3. g\n4. h\n')).toEqual([
    { kind: 'heading', text: 'A' },
    { kind: 'text', text: 'B' },
    { kind: 'list', items: ['c', 'd'] },
    { kind: 'code', text: 'e\n\nf' },
    { kind: 'steps', start: 3, items: ['g', 'h'] },
  ])
})
