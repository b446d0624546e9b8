// Securing an account without scripts: a pay password by a code, and the phrase of our mails.

import { expect, test } from 'vitest'
import { setPayPassword } from '../kit/identity'
import { textOf } from '../kit/html'
import { openPerson } from '../kit/visitor'

test('Noa sets a pay password and the phrase of our mails', async () => {
  const noa = await openPerson({ password: 'correct horse' })
  let page = await setPayPassword(noa, 'staple of payments')
  expect(page.path).toBe('/settings/security?saved')
  page = await noa.open('/settings/security')
  const save = page.all((element) => element.attribs['value'] === 'phrase').map(textOf)
  page = await page
    .form(save[0] ?? 'Save')
    .fill({ phrase: 'Blue elephant' })
    .send()
  expect((await noa.open('/settings/security')).field('phrase')).toBe('Blue elephant')
})
