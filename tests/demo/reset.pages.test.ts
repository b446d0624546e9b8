// Reset of play money on its page, without scripts: the way there, what must end first, and the start grant again.

import { expect, test } from 'vitest'
import leaving from '../../locales/en/leaving.json'
import identity from '../../locales/en/identity.json'
import { readCode } from '../kit/identity'
import { Visitor, openPerson } from '../kit/visitor'

test('Mia puts her play money back with a code that was mailed to her', async () => {
  const mia = await openPerson()
  let page = await (await mia.open('/settings')).click(leaving.reset_title)
  expect(page.path).toBe('/settings/demo')
  expect(page.main).toContain('100,000')
  page = await page.form(leaving.reset_do).fill({ own_code: '000000' }).send()
  expect(page.problemAt('own_code')).not.toBe('')
  page = await page.press(identity.send_code)
  page = await page
    .form(leaving.reset_do)
    .fill({ own_code: await readCode(mia, mia.email) })
    .send()
  expect(page.main).toContain(leaving.reset_done)
})

test('a guest is sent to the login', async () => {
  expect((await new Visitor().ask('/settings/demo')).headers.get('Location')).toMatch(/^\/login\?/)
})
