// Chat rules: allowed texts, and the state of a reader's page.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatLine, ChatSocketMessage } from '#party/protocol/chat'
import { CHAT_LENGTH_MAX, CHAT_SLOW_MS, findChatRoom, hasLink, muteEnd, parseChatText } from '#domain/chat/rules'
import { parseLine } from '#domain/support/thread'
import { type ChatState, receiveChat, shownLines } from '../../app/live/chat-state'

const codeOf = (text: string, level = 0) => {
  const parsed = parseChatText(text, level)
  return parsed.ok ? 'ok' : parsed.refusal.code
}

test.each([
  ['nothing', ' \n', 0, 'chat_text_empty'],
  ['a giant', 'x'.repeat(CHAT_LENGTH_MAX + 1), 0, 'support_line_too_long'],
  ['a control character', 'a\u0007b', 0, 'support_text_control'],
  ['text that runs the other way', 'a\u202eb', 1, 'support_text_control'],
  ['a link of level 0', 'see https://example.com', 0, 'chat_link_level'],
  ['a link of level 1', 'see https://example.com', 1, 'ok'],
  ['a price and a full stop', 'BTC is at 60,123.5 now. Good.', 0, 'ok'],
  ['as long as may be', '𠮷'.repeat(CHAT_LENGTH_MAX), 0, 'ok'],
])('%s', (_what, text, level, code) => expect(codeOf(text, level)).toBe(code))

test.each([
  ['HTTP://x.y', true],
  ['www.example.test', true],
  ['see 10.0.0.1 now', true],
  ['version 1.10.0.0.1 of it', false],
  ['join t.me/somebody', true],
  ['ｅｘａｍｐｌｅ．ｃｏｍ', true],
  ['me@example.test', true],
  ['example。com', true],
  ['example.dev', true],
  ['join discord.gg/abc', true],
  ['bit.ly/3abc', true],
  ['youtu.be/abc', true],
  ['somewhere.example/offer', true],
  ['example [dot] com', true],
  ['example(.)com', true],
  ['example dot com', true],
  ['example .com', true],
  ['example・com', true],
  ['サイトはexample.comです', true],
  ['münchen.de', true],
  ['xn--mnchen-3ya.example', true],
  ['ftp://x', true],
  ['hxxps://x.y', true],
  ['tg:resolve', true],
  ['mailto:me', true],
  ['8.8.8.8', true],
  ['0x52908400098527886E0F7030069857D2E4169EE7', true],
  ['TBYYvaPXw1BJgoTcvy8Y1hNKEJ5fLm4svM', true],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', true],
  ['I bought at 1.234.567,89. Then I sold.', false],
  ['Bought it.Then sold ETH/USDT', false],
  ['long.ETH/USDT', false],
  ['ビットコイン・イーサリアム', false],
  ['買った。売った。', false],
  ['1000000000000000000000000000000', false],
  ['version 1.2.3', false],
  ['up 3.5% at 12:30, and/or down', false],
  ['prix : 1 234,5 . Merci', false],
  ['bien . De plus', false],
  ['I bought.it fell.no more', false],
  ['example.it/offer', true],
  ['sell DOT at 5, it is high', false],
  ['Polkadot (DOT) at 5', false],
  ['DOT es bueno, DOT top gainer', false],
  ['example (DOT) com', true],
  ['BTC/USDT, 1.5 ETH', false],
  ['e.g. this', false],
  ['see a://x', true],
  ['see h2://x', true],
  ['example( .)com', true],
  ['example(. )com', true],
  ['example [ dot]com', true],
  ['example [dot ]com', true],
  ['12.example/offer', true],
  ['1.btc/usdt goes up', false],
  ['ping 192.168.10.20 now', true],
  ['123456789123456789123456789A', true],
  ['1111111111111111111111111111', false],
])('%s is a link: %s', (text, is) => expect(hasLink(text)).toBe(is))

test('a link is refused with the level that may send one', () => {
  expect(parseChatText('see https://example.com', 0)).toEqual({
    ok: false,
    refusal: { code: 'chat_link_level', facts: { bound: '1' } },
  })
})

test('five seconds lie between two messages of one person', () => expect(CHAT_SLOW_MS).toBe(5_000))

