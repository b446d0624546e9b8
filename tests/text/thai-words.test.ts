// No line ends inside a Thai word that the dictionaries of browsers do not know.

import { expect, test } from 'vitest'
import { matchesText } from '../../app/text/match'
import { wholeIn, wholeInHtml, wholeThai } from '../../app/text/thai-words.server'
import { broughtTexts, wordsOf } from '../../app/text/words.server'

test('such a word is joined letter by letter, and parted from the words beside it', () => {
  expect(wholeThai('การซื้อคริปโต')).toBe('การซื้อ\u200bค\u2060ริ\u2060ป\u2060โ\u2060ต')
  expect(wholeThai('สปอต 5 USDT')).toBe('ส\u2060ป\u2060อ\u2060ต 5 USDT')
  expect(wholeThai('ยอดเงินคงเหลือ')).toBe('ยอดเงินคงเหลือ')
})

test('whoever searches for it finds it', () => {
  expect(matchesText(wholeThai('กระเป๋าสปอตของคุณ'), 'สปอต')).toBe(true)
})

test('texts of a Thai page are so written, those of others are as their files have them', () => {
  expect(JSON.stringify(wordsOf('th'))).toContain(wholeThai('สปอต'))
  expect(JSON.stringify(broughtTexts('th', 'desk'))).toContain(wholeThai('ผู้ตรวจสอบ'))
  expect(wholeIn('th', 'เอมิเรตส์')).toBe(wholeThai('เอมิเรตส์'))
  expect(wholeIn('en', 'เอมิเรตส์')).toBe('เอมิเรตส์')
  expect(JSON.stringify(wordsOf('jp'))).not.toMatch(/[\u200b\u2060]/)
})

test('in HTML only what is read is touched', () => {
  const link = (text: string) => `<a href="/news/คริปโต">${text}</a> ${text}`
  expect(wholeInHtml('th', `คริปโต ${link('คริปโต')}`)).toBe(`${wholeThai('คริปโต')} ${link(wholeThai('คริปโต'))}`)
})
