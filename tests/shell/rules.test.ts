// Rules in words: each rule of a receipt has its text in English and Japanese, with every formula of the other language.

import { expect, test } from 'vitest'
import { readBlocks } from '../../app/rules/blocks'
import { RULE_NAMES, findRule, kindOf, ruleText } from '../../app/rules/rules.server'

test.each(RULE_NAMES.map((rule) => [rule.name, rule] as const))('%s is written in both languages', (_, rule) => {
  const [english, japanese] = [ruleText(rule, 'en'), ruleText(rule, 'jp')]
  expect(english.blocks.length).toBeGreaterThan(4)
  expect(japanese.blocks.map(({ kind }) => kind)).toEqual(english.blocks.map(({ kind }) => kind))
  const lengthsOf = ({ blocks }: typeof english) =>
    blocks.map((block) =>
      'items' in block ? block.items.length : block.kind === 'code' && block.text.split('\n').length,
    )
  expect(lengthsOf(japanese).filter(Boolean).length).toBe(lengthsOf(english).filter(Boolean).length)
  expect(ruleText(rule, 'fra')).toEqual(english)
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