test('there is a room for each language and no other', () => {
  expect(findChatRoom('jp')).toEqual({ ok: true, value: 'jp' })
  for (const forged of ['', 'JP', 'jp2', '../jp', 'constructor', 'de'])
    expect(findChatRoom(forged)).toMatchObject({ refusal: { code: 'chat_room_unknown' } })
})

test('a mute ends after its minutes, and one of no minutes does not', () => {
  expect(muteEnd(10, 1_000)).toBe(601_000)
  expect(muteEnd(0, 1_000)).toBeNull()
})

const line = (no: number, differs: Partial<ChatLine> = {}): ChatLine => ({
  ...{ no, kind: 'message', author: `a${no % 3}`, name: 'N', text: `text ${no}`, removes: 0, at: no },
  ...differs,
})

test('whatever is lost, doubled or cut off: after the snapshot that a gap asks for each line is there once, in order', () => {
  const event = fc.record({ kind: fc.constantFrom('say', 'lose', 'again', 'reconnect'), back: fc.nat(5) })
  fc.assert(
    fc.property(fc.array(event, { maxLength: 120 }), (events) => {
      const said: ChatLine[] = []
      let state: ChatState | null = null
      const snapshot = (): ChatSocketMessage => ({ type: 'snapshot', seq: said.length, lines: said.slice(-50) })
      const hear = (message: ChatSocketMessage) => {
        const heard = receiveChat(state, message)
        const after = heard.kind === 'gap' ? receiveChat(state, snapshot()) : heard
        if (after.kind === 'gap') throw new Error('a snapshot is never a gap')
        state = after.state
      }
      hear(snapshot())
      for (const { kind, back } of events) {
        if (kind === 'reconnect') hear(snapshot())
        if (kind === 'again' && said.length > back) {
          const old = said[said.length - 1 - back]
          if (old) hear({ type: 'line', seq: old.no, line: old })
        }
        if (kind !== 'say' && kind !== 'lose') continue
        said.push(line(said.length + 1))
        if (kind === 'say') hear({ type: 'line', seq: said.length, line: line(said.length) })
      }
      hear(snapshot())
      const lines = (state as ChatState | null)?.lines ?? []
      expect(lines.at(-1)?.no).toBe(said.at(-1)?.no)
      expect(lines.map(({ no }) => no)).toEqual(lines.map((_, index) => (lines[0]?.no ?? 1) + index))
      const drawn = said.slice(0, Math.floor(said.length / 2))
      const shown = shownLines(drawn, lines, new Set())
      expect(shown).toEqual(
        said.filter(({ no }) => no <= drawn.length || no >= (lines[0]?.no ?? 0)).slice(-shown.length),
      )
      expect(new Set(shown.map(({ no }) => no)).size).toBe(shown.length)
    }),
    { numRuns: 300 },
  )
})

test('what was taken away and who is hidden is not shown, whether it was drawn or heard', () => {
  const removal = line(5, { kind: 'removed', author: '', text: '', removes: 2 })
  const shown = shownLines([line(1), line(2), line(3)], [line(3), line(4), removal], new Set(['a0']))
  expect(shown.map(({ no }) => no)).toEqual([1, 4])
})

test.each([
  ['evil.\u200bcom', true],
  ['ev\u00adil.c\u2060om', true],
  ['https:\u200b//evil.example', true],
  ['пример.рф', true],
  ['see 例え.コム now', true],
  ['中文.中国/x', true],
  ['회사.한국', true],
  ['เว็บ.ไทย', true],
  ['ร้าน\u0e4c.com', true],
  ['उदाहरण.भारत', true],
  ['我住在中国。中国很大', false],
  ['今日は暑い。コムギが高い', false],
  ['Я купил. Комиссия мала', false],
  ['цена.рфит', false],
])('of what is seen, %s is a link: %s', (text, is) => expect(hasLink(text)).toBe(is))

test.each(['\u200b', '\u2060\u00ad \ufeff', '\u3164', '\u2800\u2800', '\u{e0041}', '\n\u200d\n'])(
  'a line of which nothing is seen is empty (%j)',
  (text) => {
    expect(parseChatText(text, 2)).toMatchObject({ refusal: { code: 'chat_text_empty' } })
    expect(parseLine(text, false)).toMatchObject({ refusal: { code: 'support_text_empty' } })
    expect(parseLine(text, true)).toEqual({ ok: true, value: '' })
  },
)
