// Token sale pages: application form, error messages, and the guest view.

import { expect, test } from 'vitest'
import { findAll, textOf } from '../kit/html'
import type { Page } from '../kit/page'
import { Visitor, openPerson } from '../kit/visitor'

/** Target of the first sale whose text contains all words. */
function saleOf(page: Page, ...words: string[]): string {
  const sale = page.all(
    (element) => 'data-sale' in element.attribs && words.every((each) => textOf(element).includes(each)),
  )[0]
  const link = sale && findAll(sale, ({ name }) => name === 'a').at(-1)
  return link?.attribs['href'] ?? ''
}

test('Ken applies, and is told what is wrong in words', async () => {
  const ken = await openPerson()
  let page = await ken.open('/ieo')
  page = await ken.open(saleOf(page, 'In progress', 'First come'))
  page = await page.form('Apply').fill({ amount: '9' }).send()
  expect(page.main).toContain('Apply for at least 10 LFISH.')
  expect(page.field('amount')).toBe('9')
  page = await page.form('Apply').fill({ amount: '100' }).send()
  expect(page.main).toContain('Allotted, to be delivered')
})

test('a guest reads everything, and is led to log in', async () => {
  const guest = new Visitor({ language: 'jp' })
  const page = await guest.open('/ieo')
  const sale = await guest.open(saleOf(page, '詳細'))
  expect(sale.link('ログインして申し込む')).toMatch(/^\/login\?/)
})
