// Limits of page forms: readable, and bounded in size, even with a false Content-Length.

import { describe, expect, it } from 'vitest'
import { BODY_KB_MAX, readBoundedBody } from '#session/bounded-body'
import { guardPage } from '#session/page-guard'

const HERE = 'https://cm.test'
// A request without a desk's cookie asks no directory.
const env = { SESSION_SECRET: 'a secret for tests only, thirty-two or more' } as Env
const FORM = 'application/x-www-form-urlencoded'

const send = (body: string, contentType: string) =>
  guardPage(
    new Request(`${HERE}/login`, { method: 'POST', headers: { Origin: HERE, 'Content-Type': contentType }, body }),
    env,
  )

const statusOf = (answer: Request | Response): number | 'admitted' =>
  answer instanceof Response ? answer.status : 'admitted'

describe('a form', () => {
  it.each([
    ['account=alice', FORM],
    ['account=alice', `${FORM};charset=UTF-8`],
    ['%%%=%&&=', FORM],
    ['', FORM],
    [
      '--b\r\nContent-Disposition: form-data; name="account"\r\n\r\nalice\r\n--b--\r\n',
      'multipart/form-data; boundary=b',
    ],
  ])('%j of %s is let in', async (body, contentType) => {
    expect(statusOf(await send(body, contentType))).toBe('admitted')
  })

  it.each([
    ['x', 'multipart/form-data'],
    ['x', 'multipart/form-data; boundary=b'],
    ['--b\r\nContent-Disposition: form-data; name="account"\r\n\r\nalice', 'multipart/form-data; boundary=b'],
  ])('%j of %s is the sender’s mistake, and no failure of ours', async (body, contentType) => {
    expect(statusOf(await send(body, contentType))).toBe(400)
  })

  it('of a type that only begins like a form’s is none', async () => {
    expect(statusOf(await send('account=alice', `${FORM}-x`))).toBe(415)
  })
})

describe('a body', () => {
  /** A body in pieces of one kilobyte; counts the pieces read. */
  function inPieces(kilobytes: number, announced: string) {
    let asked = 0
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (asked === kilobytes) return controller.close()
          asked += 1
          controller.enqueue(new Uint8Array(1024))
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { 'Content-Length': announced }
    // Node requires `duplex` for a streamed body; the browser's Request type lacks it.
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    return { request: new Request(`${HERE}/api/user/login`, init), asked: () => asked }
  }

  it('that is announced as five bytes and comes as a thousand kilobytes is left where the limit is', async () => {
    const { request, asked } = inPieces(1000, '5')
    expect(await readBoundedBody(request)).toBeNull()
    expect(asked()).toBeLessThan(BODY_KB_MAX + 3)
  })

  it('that is announced as too long is not read at all', async () => {
    const { request, asked } = inPieces(1, '1000000')
    expect(await readBoundedBody(request)).toBeNull()
    expect(asked()).toBe(0)
  })

  it('that its client breaks off is none, and no failure of ours', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('Network connection lost.')),
    })
    const request = new Request(HERE, { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(await readBoundedBody(request)).toBeNull()
  })

  it('of an allowed length is read whole', async () => {
    expect((await readBoundedBody(inPieces(BODY_KB_MAX, String(BODY_KB_MAX * 1024)).request))?.byteLength).toBe(65_536)
  })
})
