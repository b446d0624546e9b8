// What a page does when no answer comes: the form stays with what was typed, and a view that is drawn from what is here still opens.

import { describe, expect, test } from 'vitest'
import { askEntry } from '../../app/forms/ask'
import { isDrawnHere } from '../../app/site/revalidation'

const ask = (answer: () => Promise<unknown>) => {
  const body = new URLSearchParams({ by: 'mobile', mobile: '90 1234', code: '123456', password: 'secret-1' })
  const request = new Request('https://cm.example/register', { method: 'POST', body })
  // Only these two are read.
  return askEntry({ request, serverAction: answer } as unknown as Parameters<typeof askEntry>[0])
}

describe('a form of login', () => {
  test('keeps what was typed when the network is gone, and never a password', async () => {
    const kept = await ask(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(kept).toMatchObject({ by: 'mobile', mobile: '90 1234', code: '123456', isUnanswered: true, problem: null })
    expect(JSON.stringify(kept)).not.toContain('secret-1')
  })

  test('hands on what the server answers, and where it leads', async () => {
    const answer = { problem: { field: 'account', text: 'no such account' } }
    expect(await ask(() => Promise.resolve(answer))).toBe(answer)
    const away = new Response(null, { status: 302, headers: { Location: '/assets' } })
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a redirect is thrown as the answer that it is
    await expect(ask(() => Promise.reject(away))).rejects.toBe(away)
  })
})

test.each([
  ['/', true],
  ['/market', true],
  ['/trade/spot/BTC-USDT', true],
  ['/assets/bills', false],
  ['/orders', false],
  ['/news', false],
  ['/market/other', false],
])('without a network another view of %s opens: %s', (pathname, isOpen) => expect(isDrawnHere(pathname)).toBe(isOpen))
