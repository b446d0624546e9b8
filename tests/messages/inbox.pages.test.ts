// Message pages: reading, deleting, and channel settings.

import { expect, test } from 'vitest'
import { openPerson } from '../kit/visitor'

test('Carol reads, deletes and chooses how she is told', async () => {
  const carol = await openPerson()
  const ticket = await carol.open('/trade/spot/BTC-USDT?side=buy&kind=market')
  expect((await ticket.form('Buy BTC').fill({ quantity: '0.01' }).send()).text).toContain('Filled')
  let page = await carol.open('/messages/all')
  page = await page.click(/Buy order filled/)
  page = await page.press('Delete')
  expect(page.main).toContain('No messages yet.')

  page = await carol.open('/settings/notifications')
  const boxOf = (value: string) =>
    page.all(({ attribs }) => attribs['name'] === 'mail' && attribs['value'] === value)[0]?.attribs ?? {}
  expect(boxOf('deposit_passed')).toHaveProperty('checked')
  expect(boxOf('security_changed')).toHaveProperty('disabled')
  page = await page.form('Save').untick('mail', 'deposit_passed').send()
  expect(page.text).toContain('Settings saved.')
  page = await carol.open('/settings/notifications')
  expect(boxOf('deposit_passed')).not.toHaveProperty('checked')

  page = await page.form('Save quiet hours').fill({ quiet: true, quiet_from: '23:30', quiet_until: '23:30' }).send()
  expect(page.text).toContain('Quiet hours need an end other than their start.')
  page = await page.form('Save quiet hours').fill({ quiet: true, quiet_from: '23:30', quiet_until: '06:15' }).send()
  expect(page.text).toContain('Settings saved.')
  page = await carol.open('/settings/notifications')
  const fieldOf = (name: string) => page.all(({ attribs }) => attribs['name'] === name)[0]?.attribs ?? {}
  expect(fieldOf('quiet')).toHaveProperty('checked')
  expect([fieldOf('quiet_from')['value'], fieldOf('quiet_until')['value']]).toEqual(['23:30', '06:15'])
})
