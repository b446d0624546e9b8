// Format of a message from the contact page.

import { describe, expect, it } from 'vitest'
import { SUPPORT_TEXT_MAX, SUPPORT_TEXT_MIN, parseSupportText } from '#domain/support'

const REPLY_TO = 'alice@example.com'
const codeOf = (text: string, replyTo = REPLY_TO) => {
  const parsed = parseSupportText({ replyTo, text })
  return parsed.ok ? 'ok' : parsed.refusal
}

describe('a message to the support', () => {
  it('is Alice’s address and her words, without the spaces around them', () => {
    const parsed = parseSupportText({ replyTo: REPLY_TO, text: '  My deposit is late.\n' })
    expect(parsed).toEqual({ ok: true, value: { replyTo: REPLY_TO, text: 'My deposit is late.' } })
  })

  it.each([
    ['nothing', '', 'support_text_too_short', '10'],
    ['spaces alone', ' '.repeat(50), 'support_text_too_short', '10'],
    ['nine characters', 'a'.repeat(SUPPORT_TEXT_MIN - 1), 'support_text_too_short', '10'],
    ['nine characters of two units each', '𠮷'.repeat(SUPPORT_TEXT_MIN - 1), 'support_text_too_short', '10'],
    ['2,001 characters', 'a'.repeat(SUPPORT_TEXT_MAX + 1), 'support_text_too_long', '2000'],
  ])('is not %s', (_what, text, code, bound) => {
    expect(codeOf(text)).toEqual({ code, facts: { bound } })
  })

  it('may be ten characters and may be 2,000, counted as people count them', () => {
    for (const length of [SUPPORT_TEXT_MIN, SUPPORT_TEXT_MAX])
      for (const character of ['a', '𠮷']) expect(codeOf(character.repeat(length))).toBe('ok')
  })

  it('says where the answer goes', () => {
    expect(codeOf('My deposit is late.', 'alice')).toMatchObject({ code: 'email_malformed' })
  })
})
