// Requests without an answer: the form keeps its input, and views with local data still open.

import { afterEach, describe, expect, test, vi } from 'vitest'
import { CHUNK_LIMIT_MS, REQUEST_LIMIT_MS, awaitPart, isWaitingForPart, limitRequests } from '../../app/live/patience'
import { askEntry } from '../../app/forms/ask'
import { watchLostPictures, isDrawnHere } from '../../app/site/revalidation'

const ask = (answer: () => Promise<unknown>) => {
  const body = new URLSearchParams({ by: 'mobile', mobile: '90 1234', code: '123456', password: 'secret-1' })
  const request = new Request('https://cm.example/register', { method: 'POST', body })
  // The function only reads these two.
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
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a redirect is thrown as the answer that it is
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

afterEach(() => vi.useRealTimers())

describe('a request', () => {
  /** Fake network with a delay; records the abort. */
  const network = (answersAfterMs: number) => {
    const scope = {
      fetch: (_input: RequestInfo | URL, init?: RequestInit) =>
        new Promise<Response>((resolve, reject) => {
          setTimeout(() => resolve(new Response('here')), answersAfterMs)
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- as the browser does
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    }
    limitRequests(scope)
    return scope
  }

  test('that nobody answers ends after a minute as if nobody were there, and not before', async () => {
    vi.useFakeTimers()
    const heard = network(10 * REQUEST_LIMIT_MS)
      .fetch('/slow')
      .catch((failure: unknown) => failure)
    const isOver = vi.fn()
    void heard.then(isOver)
    await vi.advanceTimersByTimeAsync(REQUEST_LIMIT_MS - 1)
    expect(isOver).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await heard).toBeInstanceOf(TypeError)
    expect(String(await heard)).toMatch(/fetch/)
  })

  test('that is answered in time is left alone, and its own signal still ends it', async () => {
    vi.useFakeTimers()
    const answer = network(REQUEST_LIMIT_MS - 1).fetch('/late')
    await vi.advanceTimersByTimeAsync(2 * REQUEST_LIMIT_MS)
    expect(await (await answer).text()).toBe('here')
    const own = new AbortController()
    const heard = network(1_000)
      .fetch('/left', { signal: own.signal })
      .catch((failure: unknown) => failure)
    own.abort(new Error('the visitor left'))
    expect(String(await heard)).toBe('Error: the visitor left')
    expect(vi.getTimerCount()).toBeLessThan(3)
  })
})

test('a part of the page is waited for two minutes', async () => {
  vi.useFakeTimers()
  const heard = awaitPart(new Promise(() => {})).catch((failure: unknown) => failure)
  expect(isWaitingForPart()).toBe(true)
  await vi.advanceTimersByTimeAsync(CHUNK_LIMIT_MS)
  expect(String(await heard)).toMatch(/two minutes/)
  expect(isWaitingForPart()).toBe(false)
})

test.each([
  ['upload_error', new TypeError('Failed to fetch')],
  ['upload_failed', { status: 502, statusText: '', internal: false, data: '' }],
] as const)('a picture that did not arrive is told as %s', async (name, failure) => {
  const heard: string[] = []
  watchLostPictures((why) => heard.push(why))
  const body = new FormData()
  body.set('picture', new File(['x'], 'me.jpg', { type: 'image/jpeg' }))
  const request = new Request('https://cm.example/settings', { method: 'POST', body })
  const serverAction = async () => {
    throw failure
  }
  const asked = { request, serverAction }
  await askEntry(asked as unknown as Parameters<typeof askEntry>[0])
  expect(heard).toEqual([name])
})
