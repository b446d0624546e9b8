// Customer service pages: a guest starts a chat, writes a second message and downloads the transcript.

import { expect, test } from 'vitest'
import { Visitor } from '../kit/visitor'

test('a guest asks support, writes once more, and takes the transcript along', async () => {
  const guest = new Visitor()
  let page = await (await guest.open('/support')).click('Start a chat')
  expect(page.main).toContain('Our staff never ask for your password')
  page = await page.form('Send').fill({ topic: 'deposit', text: 'Where is my deposit?' }).send()
  expect(page.marked('data-no', '1').join()).toContain('Where is my deposit?')
  page = await page.form('Send').fill({ text: 'It was yesterday.' }).send()
  expect(page.marked('data-no', '2').join()).toContain('It was yesterday.')
  expect(page.field('text')).toBe('')
  const file = await guest.ask(page.link('Transcript'))
  expect(file.headers.get('Content-Disposition')).toContain('support.txt')
  expect(await file.text()).toContain('Where is my deposit?')
})
